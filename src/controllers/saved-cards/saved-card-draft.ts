import type { SavedCard } from '../../domain/card/saved-card.js';
import { createTokenizedCard } from '../card/typed-card.js';
import type { PaymentDraft } from '../payment/payment-draft.js';

/** A payment with a tokenized card: what is sent is amount, installments, payer of the fee and `cardId`, nothing else. */
export function createSavedCardDraft({ cardId, brand, last4 }: SavedCard): PaymentDraft {
  return { method: 'saved-card', brand, last4, card: createTokenizedCard(cardId) };
}
