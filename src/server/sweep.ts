import { claimSearch } from './orders/end-attempt.js';
import type { AttemptRecord } from './orders/order-record.js';
import type { ShopCore } from './shop-core.js';

/** The result of a sweep. */
export interface SweepReport {
  /** The number of attempts that expired and whose result the records did not know: they wait for a person. */
  expired: number;
  /** The number of Pix charges whose status was queried. */
  asked: number;
  /** The number of payments for which `orders.settled` was due. */
  settled: number;
}

/** The result of one kind of work. */
interface WorkReport {
  done: number;
  errors: readonly unknown[];
}

/**
 * Repairs the state after a crash, a lost connection or a closed page. Any number of instances may sweep at the same time. Within a process
 * each kind of work runs once at a time and separately from the others: slow records or a slow service delay no other kind.
 */
export class Sweeper {
  readonly #core: ShopCore;
  readonly #running = new Map<string, Promise<WorkReport>>();

  constructor(core: ShopCore) {
    this.#core = core;
  }

  /**
   * Runs one sweep, and joins work that is already running. A failed repair does not prevent the others: after all of them, the sweep
   * rejects with the first error. Rejects at once if the database cannot be reached.
   */
  async sweep(): Promise<SweepReport> {
    const { ledger, orders, pix, clock } = this.#core;
    await clock.refresh();
    const written = await this.#tryEach([orders], () => orders.retryUnwritten());
    const { attempts, searches, pix: charges, payments } = await ledger.listDue(clock.now());
    const settling = this.#runOnce('settle', async () => {
      const settled = await this.#tryEach(payments, (payment) => orders.settle(payment));
      await orders.deliver();
      return settled;
    });
    const querying = this.#runOnce('pix', () => this.#tryEach(charges, (charge) => pix.queryDue(charge)));
    // Attempts that expired just now come first, since a shopper may be waiting for them.
    const searching = this.#runOnce('records', () => this.#tryEach([...attempts, ...searches], (attempt) => this.#search(attempt)));
    const [settled, asked, expired] = await Promise.all([settling, querying, searching]);
    const errors = [written, settled, asked, expired].flatMap((work) => work.errors);
    if (errors.length > 0) throw errors[0];
    return { expired: expired.done, asked: asked.done, settled: settled.done };
  }

  /** Runs one kind of work, or joins its run that is under way. */
  #runOnce(kind: string, work: () => Promise<WorkReport>): Promise<WorkReport> {
    const running = this.#running.get(kind) ?? work().finally(() => this.#running.delete(kind));
    this.#running.set(kind, running);
    return running;
  }

  /** Repairs each item, one after the other. `done` counts the repairs that did not resolve with `false`. */
  async #tryEach<Item>(items: readonly Item[], repair: (item: Item) => Promise<unknown>): Promise<WorkReport> {
    const errors: unknown[] = [];
    let done = 0;
    for (const item of items) {
      try {
        if ((await repair(item)) !== false) done += 1;
      } catch (error) {
        // Rejects if the database cannot be reached, so that its failure is reported once and not for each item.
        await this.#core.ledger.ping();
        errors.push(error);
      }
    }
    return { done, errors };
  }

  /**
   * Looks an attempt up in the service's records, unless another instance does so. Resolves with `true` if the attempt waits for a person
   * from now on.
   */
  async #search({ attemptId, orderId }: AttemptRecord): Promise<boolean> {
    const { orders, search, report, ledger } = this.#core;
    const claim = await orders.change(orderId, (order, now) => claimSearch(order, attemptId, now));
    const attempt = claim && (await ledger.findAttempt(attemptId));
    if (!attempt || (await search.search(attempt)).status !== 'unknown' || !claim.isExpired) return false;
    report({ type: 'attempt-ended', orderId, attemptId, state: 'unconfirmed' });
    return true;
  }
}
