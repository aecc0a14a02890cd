import type { Clock } from '../../domain/clock.js';
import { decideChange, type LedgerDecision } from '../../domain/order/ledger-decision.js';
import { readOrderId } from '../../domain/order/order-key.js';
import type { PaymentRecord } from '../../domain/order/payment-record.js';
import type { ChangedOrder, ChangeOptions, DecideChange, LedgerStore, StoredOrder, SweepOptions } from './ledger-store.js';
import { MemoryLedger } from './memory-ledger.js';
import { SharedOrMemory } from './shared-or-memory.js';

/** What a resilient ledger is made from. */
export interface ResilientLedgerOptions {
  /** The ledger that all tabs share. */
  shared: LedgerStore;
  clock: Clock;
  /** Warns the developer. */
  warn: (message: string) => void;
}

/** A shared ledger that never stops a payment: see {@link SharedOrMemory}. Memory holds all that the shared ledger returned before it failed. */
export class ResilientLedger implements LedgerStore {
  readonly #memory = new MemoryLedger();
  readonly #stores: SharedOrMemory<LedgerStore>;
  #forgetCount = 0;

  constructor({ shared, clock, warn }: ResilientLedgerOptions) {
    this.#stores = new SharedOrMemory<LedgerStore>({
      shared,
      memory: this.#memory,
      clock,
      onGivenUp: () => warn('IndexedDB is missing, blocked or slow: other tabs and reloads of this page do not know what it pays.'),
    });
  }

  change(orderKey: string, decide: DecideChange, { isDecisive }: ChangeOptions = {}): Promise<ChangedOrder> {
    return this.#run(
      (store) => store.change(orderKey, decide),
      (order) => this.#learn(orderKey, order),
      isDecisive,
    );
  }

  read(orderKey: string, { isDecisive }: ChangeOptions = {}): Promise<StoredOrder> {
    return this.#run(
      (store) => store.read(orderKey),
      (order) => this.#learn(orderKey, order),
      isDecisive,
    );
  }

  forget(orderId: string, forgetId: string): Promise<void> {
    this.#forgetCount += 1;
    return this.#run(
      (store) => store.forget(orderId, forgetId),
      () => void this.#memory.forget(orderId, forgetId),
    );
  }

  sweep(options: SweepOptions): Promise<void> {
    return this.#run(
      (store) => store.sweep(options),
      () => undefined,
    );
  }

  /** Keeps memory in step. What memory knows and the shared ledger lacks, since it was late or refused it, is written to it then. */
  #learn(orderKey: string, order: StoredOrder): void {
    if (!this.#stores.isMemoryOnly) return this.#memory.replace(orderKey, order);
    // Another tab has freed the order: what memory knows of it is from before.
    if (order.forgetId !== this.#memory.find(orderKey).forgetId && order.forgetId !== undefined) {
      void this.#memory.forget(readOrderId(orderKey), order.forgetId);
    }
    this.#memory.merge(orderKey, order);
    const mergeMemory = (records: readonly PaymentRecord[]): LedgerDecision =>
      decideChange(records, { type: 'merge', records: this.#memory.find(orderKey).records }, {});
    if (mergeMemory(order.records).put.length > 0) void this.change(orderKey, mergeMemory);
  }

  /** Runs work on the ledger in use. Memory learns nothing from work that began before an order was forgotten. */
  #run<T>(work: (store: LedgerStore) => Promise<T>, learn: (answer: T) => void, isDecisive = false): Promise<T> {
    const forgetCount = this.#forgetCount;
    const learnUnlessForgotten = (answer: T): void => {
      if (forgetCount === this.#forgetCount) learn(answer);
    };
    return this.#stores.run(work, learnUnlessForgotten, isDecisive);
  }
}
