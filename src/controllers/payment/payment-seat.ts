import type { PaymentsClient } from '../../client/payments-client.js';
import type { CheckoutError } from '../../domain/errors.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { Settings } from '../settings/settings.js';
import type { OrderFollower } from '../order/order-follower.js';
import type { PaymentSource } from './payment-draft.js';

/** The element that a payment is made in, as the code sees it that comes after the first field. */
export interface PaymentSeat {
  readonly host: SettingsHost;
  readonly settings: SettingsController;
  readonly source: PaymentSource;
  readonly order: { readonly state: OrderState; load(): Promise<OrderFollower> };
  /** What the last payment of the order came to. */
  outcome: PaymentOutcome | undefined;
  /** The shopper's "I have not paid the Pix yet". */
  isPixDenied: boolean;
  /** Whether the shopper must say that no Pix was paid before a card is charged. */
  readonly isPixAsked: boolean;
  /** Why nothing can be paid here, whatever is filled in. */
  readonly obstacle: CheckoutError | undefined;
  /** Aborted once the element has left the page. */
  readonly removal: AbortSignal;
  loadClient(settings?: Settings): Promise<PaymentsClient>;
  /** Whether this is the order that the element has now; one that is not named yet is. */
  isCurrent(orderKey: string | undefined): boolean;
  /** The order that the element has now. */
  readonly orderKey: string;
  /**
   * Tells the orders of a page apart, by settings alone. In the ledger an order has the name of its service, which a frame of card fields tells only
   * later: what was shown of an order until then is still of the same one.
   */
  nameOrder(settings: Settings): string;
}

/** What the pay button said when it was pressed. */
export interface SaidPrice {
  /** The order's amount, cents. */
  readonly amountCents: number;
  /** Whether it was that of a plan which the shopper could see and change. */
  readonly hasPlans: boolean;
}

/** A payment under way. */
export interface RunningPayment {
  /** The order that is charged; `undefined` until that is certain. */
  orderKey: string | undefined;
  readonly said: SaidPrice;
  promise: Promise<PaymentOutcome>;
}
