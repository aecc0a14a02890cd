import type { PaymentsClient } from '../../client/payments-client.js';
import type { CallOptions } from '../../client/service.js';
import type { Brand } from '../../domain/card/brands.js';
import type { SavedCardDetail } from '../page/checkout-events.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import type { InstallmentPlan } from '../../domain/installments/plans.js';
import type { Method } from '../../domain/payment.js';
import type { ChargeableCard } from '../card/typed-card.js';
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

/** A typed card that may be kept for the customer. */
interface KeptCard {
  card: NamedCard;
  keeper: {
    /** Returns the card to charge. A card that is to be kept is tokenized here. Sends no charge. */
    prepareCard(client: PaymentsClient, card: NamedCard, options: CallOptions): Promise<ChargeableCard>;
  };
}

/** What goes with an outcome. */
export interface OutcomeContext {
  /** Whether card data left the page. */
  wasSent: boolean;
  /** Whether the element still has the order that this became of. What was typed for another one is left alone. */
  isShown: boolean;
  /** The guard of its order; absent where nothing of an order was begun. */
  guard?: OrderGuard;
}

/** The price on the pay button when it was pressed. */
export interface QuotedPrice {
  /** The order's amount, cents. */
  readonly amountCents: number;
  /** Whether it was the price of a plan that the shopper could see and change. */
  readonly hasPlans: boolean;
}

/** A payment under way. */
export interface RunningPayment {
  /** The order that is charged, as `nameOrder` says; `undefined` until that is certain. */
  orderName: string | undefined;
  readonly quoted: QuotedPrice;
  readonly promise: Promise<PaymentOutcome>;
}

/** What an element does when it is told an outcome: the page is not left before. It may bring a card that was kept when the element had left the page. */
export type Settling = Promise<SavedCardDetail | void> | void;

/** Where a payment comes from: the element in which the shopper fills it in. */
export interface PaymentSource {
  /** Whether the element shows the order's Pix. Default false. */
  readonly showsPix?: boolean;
  /** Settles when every part of the form is there. */
  ready(): Promise<unknown>;
  /** Whether everything is still filled in rightly. */
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
