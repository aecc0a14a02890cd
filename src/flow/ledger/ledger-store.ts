import type { LedgerDecision } from '../../domain/order/ledger-decision.js';
import type { LedgerRecord } from '../../domain/order/ledger-record.js';

/** An order as a ledger stores it. */
export interface StoredOrder {
  /** All records of the order, oldest first. */
  records: readonly LedgerRecord[];
  /** The identifier of the last time that the shop freed the order; `undefined` if it never did, or if the storage was cleared since. */
  forgetId: string | undefined;
}

/** An order after a change. */
export interface ChangedOrder extends StoredOrder {
  /** The payment that blocks the charge of a card. */
  blocking?: LedgerRecord;
}

/** Decides which records to write, from all records of the order. Pure and synchronous; may be called twice. */
export type DecideChange = (records: readonly LedgerRecord[]) => LedgerDecision;

/** Options of a change or of a reading. */
export interface ChangeOptions {
  /**
   * True if a charge depends on the result: the call then waits for the ledger that all tabs share, even if that ledger was late before.
   */
  isDecisive?: boolean;
}

/** Options of the removal of old records. */
export interface SweepOptions {
  /** The present instant by the service's or the shop's clock, epoch ms; `undefined` while neither clock is known. */
  confirmedNow: number | undefined;
}

/** A store of the attempts of all orders, by card or Pix. An attempt is written here before its charge is sent. */
export interface LedgerStore {
  /** Reads all records of the order, decides and writes, in one transaction. Resolves once the transaction is on the disk. */
  change(orderKey: string, decide: DecideChange, options?: ChangeOptions): Promise<ChangedOrder>;
  /** Reads an order. */
  read(orderKey: string, options?: ChangeOptions): Promise<StoredOrder>;
  /**
   * Removes every record of an order, at every service, and stores `forgetId`, which is unique to this removal. By it, other tabs
   * tell a freed order from cleared storage.
   */
  forget(orderId: string, forgetId: string): Promise<void>;
  /** Removes records that are too old to matter. */
  sweep(options: SweepOptions): Promise<void>;
}
