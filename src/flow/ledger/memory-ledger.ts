import { mergeRecords, sortRecords, type LedgerRecord } from '../../domain/order/ledger-record.js';
import { presentFields } from '../../domain/present-fields.js';
import { replaceRecords } from '../../domain/order/ledger-decision.js';
import { parseOrderId } from '../../domain/order/order-key.js';
import { listStale } from '../../domain/order/record-life.js';
import type { ChangedOrder, DecideChange, LedgerStore, StoredOrder, SweepOptions } from './ledger-store.js';

/** A ledger that lives as long as the page. */
export class MemoryLedger implements LedgerStore {
  readonly #orders = new Map<string, readonly LedgerRecord[]>();
  readonly #forgetIds = new Map<string, string>();

  async change(orderKey: string, decide: DecideChange): Promise<ChangedOrder> {
    const { put, blocking } = decide(this.#list(orderKey));
    this.#orders.set(orderKey, replaceRecords(this.#list(orderKey), put));
    return { ...this.find(orderKey), ...presentFields({ blocking }) };
  }

  async read(orderKey: string): Promise<StoredOrder> {
    return this.find(orderKey);
  }

  async forget(orderId: string, forgetId: string): Promise<void> {
    for (const orderKey of this.#orders.keys()) if (parseOrderId(orderKey) === orderId) this.#orders.delete(orderKey);
    this.#forgetIds.set(orderId, forgetId);
  }

  async sweep({ confirmedNow }: SweepOptions): Promise<void> {
    for (const [orderKey, stale] of listStale(this.#orders, confirmedNow)) {
      const kept = this.#list(orderKey).filter((record) => !stale.includes(record));
      if (kept.length > 0) this.#orders.set(orderKey, kept);
      else this.#orders.delete(orderKey);
    }
  }

  /** Returns an order synchronously: the same that {@link read} resolves with. */
  find(orderKey: string): StoredOrder {
    return { records: sortRecords(this.#list(orderKey)), forgetId: this.#forgetIds.get(parseOrderId(orderKey)) };
  }

  /** Replaces the records of an order with those of another store. */
  replace(orderKey: string, { records, forgetId }: StoredOrder): void {
    this.#orders.set(orderKey, records);
    if (forgetId !== undefined) this.#forgetIds.set(parseOrderId(orderKey), forgetId);
  }

  /**
   * Merges the records of another store into an order. No record goes back to an earlier state. If turns differ, those of the other store
   * count.
   */
  merge(orderKey: string, { records }: StoredOrder): void {
    const known = this.#list(orderKey);
    this.#orders.set(orderKey, replaceRecords(known, mergeRecords(records, known)));
  }

  #list(orderKey: string): readonly LedgerRecord[] {
    return this.#orders.get(orderKey) ?? [];
  }
}
