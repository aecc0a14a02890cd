import { dropAccents, findPixSystem } from './pix-systems.js';
import { isPixStatus, type PixStatus } from './status.js';
import { PAID_ANYWHERE, STATUS_WORDS, type SystemWords } from './status-words.js';

/** The meanings that the words of the table have. */
const MEANINGS = ['pending', 'paid', 'expired', 'cancelled', 'refunded', 'failed'] as const satisfies readonly (keyof SystemWords)[];

/** The fields of a response that may have the status word. `success` and `message` are about the request, not about the charge. */
export const STATUS_FIELDS = ['status', 'situacao', 'state'] as const;

/**
 * Parses a status word. The whole word must match, but case, accents, camelCase and blanks do not matter. Anything but text or a number is
 * `unknown`.
 *
 * `system` is a name of `pix-systems.ts`, or begins with one: `asaas`, `Mercado Pago Orders`, `BCB`. Accents, blanks and dots do
 * not matter. With `system`, the word has the meaning of that system. A word or a system that is not in the table is `unknown`.
 *
 * Without `system`, only `PAID PAGO PAGA CONCLUIDA LIQUIDADO RECEBIDO` mean paid. Any other word has a meaning only if all systems with the
 * word agree on it. Words that need their context are `unknown`: other words for paid (`APPROVED`, `RECEIVED`), disputes, numbers, words of
 * a refund.
 *
 * @example
 * ```js
 * import { readPixStatus } from 'balcao/domain';
 *
 * readPixStatus('CONCLUIDA'); // 'paid'
 * readPixStatus('approved'); // 'unknown'
 * readPixStatus('approved', 'mercado pago'); // 'paid'
 * ```
 */
export function readPixStatus(word: unknown, system?: string): PixStatus {
  if (typeof word !== 'string' && typeof word !== 'number') return 'unknown';
  const text = dropAccents(String(word)).trim().replace(/\s+/g, '_');
  const plain = parseWord(text.toLowerCase(), system);
  return plain === 'unknown' ? parseWord(text.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(), system) : plain;
}

/**
 * Parses a status word of the shop's own endpoints. They pass on the service's words or use Balcão's own. If the word has no meaning in
 * `system`, it may also be exactly one of `PixStatus`, or a word that means paid without a `system`.
 */
export function parseShopPixStatus(word: unknown, system?: string): PixStatus {
  const status = readPixStatus(word, system);
  if (status !== 'unknown') return status;
  if (isPixStatus(word)) return word;
  return readPixStatus(word) === 'paid' ? 'paid' : 'unknown';
}

/**
 * Parses the status in a response's body, from its fields `status`, `situacao` and `state` alone. `read` parses each field. If two fields
 * have different known statuses, the result is `unknown`.
 */
export function parsePixStatusAnswer(body: unknown, system?: string, read = readPixStatus): PixStatus {
  if (typeof body !== 'object' || body === null) return 'unknown';
  const fields = new Map<string, unknown>(Object.entries(body));
  return findAgreement(STATUS_FIELDS.map((field) => read(fields.get(field), system)));
}

/** Parses a normalized status word. */
function parseWord(word: string, system: string | undefined): PixStatus {
  if (system !== undefined) return findMeaning(findWords(system), word);
  if (PAID_ANYWHERE.includes(word)) return 'paid';
  const status = findAgreement(Object.values(STATUS_WORDS).map((row) => (row.needsSystem ? 'unknown' : findMeaning(row, word))));
  return status === 'paid' ? 'unknown' : status;
}

/** Finds the words of a system by its name. */
function findWords(name: string): SystemWords | undefined {
  const system = findPixSystem(name);
  return system && STATUS_WORDS[system];
}

/** Finds the meaning of a word in one system. */
function findMeaning(row: SystemWords | undefined, word: string): PixStatus {
  return MEANINGS.find((meaning) => row?.[meaning]?.split(' ').includes(word)) ?? 'unknown';
}

/** Returns the only known status of a list; `unknown` if there is none, or more than one. */
function findAgreement(statuses: readonly PixStatus[]): PixStatus {
  const known = new Set(statuses.filter((status) => status !== 'unknown'));
  const [status = 'unknown'] = known;
  return known.size === 1 ? status : 'unknown';
}
