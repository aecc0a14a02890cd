import { PAID_ANYWHERE, STATUS_WORDS, type SystemWords } from './status-words.js';

/** The status of a Pix charge. Only `paid` means that money arrived. `unknown` is never success. */
export type PixStatus = 'pending' | 'paid' | 'expired' | 'cancelled' | 'refunded' | 'failed' | 'unknown';

/** The meanings that the words of the table have. */
const MEANINGS = ['pending', 'paid', 'expired', 'cancelled', 'refunded', 'failed'] as const satisfies readonly (keyof SystemWords)[];

/** The fields of a response that may have the status word. `success` and `message` are about the request, not about the charge. */
export const STATUS_FIELDS = ['status', 'situacao', 'state'] as const;

/** The finality of each status. A later response whose status is not more final is stale. */
const FINALITY: Readonly<Record<PixStatus, number>> = { unknown: 0, pending: 1, expired: 2, cancelled: 2, failed: 2, paid: 3, refunded: 4 };

/**
 * Parses a status word. The whole word must match, but case, accents, camelCase and blanks do not matter. Anything but text or a number is
 * `unknown`.
 *
 * `system` is the name of a row of `status-words.ts`, or begins with it: `asaas`, `Mercado Pago Orders`, `BCB`. Accents, blanks and dots do
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

/**
 * Returns the status after a response. Only a refund undoes `paid`. A charge that has ended is no longer pending, but it may still become
 * paid (a payment in the last second). An unknown word changes nothing.
 */
export function advancePixStatus(previous: PixStatus, next: PixStatus): PixStatus {
  return FINALITY[next] > FINALITY[previous] ? next : previous;
}

/** True if a word is one of the statuses. */
export function isPixStatus(word: unknown): word is PixStatus {
  return typeof word === 'string' && Object.hasOwn(FINALITY, word);
}

/** Parses a normalized status word. */
function parseWord(word: string, system: string | undefined): PixStatus {
  if (system !== undefined) return findMeaning(findSystem(system), word);
  if (PAID_ANYWHERE.includes(word)) return 'paid';
  const status = findAgreement(STATUS_WORDS.map((row) => ('needsSystem' in row ? 'unknown' : findMeaning(row, word))));
  return status === 'paid' ? 'unknown' : status;
}

/** The names of all systems in the table. */
export const PIX_SYSTEMS: readonly string[] = STATUS_WORDS.flatMap(listNames);

/** True if a name is that of a system in the table. */
export function isPixSystem(name: unknown): boolean {
  return typeof name === 'string' && findSystem(name) !== undefined;
}

/** The rows of the table, with names that are reduced to letters and digits. */
const SYSTEMS = STATUS_WORDS.map((row) => ({ row, names: listNames(row).map(keepLetters) }));

/** Finds the system of a name. The name must be that system's name, or begin with it. */
function findSystem(name: string): SystemWords | undefined {
  const letters = keepLetters(name);
  return SYSTEMS.find(({ names }) => names.some((known) => letters.startsWith(known)))?.row;
}

function listNames({ system, also = [] }: SystemWords): string[] {
  return [system, ...also];
}

/** Reduces a name to its lowercase letters and digits, without accents. */
function keepLetters(name: string): string {
  return dropAccents(name)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
}

function dropAccents(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
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

/** The service's response about a Pix charge. */
export interface PixStatusAnswer {
  status: PixStatus;
  /** The amount that arrived: reais as decimal text, or `unclear` if it is unreadable. Absent if the response has no amount. */
  paidAmount?: string;
}
