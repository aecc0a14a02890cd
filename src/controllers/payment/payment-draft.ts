import type { PaymentsClient } from '../../client/payments-client.js';
import type { CallOptions } from '../../client/service.js';
import type { Brand } from '../../domain/card/brands.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { SavedCardDetail } from '../page/checkout-events.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import type { Method } from '../../domain/payment.js';
import { createTokenizedCard, type ChargeableCard } from '../card/typed-card.js';
import type { NamedCard } from '../saved-cards/card-saver.js';

/** A card that the shopper has filled in or chosen, and that may be charged. */
export type PaymentDraft = DraftedMethod & (DraftedCard | KeptCard);

interface DraftedMethod {
  method: Exclude<Method, 'pix'>;
  brand?: Brand;
  last4?: string;
}

interface DraftedCard {
  card: ChargeableCard;
  keeper?: never;
}

/** A typed card that may be saved for the customer. */
interface KeptCard {
  card: NamedCard;
  keeper: {
    /** Returns the card to charge. A card that is to be saved is tokenized here. Sends no charge. */
    prepareCard(client: PaymentsClient, card: NamedCard, options: CallOptions): Promise<ChargeableCard>;
  };
}

/** Creates the draft of a payment with a tokenized card: amount, installments, payer of the fee and `cardId` are sent, nothing else. */
export function createSavedCardDraft({ cardId, brand, last4 }: SavedCard): PaymentDraft {
  return { method: 'saved-card', brand, last4, card: createTokenizedCard(cardId) };
}

/** The circumstances of an outcome. */
export interface OutcomeContext {
  /** True where card data left the page. */
  wasSent: boolean;
  /** True while the element still has the order of this outcome. What was typed for another order stays. */
  isShown: boolean;
  /** The guard of its order; absent where nothing of an order was begun. */
  guard?: OrderGuard;
}

/** The price on the pay button when it was pressed. */
export interface QuotedPrice {
  /** The order's amount, cents. */
  readonly amountCents: number;
  /** True where it was the price of a plan that the shopper could see and change. */
  readonly hasPlans: boolean;
}

/** A running payment. */
export interface RunningPayment {
  /** The order that is charged, as `nameOrder` says; `undefined` until that is certain. */
  orderName: string | undefined;
  readonly quoted: QuotedPrice;
  readonly promise: Promise<PaymentOutcome>;
}

/**
 * The work of an element after an outcome: the page is not left before it ends. It may return a card that was saved after the element had left the
 * page.
 */
export type Settling = Promise<SavedCardDetail | void> | void;

/** The source of a payment: the element in which the shopper fills it in. */
export interface PaymentSource {
  /** True where the element shows the order's Pix. Default false. */
  readonly showsPix?: boolean;
  /** Settles when every part of the form is there. */
  ready(): Promise<unknown>;
  /** True while everything is filled in rightly. */
  readonly isComplete: boolean;
  /** Checks what was filled in; marks and names the wrong fields. */
  validate(): PaymentDraft | { fields: string[] };
  /** The chosen plan; `undefined` where it waits for the shop's fee table, which is then marked. */
  findPlan(): InstallmentPlan | undefined;
  /** Marks the choice of a plan as wrong, or as right again. */
  markPlan?(isWrong: boolean): void;
  /**
   * Called with each outcome before its event is sent.
   */
  settled(outcome: PaymentOutcome, context: OutcomeContext): Settling;
}
