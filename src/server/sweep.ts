import { claimQuestion } from './orders/end-attempt.js';
import type { AttemptRecord } from './orders/order-record.js';
import type { ShopCore } from './shop-core.js';

/** What a sweep did. */
export interface SweepReport {
  /** Attempts whose time was over: they wait for a person, unless the records said what became of them. */
  expired: number;
  /** Pix charges that were asked about. */
  asked: number;
  /** Payments for which `orders.settled` was to run. */
  settled: number;
}

/** What one kind of work came to. */
interface WorkReport {
  done: number;
  errors: readonly unknown[];
}

/**
 * Repairs what a crash, a lost connection or a page that went away left behind, once. Any number of instances may do it at a time. In one
 * process each kind of work runs once at a time: records or a service that give no answer take their time, and hold nothing else up.
 */
export class Sweeper {
  readonly #core: ShopCore;
  readonly #running = new Map<string, Promise<WorkReport>>();

  constructor(core: ShopCore) {
    this.#core = core;
  }

  /**
   * Sweeps; what is under way already is waited for. What cannot be repaired keeps nothing else from being: the first error is thrown at the end.
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
    // What ended just now is waited for by a shopper.
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

  /** `done` counts what was repaired, but for what says `false`. */
  async #tryEach<Item>(items: readonly Item[], repair: (item: Item) => Promise<unknown>): Promise<WorkReport> {
    const errors: unknown[] = [];
    let done = 0;
    for (const item of items) {
      try {
        if ((await repair(item)) !== false) done += 1;
      } catch (error) {
        // Of a database that is not there, nobody needs to hear a hundred times.
        await this.#core.ledger.ping();
        errors.push(error);
      }
    }
    return { done, errors };
  }

  /** Asks the records about an attempt, unless another instance does. The result is whether it waits for a person from now on. */
  async #search({ attemptId, orderId }: AttemptRecord): Promise<boolean> {
    const { orders, search, report, ledger } = this.#core;
    const claim = await orders.change(orderId, (order, now) => claimQuestion(order, attemptId, now));
    const attempt = claim && (await ledger.findAttempt(attemptId));
    if (!attempt || (await search.search(attempt)).status !== 'unknown' || !claim.isExpired) return false;
    report({ type: 'attempt-ended', orderId, attemptId, state: 'unconfirmed' });
    return true;
  }
}
