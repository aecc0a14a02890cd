import type { SavedCard } from '../../domain/card/saved-card.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import { presentFields } from '../../domain/present-fields.js';
import type { PaymentDraft } from '../payment/payment-draft.js';

/** A payment with a tokenized card: what is sent is amount, installments, payer of the fee and `cardId`, nothing else. */
export function createSavedCardDraft(
  { cardId, brand, last4 }: SavedCard,
  { installments = 1, whoPaysFee = 'merchant', totalCents, partsCents }: Partial<InstallmentPlan> = {},
): PaymentDraft {
  return {
    method: 'saved-card',
    installments,
    whoPaysFee,
    ...presentFields({ totalCents, partsCents }),
    brand,
    last4,
    cardId,
    prepareCard: () => ({ cardId }),
  };
}
