import { presentFields } from '../present-fields.js';
import { isBrand, type Brand } from './brands.js';
import { isMonthOver } from './expiration.js';
import { findDigitRuns, parseGlyphs } from './readable-text.js';

/** A tokenized card, as a shop or a device stores it. It holds only the last four digits of the number. */
export interface SavedCard {
  /** The identifier of the tokenized card at the service. */
  cardId: string;
  /** The shopper's name for the card, or "Visa final 1111". */
  name: string;
  brand: Brand;
  last4: string;
  /** The card's expiry, `"MM/YYYY"`. */
  expiration: string;
  /** The instant from which the `cardId` is no longer valid, epoch ms; absent if it is not known. */
  validUntil?: number;
}

/** The reason why a saved card cannot be used: the card itself has expired, or its `cardId` is no longer valid. */
export type SavedCardProblem = 'expired' | 'invalid';

/**
 * Parses a saved card that another version, another script or the shop wrote. Copies only the known fields, so that no other card data is
 * ever stored. Returns `undefined` for any other value, and for a card whose name may be a card number.
 */
export function parseSavedCard(value: unknown): SavedCard | undefined {
  const card = parseRow(value);
  return typeof card === 'string' ? undefined : card;
}

/** The key under which a list of cards keeps the reasons why rows were left out. Every copy of this code uses the same key. */
const LEFT_OUT = Symbol.for('balcao left out');

/** Parses the rows of a store and returns the valid cards. `findUnusableRows` returns what is wrong with the other rows. */
export function parseSavedCards(rows: readonly unknown[]): SavedCard[] {
  const read = rows.map(parseRow);
  const cards = read.filter((row) => typeof row !== 'string');
  const value = read.flatMap((row, index) => (typeof row === 'string' ? `row ${index + 1} (${row})` : []));
  return Object.defineProperty(cards, LEFT_OUT, { value });
}

/** Lists the rows that `parseSavedCards` left out of a list, each with the reason in English and nothing of the row's content. */
export function findUnusableRows(cards: readonly SavedCard[]): readonly string[] {
  return Reflect.get(cards, LEFT_OUT) ?? [];
}

/** Returns a key that is the same for a card that was saved twice: its brand, last four digits and expiry. */
export function savedCardKey({ brand, last4, expiration }: SavedCard): string {
  return `${brand} ${last4} ${expiration}`;
}

/** Parses a row. Returns the card, or the reason in English why the row cannot be used. */
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

/**
 * Returns the reason why a saved card cannot be used, or `undefined` if it can. `now` is epoch ms. A card is valid to the end of its month,
 * everywhere on earth.
 */
export function findSavedCardProblem({ expiration, validUntil }: SavedCard, now: number): SavedCardProblem | undefined {
  const [month = 0, year = 0] = expiration.split('/').map(Number);
  if (isMonthOver({ year, month }, now)) return 'expired';
  return validUntil !== undefined && validUntil <= now ? 'invalid' : undefined;
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/**
 * True if the message of a service's refusal is about the `cardId` rather than the payment: the tokenization or the card is expired,
 * deleted or unknown. The service's interface has no code for this. A card whose refusal is not recognized stays in the list, and the
 * service refuses it again.
 */
export function isCardIdRefusal(message: string | undefined): boolean {
  const plain = (message ?? '').normalize('NFD').replace(/\p{M}/gu, '');
  return /(token|card ?id|cartao|card)\b.*(vencid|expirad|excluid|removid|nao encontrad|expired|deleted|not found)/i.test(plain);
}
