import { nameSqlState } from '../broken-code.js';
import type { ReportEvent } from '../events.js';
import type { LedgerClock } from '../ledger/clock.js';
import type { Delivery, Ledger } from '../ledger/ledger.js';
import type { ShopOrders } from '../options.js';
import { callInTime, OverrunError } from '../time-limits.js';
import { WorkQueue, type WorkReport } from './work-queue.js';

/** The dependencies of `Deliveries`. */
interface DeliveriesParts {
  ledger: Ledger;
  orders: ShopOrders;
  report: ReportEvent;
  clock: LedgerClock;
}

/**
 * The lease of a delivery, ms: no other instance can claim the delivery during this time. It is a little less than a minute, so that the
 * sweep of the next minute tries again what has failed.
 */
const LEASE_MS = 50_000;

/** The most deliveries of a process at the same time, and the most of them that were tried before: new ones never wait for all of those. */
const MOST_AT_ONCE = 10;
const MOST_RETRIES_AT_ONCE = 5;

/** Runs the shop's `deliver` for the payments in the outbox, behind the answers of requests. */
export class Deliveries {
  readonly #parts: DeliveriesParts;
  readonly #queue: WorkQueue<Delivery>;
  /** The number of deliveries under way that were tried before, with those that may be claimed right now. */
  #retrying = 0;

  constructor(parts: DeliveriesParts) {
    this.#parts = parts;
    this.#queue = new WorkQueue({
      claim: () => this.#claim(),
      work: (delivery) => this.#deliver(delivery),
      most: MOST_AT_ONCE,
      ping: () => parts.ledger.ping(),
    });
  }

  /** Begins to deliver what is due, and lets nobody wait for it. */
  begin(): void {
    // The sweep tries again, and reports that the database cannot be reached.
    this.run().catch(() => undefined);
  }

  /** Delivers until nothing is due. Rejects if the database cannot be reached. */
  async run(): Promise<WorkReport> {
    return this.#parts.orders.deliver ? this.#queue.run() : { done: 0, errors: [] };
  }

  /** Begins no delivery any more, and resolves once those under way have ended, or have reached their time limit. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }

  async #claim(): Promise<readonly Delivery[]> {
    const { ledger, clock } = this.#parts;
    const isNew = this.#retrying >= MOST_RETRIES_AT_ONCE;
    if (!isNew) this.#retrying += 1;
    let delivery: Delivery | undefined;
    try {
      delivery = await ledger.claimDelivery(clock.now(), LEASE_MS, { isNew });
      return delivery ? [delivery] : [];
    } finally {
      if (!isNew && !isRetry(delivery)) this.#retrying -= 1;
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { ledger, report, clock } = this.#parts;
    const { paymentId } = delivery.payment;
    try {
      await callInTime('orders.deliver', () => this.#deliverOne(delivery));
    } catch (error) {
      const reason = error instanceof OverrunError ? error.message : `orders.deliver failed for a payment${nameSqlState(error)}.`;
      report({ type: 'failure', operation: 'deliver', message: `${reason} It is tried again.`, error });
      await ledger.noteFailure('deliveries', paymentId, clock.now());
    } finally {
      if (isRetry(delivery)) this.#retrying -= 1;
    }
  }

  /** Delivers one payment. A delivery that succeeds after its time limit counts too. */
  async #deliverOne({ payment }: Delivery): Promise<void> {
    const { ledger, orders, report } = this.#parts;
    const { orderId, paymentId } = payment;
    await orders.deliver?.(payment);
    await ledger.endDelivery(paymentId);
    report({ type: 'delivered', orderId, paymentId });
  }
}

function isRetry(delivery: Delivery | undefined): boolean {
  return delivery !== undefined && delivery.tries > 0;
}
