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
  /** Where codes of the order may be that nobody in this page watches; left out where no other page can have made any. */
  pixJournal?: Pick<PixJournal, 'read'>;
  /** Names an attempt; a random UUID by default. */
  newAttemptId?: () => string;
}

/** The order's Pix codes, as far as its guard needs them. */
export interface PixSide {
  /** Begins to watch, with the first user of the order. */
  start(): void;
  /** Ends all watching, with the last one. */
  stop(): void;
  /**
   * Asks once more about each code that may still be paid. What was paid has been told to `recordPaid` when it answers; `unknown`
   * where a code may be paid and nobody can say. Never rejects.
   */
  askBeforeCharge(): Promise<'known' | 'unknown'>;
}

/** The shop's own endpoints. */
export interface ShopPorts {
  /** Asked on load, on return and by `check()` what became of an unconfirmed attempt. */
  resolve?: ResolveUnconfirmed | undefined;
  /** Told of each attempt's state. */
  notify?: NotifyShop | undefined;
}

/** What listeners of a guard are told. */
export interface OrderChange {
  state: OrderState;
  /** Present when an attempt was settled by other means than the answer of a `pay()` of this page. */
  outcome?: PaymentOutcome;
}
