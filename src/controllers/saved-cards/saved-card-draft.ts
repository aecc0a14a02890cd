import type { SavedCard } from '../../domain/card/saved-card.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import type { PaymentDraft } from '../payment/payment-draft.js';

/** A payment with a tokenized card: what is sent is amount, installments, payer of the fee and `cardId`, nothing else. */
export function createSavedCardDraft({ cardId, brand, last4 }: SavedCard, plan: InstallmentPlan): PaymentDraft {
  return { method: 'saved-card', ...plan, brand, last4, cardId };
}
