import type { SavedCard } from '../../domain/card/saved-card.js';
import type { NotifyShop, ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { LedgerPorts } from './order-ledger.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PageActivity } from '../browser/page-activity.js';
import type { TakenPayment } from '../../domain/order/ledger-record.js';
import type { PixCharge } from '../../domain/pix/charge.js';

/** The page, as a guard needs it. */
export interface GuardPorts extends LedgerPorts {
  activity: PageActivity;
  /** Creates an attempt's identifier; a random UUID by default. */
  newAttemptId?: (() => string) | undefined;
}

/** The order's Pix charges, as far as its guard needs them. */
export interface OrderPix {
  /** Starts watching, with the first user of the order. */
  start(): void;
  /** Stops watching, with the last user of the order. */
  stop(): void;
  /**
   * Asks once more about each code that may still be paid. By the time it resolves, what was paid is written down; `unknown` where a code
   * may be paid and its status cannot be found out. Never rejects.
   */
  askBeforeCharge(): Promise<'known' | 'unknown'>;
}

/** The shop's own endpoints. */
export interface ShopPorts {
  /** Asked on load, on return and by `check()` what became of an unconfirmed attempt. */
  resolve?: ResolveUnconfirmed | undefined;
  /** Called with each attempt's state. */
  notify?: NotifyShop | undefined;
}

/** Money was taken more than once: the detail of `balcao-duplicate`. */
export interface DuplicateNews {
  /** The shop's order. */
  orderId?: string;
  /** All payments of the order that took money, the one that paid it first. */
  payments: TakenPayment[];
}

/** A Pix that was paid, as an event has it and as an outcome. */
export interface PaidPix {
  charge: PixCharge;
  outcome: PaymentOutcome;
}

/** The event for listeners of a guard. Beside the state it has one piece of news at most. The listener that takes the news notifies the page of it. */
export interface OrderChange {
  state: OrderState;
  /** Present when an attempt was settled by anything but a `pay()` of this page, or by one whose element has left the page. */
  outcome?: PaymentOutcome;
  /** Present when a Pix of the order was paid, whichever tab learned of it. */
  pixPaid?: PaidPix;
  /** Present when one more payment took money that was not due. */
  duplicate?: DuplicateNews;
  /** Present when a card was kept by an element that has left the page. */
  savedCard?: Pick<SavedCard, 'cardId' | 'brand' | 'last4'>;
}

/** News of an order, of which the page is notified once. */
export type OrderNews = Omit<OrderChange, 'state'>;
