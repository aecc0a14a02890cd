import { claimQuestion } from './orders/end-attempt.js';
import type { AttemptRecord } from './orders/order-record.js';
import type { ShopCore } from './shop-core.js';

/** The result of a sweep. */
export interface SweepReport {
  /** Attempts whose time was over: they wait for a person, unless the records knew their end. */
  expired: number;
  /** Pix charges that were asked about. */
  asked: number;
  /** Payments for which `orders.settled` was due. */
  settled: number;
}

/** The result of one kind of work. */
interface WorkReport {
  done: number;
  errors: readonly unknown[];
}

/**
 * Repairs the state after a crash, a lost connection or a page that was closed. Any number of instances may do it at a time. In one
 * process each kind of work runs once at a time: records or a service that do not respond take their time, and delay nothing else.
 */
export class Sweeper {
  readonly #core: ShopCore;
  readonly #running = new Map<string, Promise<WorkReport>>();

  constructor(core: ShopCore) {
    this.#core = core;
  }

  /**
   * Sweeps; waits for work that is under way already. A failed repair does not prevent the others: the first error is thrown at the end.
   * Rejects at once where the database cannot be reached.
   */
  async sweep(): Promise<SweepReport> {
    const { ledger, orders, pix, clock } = this.#core;
    await clock.refresh();
    const written = await this.#tryEach([orders], () => orders.writeDown());
    const { attempts, searches, pix: charges, payments } = await ledger.listDue(clock.now());
    const settling = this.#runOnce('settle', async () => {
      const settled = await this.#tryEach(payments, (payment) => orders.settle(payment));
      await orders.deliver();
      return settled;
    });
    const asking = this.#runOnce('pix', () => this.#tryEach(charges, (charge) => pix.askDue(charge)));
    // A shopper waits for attempts that ended just now, so they come first.
    const searching = this.#runOnce('records', () => this.#tryEach([...attempts, ...searches], (attempt) => this.#search(attempt)));
    const [settled, asked, expired] = await Promise.all([settling, asking, searching]);
    const errors = [written, settled, asked, expired].flatMap((work) => work.errors);
    if (errors.length > 0) throw errors[0];
    return { expired: expired.done, asked: asked.done, settled: settled.done };
  }

  #runOnce(kind: string, work: () => Promise<WorkReport>): Promise<WorkReport> {
    const running = this.#running.get(kind) ?? work().finally(() => this.#running.delete(kind));
    this.#running.set(kind, running);
    return running;
  }

  /** `done` counts the repairs that did not resolve with `false`. */
  async #tryEach<Item>(items: readonly Item[], repair: (item: Item) => Promise<unknown>): Promise<WorkReport> {
    const errors: unknown[] = [];
    let done = 0;
    for (const item of items) {
      try {
        if ((await repair(item)) !== false) done += 1;
      } catch (error) {
        // A database that cannot be reached is reported once, not a hundred times.
        await this.#core.ledger.ping();
        errors.push(error);
      }
    }
    return { done, errors };
  }

  /** Asks the records about an attempt, unless another instance does. Resolves with `true` where it waits for a person from now on. */
  async #search({ attemptId, orderId }: AttemptRecord): Promise<boolean> {
    const { orders, search, report, ledger } = this.#core;
    const claim = await orders.change(orderId, (order, now) => claimQuestion(order, attemptId, now));
    const attempt = claim && (await ledger.findAttempt(attemptId));
    if (!attempt || (await search.search(attempt)).status !== 'unknown' || !claim.isExpired) return false;
    report({ type: 'attempt-ended', orderId, attemptId, state: 'unconfirmed' });
    return true;
  }
}
