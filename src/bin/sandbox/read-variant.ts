import { DEFAULT_VARIANT, VARIANT_WORDS, parseVariantChanges } from '../../sandbox/variant.js';
import { UsageError } from '../command.js';
import { readJsonFile } from '../read-json-file.js';
import type { ServiceVariant } from '../../sandbox/variant.js';

/**
 * Reads a JSON file with keys of a `ServiceVariant`.
 *
 * @throws {UsageError} The file cannot be read, is no JSON, or has keys or values that a variant does not have: each is named.
 */
export async function readVariantFile(file: string): Promise<Partial<ServiceVariant>> {
  const { changes, problems } = parseVariantChanges(await readJsonFile('--variant', file));
  if (problems.length === 0) return changes;
  throw new UsageError(
    [`--variant: ${file} is no variant of the service:`, ...problems.map(({ field }) => `  ${explainKey(field)}`)].join('\n'),
  );
}

/**
 * Reads the address that is notified of paid Pix charges.
 *
 * @throws {UsageError} It is not on this machine.
 */
export function readWebhookUrl(url: string): string {
  if (parseVariantChanges({ webhookUrl: url }).problems.length === 0) return url;
  throw new UsageError(`--webhook: ${explainKey('webhookUrl')}`);
}

/** What is allowed for a key of a variant, or for the whole of it (an empty key). */
function explainKey(key: string): string {
  const words = Object.entries(VARIANT_WORDS).find(([name]) => name === key)?.[1];
  if (words) return `${key} must be one of ${words.map((word) => `"${word}"`).join(', ')}`;
  switch (key) {
    case '':
      return 'it must be a JSON object';
    case 'magic':
      return 'magic must be true or false';
    case 'tokenLifeSeconds':
      return 'tokenLifeSeconds must be a whole number, 1 or more';
    case 'webhookUrl':
      return 'webhookUrl must be an http or https address of this machine (localhost, 127.0.0.1 or [::1])';
    default:
      return `${key} is no key of a variant; the keys are ${Object.keys(DEFAULT_VARIANT).join(', ')}`;
  }
}
