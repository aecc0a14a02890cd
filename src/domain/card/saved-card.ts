import { presentFields } from '../present-fields.js';
import { isBrand, type Brand } from './brands.js';
import type { YearMonth } from './expiration.js';
import { findDigitRuns, parseGlyphs } from './readable-text.js';

/** A tokenized card as a shop or a device stores it: only the last four digits of its number. */
export interface SavedCard {
  /** Identifier of the tokenized card at the service. */
  cardId: string;
  /** The shopper's name for it, or "Visa final 1111". */
  name: string;
  brand: Brand;
  last4: string;
  /** `"MM/YYYY"`. */
  expiration: string;
  /** The instant from which the `cardId` is no longer valid, epoch ms, where it is known. */
  validUntil?: number;
}

/** Why a saved card cannot be used: the card itself has expired, or its `cardId` is no longer valid. */
export type SavedCardProblem = 'expired' | 'invalid';

/**
 * Reads a saved card that another version, another script or the shop wrote: only these fields, so that nothing else of a card is ever
 * stored. Returns `undefined` for anything else, and for a card whose name may be a card number.
 */
export function parseSavedCard(value: unknown): SavedCard | undefined {
  const card = parseRow(value);
  return typeof card === 'string' ? undefined : card;
}

/** Under which a list says why rows of its store are left out of it: known to every copy of this code. */
const LEFT_OUT = Symbol.for('balcao left out');

/** The cards among the rows of a store. What is wrong with the others, `findUnusableRows` says of the list. */
export function parseSavedCards(rows: readonly unknown[]): SavedCard[] {
  const read = rows.map(parseRow);
  const cards = read.filter((row) => typeof row !== 'string');
  const value = read.flatMap((row, index) => (typeof row === 'string' ? `row ${index + 1} (${row})` : []));
  return Object.defineProperty(cards, LEFT_OUT, { value });
}

/** The rows of its store that a list of cards lacks, and why, in English; nothing of their content. */
export function findUnusableRows(cards: readonly SavedCard[]): readonly string[] {
  return Reflect.get(cards, LEFT_OUT) ?? [];
}

/** A key that is the same for a card that was saved twice: its brand, last four digits and expiry. */
export function savedCardKey({ brand, last4, expiration }: SavedCard): string {
  return `${brand} ${last4} ${expiration}`;
}

/** The card in a row, or what is wrong with it. */
function parseRow(value: unknown): SavedCard | string {
  if (typeof value !== 'object' || value === null) return 'is no object';
  const { cardId, name, brand, last4, expiration, validUntil }: Partial<Record<keyof SavedCard, unknown>> = value;
  if (!isFilledText(cardId)) return 'cardId must be text';
  if (!isFilledText(name) || findDigitRuns(parseGlyphs(name)).size > 0) return 'name must be text, and no card number';
  if (!isFilledText(last4) || !/^\d{4}$/.test(last4)) return 'last4 must be four digits';
  if (!isFilledText(expiration) || !/^(0[1-9]|1[0-2])\/\d{4}$/.test(expiration)) return 'expiration must be "MM/YYYY"';
  return {
    cardId,
    name,
    brand: isBrand(brand) ? brand : 'unknown',
    last4,
    expiration,
    ...presentFields({ validUntil: typeof validUntil === 'number' ? validUntil : undefined }),
  };
}

/** Why a saved card cannot be used at `now`, epoch ms; `undefined` where it can. A card is valid to the end of its month, by `today`. */
export function findSavedCardProblem({ expiration, validUntil }: SavedCard, now: number, today: YearMonth): SavedCardProblem | undefined {
  const [month = 0, year = 0] = expiration.split('/').map(Number);
  if (year * 12 + month < today.year * 12 + today.month) return 'expired';
  return validUntil !== undefined && validUntil <= now ? 'invalid' : undefined;
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * True where the message of a service's refusal is about the `cardId` rather than the payment: the tokenization or the card is expired,
 * deleted or unknown. The service's interface has no code for it; a card that this misses stays usable, and is refused again.
 */
export function isCardIdRefusal(message: string | undefined): boolean {
  const plain = (message ?? '').normalize('NFD').replace(/\p{M}/gu, '');
  return /(token|card ?id|cartao|card)\b.*(vencid|expirad|excluid|removid|nao encontrad|expired|deleted|not found)/i.test(plain);
}
