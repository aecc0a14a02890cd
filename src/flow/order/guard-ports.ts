import type { SavedCard } from '../../domain/card/saved-card.js';
import type { NotifyShop, ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { LedgerPorts } from './order-ledger.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PageActivity } from '../browser/page-activity.js';
import type { TakenPayment } from '../../domain/order/ledger-record.js';
import type { Charge } from '../../domain/order/charge.js';

/** The parts of the page that a guard needs. */
export interface GuardPorts extends LedgerPorts {
  activity: PageActivity;
  /** Creates the identifier of an attempt; a random UUID by default. */
  newAttemptId?: (() => string) | undefined;
}

/** The part of an order's charges by Pix and boleto that its guard needs. */
export interface OrderCharges {
  /** Starts watching the charges. Called when the order gets its first user. */
  start(): void;
  /** Stops watching the charges. Called when the order loses its last user. */
  stop(): void;
  /**
   * Polls once more each charge that may still be paid. Every payment that is found is in the ledger before the promise resolves. Resolves
   * with `unknown` if one may be paid and its status cannot be found out. Never rejects.
   */
  askBeforeCharge(): Promise<'known' | 'unknown'>;
}

/** The shop's own endpoints. */
export interface ShopPorts {
  /** Asks the shop for the result of an unconfirmed attempt. Called on load, at each return of the shopper and by `check()`. */
  resolve?: ResolveUnconfirmed | undefined;
  /** Notifies the shop of each state of an attempt. */
  notify?: NotifyShop | undefined;
}

/** The detail of `balcao-duplicate`: money was taken more than once. */
export interface DuplicateNews {
  /** The shop's order. */
  orderId?: string;
  /** All payments of the order that took money. The first of them paid the order. */
  payments: TakenPayment[];
}

/** A Pix or boleto that was paid: as a charge, for its event, and as an outcome. */
export interface PaidCharge {
  charge: Charge;
  outcome: PaymentOutcome;
}

/** The event for the listeners of a guard: the state, and at most one piece of news. The listener that takes the news notifies the page. */
export interface OrderChange {
  state: OrderState;
  /** Present if an attempt was settled, but not by a `pay()` of this page whose element is still in the page. */
  outcome?: PaymentOutcome;
  /** Present if a Pix or boleto of the order was paid, even if another tab found that out. */
  chargePaid?: PaidCharge;
  /** Present if a payment took money although the order was already paid. */
  duplicate?: DuplicateNews;
  /** Present if a card was saved by an element that has left the page. */
  savedCard?: Pick<SavedCard, 'cardId' | 'brand' | 'last4'>;
}

/** News of an order. The page is notified once of each piece of news. */
export type OrderNews = Omit<OrderChange, 'state'>;
