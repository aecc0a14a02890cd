import type { ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { LedgerPorts } from './order-ledger.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PageActivity } from '../browser/page-activity.js';
import type { PixJournal } from '../ledger/pix-journal.js';
import type { NotifyShop } from '../../domain/order/resolution.js';

/** What a guard needs of its page. */
export interface GuardPorts extends LedgerPorts {
  activity: PageActivity;
  /** Finds codes of the order that this page does not watch; left out where no other page can have made any. */
  pixJournal?: Pick<PixJournal, 'read'>;
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
   * Asks once more about each code that may still be paid. By the time it resolves, `recordPaid` has recorded what was paid;
   * `unknown` where a code may be paid and its status cannot be found out. Never rejects.
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

/** What listeners of a guard receive. */
export interface OrderChange {
  state: OrderState;
  /** Present when an attempt was settled by anything but a `pay()` of this page. */
  outcome?: PaymentOutcome;
}
