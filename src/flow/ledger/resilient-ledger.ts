import type { Clock } from '../../domain/clock.js';
import { decideChange } from '../../domain/order/ledger-decision.js';
import { parseOrderId } from '../../domain/order/order-key.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { ChangedOrder, ChangeOptions, DecideChange, LedgerStore, StoredOrder, SweepOptions } from './ledger-store.js';
import { MemoryLedger } from './memory-ledger.js';

/** Options of a resilient ledger. */
export interface ResilientLedgerOptions {
  /** The ledger that all tabs share. */
  shared: LedgerStore;
  clock: Clock;
  /** Returns true once the page was unloaded. WebKit still runs its code if a promise of another window wakes it. */
  isUnloaded: () => boolean;
  /** Warns the developer. */
  warn: (message: string) => void;
}

/** The time that the page waits for the shared ledger before it falls back to memory, ms. */
const SHARED_LIMIT_MS = 2000;

/**
 * A shared ledger with a fallback to memory, so that storage never blocks a payment. The page uses the shared ledger until that ledger is
 * missing, throws or takes longer than 2 s. From then on the page uses its own memory, which holds all records that the shared ledger has
 * returned. Every change still goes to the shared ledger in the background, in order, so that later changes follow a late write. Once the
 * shared ledger has caught up, the page uses it again. A shared ledger that has thrown lacks a write, so the page does not return to it.
 *
 * An unloaded page does not fall back: the page that follows it would not know of what it charges.
 */
export class ResilientLedger implements LedgerStore {
  readonly #options: ResilientLedgerOptions;
  readonly #memory = new MemoryLedger();
  #isMemoryOnly = false;
  /** True once work on the shared ledger has failed, so that it may lack a write. */
  #lacksWrites = false;
  /** Settles when all work on the shared ledger so far has ended: each piece of work waits for the one before it. */
  #queue: Promise<void> = Promise.resolve();
  #forgetCount = 0;

  constructor(options: ResilientLedgerOptions) {
    this.#options = options;
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
    return this.#run((store) => store.sweep(options));
  }

  /**
   * Updates memory with what the shared ledger returned. If memory has a record that the shared ledger lacks, because that ledger was late
   * or refused it, writes the record to the shared ledger.
   */
  #learn(orderKey: string, order: StoredOrder): void {
    if (!this.#isMemoryOnly) return this.#memory.replace(orderKey, order);
    // Another tab has freed the order, so its records in memory are from before.
    if (order.forgetId !== this.#memory.find(orderKey).forgetId && order.forgetId !== undefined) {
      void this.#memory.forget(parseOrderId(orderKey), order.forgetId);
    }
    this.#memory.merge(orderKey, order);
    const mergeMemory: DecideChange = (records) =>
      decideChange(records, { type: 'merge', records: this.#memory.find(orderKey).records }, {});
    if (mergeMemory(order.records).put.length > 0) void this.change(orderKey, mergeMemory);
  }

  /**
   * Runs `work` on the ledger in use. Calls `learn` with what the shared ledger returns, even if that is late, but not if an order was
   * forgotten meanwhile. Decisive work, on which a charge depends, always waits up to 2 s for the shared ledger, because only that ledger
   * knows of the other tabs.
   */
  async #run<T>(work: (store: LedgerStore) => Promise<T>, learn?: (answer: T) => void, isDecisive = false): Promise<T> {
    const { shared, clock, isUnloaded, warn } = this.#options;
    const forgetCount = this.#forgetCount;
    const learned = this.#queue
      .then(() => work(shared))
      .then((answer) => {
        if (forgetCount === this.#forgetCount) learn?.(answer);
        return answer;
      });
    const done = learned.then(
      () => {
        if (done === this.#queue && !this.#lacksWrites) this.#isMemoryOnly = false;
      },
      () => {
        this.#lacksWrites = true;
      },
    );
    this.#queue = done;
    if (isDecisive || !this.#isMemoryOnly) {
      try {
        return await withTimeLimit(learned, clock, SHARED_LIMIT_MS);
      } catch (error) {
        if (isUnloaded()) throw error;
        if (!this.#isMemoryOnly)
          warn('IndexedDB is missing, blocked or slow: other tabs and reloads of this page do not know what it pays.');
        this.#isMemoryOnly = true;
      }
    }
    return work(this.#memory);
  }
}
