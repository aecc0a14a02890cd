import type { LedgerDecision } from '../../domain/order/ledger-decision.js';
import type { LedgerRecord } from '../../domain/order/ledger-record.js';

/** An order as a store has it. */
export interface StoredOrder {
  /** All records of the order, oldest first. */
  records: readonly LedgerRecord[];
  /** Names the last time that the shop freed the order; `undefined` where it never did, or the storage was cleared since. */
  forgetId: string | undefined;
}

/** An order after a change. */
export interface ChangedOrder extends StoredOrder {
  /** The payment that kept a card from being charged. */
  blocking?: LedgerRecord;
}

/** Decides what to write, from all records of the order. Pure and synchronous; may be called twice. */
export type DecideChange = (records: readonly LedgerRecord[]) => LedgerDecision;

/** How a change is made. */
export interface ChangeOptions {
  /** Money depends on it at this moment, so that it waits for what other tabs have written, however often that was late before. */
  isDecisive?: boolean;
}

/** The facts that decide whether a record may be forgotten for its age. */
export interface SweepOptions {
  /** The instant by the service's or the shop's clock, epoch ms; `undefined` while nobody has confirmed any. */
  confirmedNow: number | undefined;
}

/** Stores the record of every attempt of every order, by card or Pix: nothing is sent before it is written here. */
export interface LedgerStore {
  /** Reads all records of the order, decides and writes, in one transaction. Resolves once it is on the disk. */
  change(orderKey: string, decide: DecideChange, options?: ChangeOptions): Promise<ChangedOrder>;
  /** Reads an order. */
  read(orderKey: string, options?: ChangeOptions): Promise<StoredOrder>;
  /**
   * Removes every record of an order, at every service, and leaves `forgetId`, a name that no other removal has: by it other tabs distinguish a
   * freed order from cleared storage.
   */
  forget(orderId: string, forgetId: string): Promise<void>;
  /** Removes what is too old to matter. */
  sweep(options: SweepOptions): Promise<void>;
}
