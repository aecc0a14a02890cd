import type { SavedCard } from '../../domain/card/saved-card.js';
import { amountFromCents } from '../../domain/money.js';
import type { CardPayment } from '../../domain/payment.js';
import type { PaymentDraft } from '../payment/pay-order.js';

/** A payment with a tokenized card: what is sent is amount, installments, payer of the fee and `cardId`, nothing else. */
export function createSavedCardDraft(
  { cardId, brand, last4 }: SavedCard,
  { installments = 1, whoPaysFee = 'merchant' }: Partial<Pick<CardPayment, 'installments' | 'whoPaysFee'>> = {},
): PaymentDraft {
  return {
    method: 'saved-card',
    installments,
    whoPaysFee,
    brand,
    last4,
    cardId,
    charge: (client, amountCents, options) =>
      client.processPayment({ amount: amountFromCents(amountCents), installments, whoPaysFee, cardId }, options),
  };
}
