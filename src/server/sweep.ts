import type { DueSearch, Ledger } from './ledger/ledger.js';
import type { AttemptRecord, PaymentRecord, PixRecord } from './orders/order-record.js';
import type { ShopCore } from './shop-core.js';
import { WorkQueue, type WorkReport } from './orders/work-queue.js';

/** The longest time for which the hash of an address is kept, ms: declined cards are counted within it. */
const ADDRESS_LIFE_MS = 3_600_000;

/** The result of a sweep. */
export interface SweepReport {
  /** The number of attempts that expired and whose result the records did not know: they wait for a person. */
  expired: number;
  /** The number of Pix charges whose status was queried. */
  asked: number;
  /** The number of payments for which `orders.settled` was due. */
  settled: number;
}

/**
 * The lease of a payment that is to be settled, ms: no other instance tries meanwhile. It is a little less than a minute, so that the sweep
 * of the next minute tries again what has failed.
 */
const SETTLING_LEASE_MS = 50_000;

/** The most searches in the records, and the most status queries of Pix charges, of a process at the same time. */
const MOST_AT_ONCE = 8;

/** The most attempts whose search is over at once, because the shop has no records. */
const MOST_UNSEARCHED = 500;

/**
 * Repairs the state after a crash, a lost connection or a closed page. Each kind of work runs until nothing of it is due, and separately
 * from the others: slow records or a slow service delay no other kind. Any number of instances may sweep at the same time: each piece is
 * claimed in the database by the one that does it, so they share the work.
 */
export class Sweeper {
  readonly #core: ShopCore;
  readonly #settling: WorkQueue<PaymentRecord>;
  readonly #querying: WorkQueue<PixRecord>;
  readonly #expiring: WorkQueue<Pick<AttemptRecord, 'attemptId' | 'orderId'>>;
  readonly #searching: WorkQueue<DueSearch>;
  readonly #removing: WorkQueue<Ledger>;
  /** The ledger, if what has ended in it is still to be deleted in this sweep. */
  #unremoved: readonly Ledger[] = [];

  constructor(core: ShopCore) {
    this.#core = core;
    const { ledger, orders, pix, clock, options } = core;
    const ping = (): Promise<void> => ledger.ping();
    this.#settling = new WorkQueue({
      claim: () => ledger.claimSettling(clock.now(), SETTLING_LEASE_MS),
      work: (payment) => orders.settle(payment),
      // Each of them holds a connection of the pool.
      most: 1,
      ping,
    });
    this.#querying = new WorkQueue({
      claim: () => ledger.claimPixQueries(clock.now(), 1),
      work: (charge) => pix.queryNow(charge),
      most: MOST_AT_ONCE,
      ping,
    });
    this.#expiring = new WorkQueue({ claim: () => ledger.expireAttempts(clock.now()), work: async () => true, most: 1, ping });
    this.#searching = new WorkQueue({
      claim: () => ledger.claimSearches(clock.now(), options.records ? 1 : MOST_UNSEARCHED),
      work: (search) => this.#search(search),
      most: options.records ? MOST_AT_ONCE : 1,
      ping,
    });
    this.#removing = new WorkQueue({
      claim: async () => {
        const due = this.#unremoved;
        this.#unremoved = [];
        return due;
      },
      work: async (due) => {
        await due.removeExpired(clock.now());
        await due.forgetAddresses(clock.now() - ADDRESS_LIFE_MS);
      },
      most: 1,
      ping,
    });
  }

  /**
   * Runs one sweep, and joins work that is already running. A failed repair does not prevent the others: after all of them, the sweep
   * rejects with the first error. Rejects at once if the database cannot be reached.
   */
  async sweep(): Promise<SweepReport> {
    const { ledger, orders, deliveries } = this.#core;
    this.#unremoved = [ledger];
    const settling = this.#runAll(this.#settling);
    const [settled, asked, expired, ...others] = await Promise.all([
      settling,
      this.queryPix(),
      this.#expire(),
      this.#runAll(this.#removing),
      orders.unwritten.tryAll(),
      deliveries.run(),
      settling.then(() => deliveries.run()),
    ]);
    const errors = [settled, asked, expired, ...others].flatMap((work) => work.errors);
    if (errors.length > 0) throw errors[0];
    return { expired: expired.done, asked: asked.done, settled: settled.done };
  }

  /** Queries the status of the Pix charges that are due. */
  queryPix(): Promise<WorkReport> {
    return this.#runAll(this.#querying);
  }

  /** Claims nothing more, and resolves once the work that is under way has ended. */
  async stop(): Promise<void> {
    await Promise.all([this.#settling, this.#querying, this.#expiring, this.#searching, this.#removing].map((queue) => queue.stop()));
  }

  async #runAll(queue: { run: () => Promise<WorkReport> }): Promise<WorkReport> {
    await this.#core.clock.refresh();
    return queue.run();
  }

  /** Marks expired attempts as `unconfirmed`, and searches for attempts with an unknown result meanwhile and afterwards. */
  async #expire(): Promise<WorkReport> {
    const runs = await Promise.all([this.#runAll(this.#searching), this.#runAll(this.#expiring).then(() => this.#searching.run())]);
    // Both are the same run if the first one had not ended.
    const reports = [...new Set(runs)];
    return { done: reports.reduce((sum, { done }) => sum + done, 0), errors: reports.flatMap(({ errors }) => errors) };
  }

  /** Looks an attempt up in the service's records. Resolves with `true` if an expired attempt waits for a person from now on. */
  async #search({ attempt, isFirst }: DueSearch): Promise<boolean> {
    const { search, report } = this.#core;
    const { orderId, attemptId } = attempt;
    if ((await search.search(attempt)).status !== 'unknown' || !isFirst) return false;
    report({ type: 'attempt-ended', orderId, attemptId, state: 'unconfirmed' });
    return true;
  }
}
