import { isBrand, type Brand } from '../../domain/card/brands.js';
import { CheckoutError } from '../../domain/errors.js';
import type { ShopCore } from '../shop-core.js';

/** A saved card that the relay may use. */
export interface OwnCard {
  /** As this server read it from the card's number, or as the shop says; never by a page's word. */
  brand?: Brand;
}

/**
 * A saved card that the relay may use for whoever asks: the customer who is logged in tokenized it here, or the shop vouches for it. That a
 * page has named a card first, or kept it, is no proof, neither of whose it is nor of its brand. `undefined` for every other card.
 */
export async function findOwnCard(
  { ledger, options }: Pick<ShopCore, 'ledger' | 'options'>,
  cardId: string,
  { request, customer }: { request: Request; customer: string | undefined },
): Promise<OwnCard | undefined> {
  const tokenized = customer === undefined ? undefined : await ledger.findTokenizedCard(cardId);
  if (tokenized && tokenized.customer === customer) return createOwnCard(tokenized.brand);
  const card = await options.cards?.find(cardId, request);
  if (!card) return undefined;
  if (typeof card.cardId !== 'string')
    throw new CheckoutError('invalid-config', 'cards.find must return the card as { cardId, brand }, or undefined.');
  // A search that takes capital letters for small ones has found another card.
  return card.cardId === cardId ? createOwnCard(card.brand) : undefined;
}

/** One of our brands; `undefined` for `unknown` and for any other word. */
export function readBrand(word: unknown): Brand | undefined {
  return isBrand(word) && word !== 'unknown' ? word : undefined;
}

function createOwnCard(word: unknown): OwnCard {
  const brand = readBrand(word);
  return brand ? { brand } : {};
}
