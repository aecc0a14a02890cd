import { presentFields, type PresentFields } from '../../domain/present-fields.js';
import { identifierSchema } from './response-schemas.js';
import { holdsSecret, maskSecrets, type SecretCard } from './secrets.js';

/** More than a shopper reads. */
const MAX_LENGTH = 200;

/** Text beyond is not even read. */
const MAX_READ = 1000;

/**
 * A text of the service, safe to show: one line, no control or invisible characters, at most 200 characters, no digits of the call's
 * card, no token of this page, no run of 12 digits or more with no letter between them. `undefined` when nothing is left.
 */
export function cleanServiceMessage(text: unknown, card?: SecretCard): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}]+/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const masked = maskSecrets([...line.slice(0, 2 * MAX_READ)].slice(0, MAX_READ).join(''), card);
  return [...masked].slice(0, MAX_LENGTH).join('') || undefined;
}

/**
 * The service's identifier as text, and its message, of a response; without what is missing, cannot be used, or holds the digits of the
 * call's card or a token of this page.
 */
export function parseResponseDetails(
  { identifier, message }: { identifier?: unknown; message?: unknown },
  card?: SecretCard,
): PresentFields<{ identifier: string | undefined; message: string | undefined }> {
  const name = parseIdentifier(identifier);
  return presentFields({
    identifier: name === undefined || holdsSecret(name, card) ? undefined : name,
    message: cleanServiceMessage(message, card),
  });
}

/** An identifier of the service as text; `undefined` where it is none. */
export function parseIdentifier(identifier: unknown): string | undefined {
  const { data } = identifierSchema().safeParse(identifier);
  return data === undefined ? undefined : String(data);
}
