import { PAID_ANYWHERE, STATUS_WORDS, type SystemWords } from './status-words.js';

/** The status of a Pix charge. Only `paid` means that money arrived; `unknown` is never success. */
export type PixStatus = 'pending' | 'paid' | 'expired' | 'cancelled' | 'refunded' | 'failed' | 'unknown';

/** The meanings of the words of the table. */
const MEANINGS = ['pending', 'paid', 'expired', 'cancelled', 'refunded', 'failed'] as const satisfies readonly (keyof SystemWords)[];

/** Where an answer keeps its status word. `success` and `message` speak of the call, not of the charge. */
export const STATUS_FIELDS = ['status', 'situacao', 'state'] as const;

/** How final a status is: a later answer that is less final, or as final, is a stale one. */
const FINALITY: Readonly<Record<PixStatus, number>> = { unknown: 0, pending: 1, expired: 2, cancelled: 2, failed: 2, paid: 3, refunded: 4 };

/**
 * Reads a status word, whole, whatever its case, accents, camelCase or blanks. Anything but text or a number is
 * `unknown`.
 *
 * With `system` (the name, or how it begins, of a row of `status-words.ts`: `asaas`, `Mercado Pago Orders`, `BCB`; accents, blanks and
 * dots don't matter) the word is that system's; a word or a system that is not in the table is `unknown`.
 *
 * Without `system` only `PAID PAGO PAGA CONCLUIDA LIQUIDADO RECEBIDO` mean paid, and another word means what all
 * systems that have it agree on. What needs its context is `unknown`: other words for paid (`APPROVED`, `RECEIVED`),
 * disputes, numbers, words of a refund.
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
 * Reads a word of the shop's own endpoints, which pass on the words of the service or speak Balcão's: what `system` has no meaning for may
 * also be one of `PixStatus`, exactly so, or a word that means paid without a `system`.
 */
export function parseShopPixStatus(word: unknown, system?: string): PixStatus {
  const status = readPixStatus(word, system);
  if (status !== 'unknown') return status;
  if (isPixStatus(word)) return word;
  return readPixStatus(word) === 'paid' ? 'paid' : 'unknown';
}

/**
 * Reads the status of an answer's body from its fields `status`, `situacao` and `state` alone, each by `read`. Where two of them say
 * different known things, it is `unknown`.
 */
export function parsePixStatusAnswer(body: unknown, system?: string, read = readPixStatus): PixStatus {
  if (typeof body !== 'object' || body === null) return 'unknown';
  const fields = new Map<string, unknown>(Object.entries(body));
  return findAgreement(STATUS_FIELDS.map((field) => read(fields.get(field), system)));
}

/**
 * The status after an answer. Money moves one way: nothing undoes `paid` but the money going back, a charge that ended
 * waits no more but may still turn out paid (a payment in the last second), and an unknown word changes nothing.
 */
export function advancePixStatus(previous: PixStatus, next: PixStatus): PixStatus {
  return FINALITY[next] > FINALITY[previous] ? next : previous;
}

/** True if a word is one of the statuses. */
export function isPixStatus(word: unknown): word is PixStatus {
  return typeof word === 'string' && Object.hasOwn(FINALITY, word);
}

/** Reads a folded word. */
function parseWord(word: string, system: string | undefined): PixStatus {
  if (system !== undefined) return findMeaning(findSystem(system), word);
  if (PAID_ANYWHERE.includes(word)) return 'paid';
  const status = findAgreement(STATUS_WORDS.map((row) => ('needsSystem' in row ? 'unknown' : findMeaning(row, word))));
  return status === 'paid' ? 'unknown' : status;
}

/** The names by which a system of the table is known. */
export const PIX_SYSTEMS: readonly string[] = STATUS_WORDS.flatMap(listNames);

/** True if this is the name of a system in the table. */
export function isPixSystem(name: unknown): boolean {
  return typeof name === 'string' && findSystem(name) !== undefined;
}

/** The rows with the letters of their names alone. */
const SYSTEMS = STATUS_WORDS.map((row) => ({ row, names: listNames(row).map(keepLetters) }));

function findSystem(name: string): SystemWords | undefined {
  const letters = keepLetters(name);
  return SYSTEMS.find(({ names }) => names.some((known) => letters.startsWith(known)))?.row;
}

function listNames({ system, also = [] }: SystemWords): string[] {
  return [system, ...also];
}

function keepLetters(name: string): string {
  return dropAccents(name)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
}

function dropAccents(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

/** The meaning of a word for one system. */
function findMeaning(row: SystemWords | undefined, word: string): PixStatus {
  return MEANINGS.find((meaning) => row?.[meaning]?.split(' ').includes(word)) ?? 'unknown';
}

/** The one status that all who know say. */
function findAgreement(statuses: readonly PixStatus[]): PixStatus {
  const known = new Set(statuses.filter((status) => status !== 'unknown'));
  const [status = 'unknown'] = known;
  return known.size === 1 ? status : 'unknown';
}

/** The service's answer about a Pix charge. */
export interface PixStatusAnswer {
  status: PixStatus;
  /** The amount that arrived, where the answer has it: reais as decimal text, or `unclear` for what nobody can read. */
  paidAmount?: string;
}
