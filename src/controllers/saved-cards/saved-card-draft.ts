import type { SavedCard } from '../../domain/card/saved-card.js';
import type { CardPayment } from '../../domain/payment.js';
import type { PaymentDraft } from '../payment/payment-draft.js';

/** A payment with a tokenized card: what is sent is amount, installments, payer of the fee and `cardId`, nothing else. */
export function createSavedCardDraft(
  { cardId, brand, last4 }: SavedCard,
  { installments = 1, whoPaysFee = 'merchant' }: Partial<Pick<CardPayment, 'installments' | 'whoPaysFee'>> = {},
): PaymentDraft {
  return { method: 'saved-card', installments, whoPaysFee, brand, last4, cardId, prepareCard: () => ({ cardId }) };
}
