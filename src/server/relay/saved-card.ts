import { CheckoutError } from '../../domain/errors.js';
import { findCustomer } from '../endpoints/guards.js';
import type { ShopCore } from '../shop-core.js';

/**
 * Whether the relay may use a saved card for whoever asks: the customer who is logged in tokenized it here, or the shop vouches for it. That a
 * page has named a card first, or kept it, is no proof.
 */
export async function isOwnCard({ ledger, options }: ShopCore, cardId: string, request: Request): Promise<boolean> {
  const customer = await findCustomer({ options }, request);
  if (customer !== undefined && (await ledger.findCardOwner(cardId)) === customer) return true;
  const card = await options.cards?.find(cardId, request);
  if (!card) return false;
  if (typeof card.cardId !== 'string')
    throw new CheckoutError('invalid-config', 'cards.find must return the card as { cardId }, or undefined.');
  // A search that takes capital letters for small ones has found another card.
  return card.cardId === cardId;
}
