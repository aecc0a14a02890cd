import type { PaymentsClient } from '../../client/payments-client.js';
import type { CallOptions } from '../../client/service.js';
import type { Brand } from '../../domain/card/brands.js';
import type { SavedCardDetail } from '../page/checkout-events.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import type { FeePayer, Method } from '../../domain/payment.js';
import type { ChargeableCard } from '../card/typed-card.js';

/** A payment that the shopper has filled in and that may be sent. */
export type PaymentDraft = DraftedPlan & (TypedDraft | TokenizedDraft);

/** What is paid, in which plan. */
interface DraftedPlan {
  method: Exclude<Method, 'pix'>;
  installments: number;
  whoPaysFee: FeePayer;
  /** What the button said that is paid in all, cents; absent where only the service knows the fee. */
  totalCents?: number;
  /** The parts of the total as the shopper saw them, cents. */
  partsCents?: number[];
  brand?: Brand;
  last4?: string;
}

/** A payment by a card that was tokenized before. */
interface TokenizedDraft {
  cardId: string;
  prepareCard?: never;
}

/** A payment by a typed card. */
interface TypedDraft {
  cardId?: never;
  /** Returns what to charge. A card that is to be kept is tokenized here. Sends no charge. */
  prepareCard(client: PaymentsClient, options: CallOptions): ChargeableCard | Promise<ChargeableCard>;
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
  /** Checks what was filled in; marks and names the wrong fields. */
  validate(): PaymentDraft | { fields: string[] };
  /** Marks the choice of a plan as wrong, or as right again. */
  markPlan?(isWrong: boolean): void;
  /**
   * Called with each outcome before its event is sent.
   */
  settled(outcome: PaymentOutcome, context: OutcomeContext): Settling;
}
