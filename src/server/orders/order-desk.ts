import type { Report } from '../events.js';
import { LedgerConflict, type Ledger } from '../ledger/ledger.js';
import type { LedgerClock } from '../ledger-clock.js';
import type { ShopOrders } from '../options.js';
import type { AttemptNews, EndAnswer } from './end-attempt.js';
import { endAttempt } from './end-attempt.js';
import type { Decision, OrderRecord, PaymentRecord } from './order-record.js';

/** What the desk works with. */
export interface OrderDeskParts {
  ledger: Ledger;
  orders: ShopOrders;
  report: Report;
  clock: LedgerClock;
}

/** News of an attempt, and since when it is known, epoch ms, where that is not now: an answer is as old as its question. */
type DatedNews = AttemptNews & { now?: number };

/** How long an instance has a delivery for itself, ms. */
const DELIVERY_LEASE_MS = 60_000;

/** Deliveries of one round, so that a sweep ends. */
const MOST_DELIVERIES = 100;

/** Every change of an order goes through here: what it says of money is told, and the shop's `settled` runs for it. */
export class OrderDesk {
  readonly #parts: OrderDeskParts;
  /** Ends that the database did not take, by attempt. */
  readonly #unwritten = new Map<string, { orderId: string; end: DatedNews }>();

  constructor(parts: OrderDeskParts) {
    this.#parts = parts;
  }

  /**
   * Changes an order in one transaction, then settles what came for it. `now` is the ledger's clock, read under the order's lock. Rejects
   * where the database cannot be reached.
   */
  async change<Result>(orderId: string, decide: (order: OrderRecord, now: number) => Decision<Result>): Promise<Result> {
    const { ledger, clock } = this.#parts;
    let arrived: readonly PaymentRecord[] = [];
    const result = await ledger.change(orderId, (order, at) => {
      const decision = decide(order, clock.note(at));
      arrived = listArrived(order, decision.order);
      return decision;
    });
    for (const payment of arrived) {
      const { paymentId, kind, amountCents } = payment;
      this.#parts.report({ type: 'payment', orderId, paymentId, kind, ...(amountCents !== undefined && { amountCents }) });
      await this.settle(payment);
    }
    return result;
  }

  /** Ends an attempt, and says so. An identifier that is another attempt's is refused, but where the service itself has just given it: the money counts. */
  async end(orderId: string, attemptId: string, end: DatedNews): Promise<EndAnswer> {
    const answer = await this.#tryToEnd(orderId, attemptId, end);
    if (answer.status === 'ended') this.#parts.report({ type: 'attempt-ended', orderId, attemptId, state: end.state, by: end.by });
    return answer;
  }

  async #tryToEnd(orderId: string, attemptId: string, end: DatedNews): Promise<EndAnswer> {
    const write = (news: DatedNews): Promise<EndAnswer> =>
      this.change(orderId, (order, now) => endAttempt(order, attemptId, { now, ...news }));
    try {
      return await write(end);
    } catch (error) {
      if (!(error instanceof LedgerConflict) || end.state !== 'charged') throw error;
      const message = `The identifier of attempt ${attemptId} of order ${orderId} is written down for another attempt.`;
      this.#parts.report({ type: 'warning', message });
      const { identifier: _, ...rest } = end;
      return end.by === 'relay' ? write(rest) : { status: 'conflict' };
    }
  }

  /**
   * The same for what this process alone knows, such as the service's answer: what the database does not take is kept, and written down by
   * the sweep. Never rejects.
   */
  async endSurely(orderId: string, attemptId: string, end: DatedNews): Promise<void> {
    try {
      await this.end(orderId, attemptId, end);
    } catch {
      // That it was charged outlives whatever else is said of it.
      if (this.#unwritten.get(attemptId)?.end.state !== 'charged') this.#unwritten.set(attemptId, { orderId, end });
      this.#parts.report({
        type: 'failure',
        operation: 'ledger',
        message: `The end of attempt ${attemptId} could not be written down. The sweep tries again.`,
      });
    }
  }

  /** Forgets that an attempt was not sent, which is to be sent now after all. */
  forgetFailure(attemptId: string): void {
    if (this.#unwritten.get(attemptId)?.end.state !== 'charged') this.#unwritten.delete(attemptId);
  }

  /** How many ends wait for the database. */
  get unwrittenCount(): number {
    return this.#unwritten.size;
  }

  /** Writes down what the database did not take before. Rejects where it still does not. */
  async writeDown(): Promise<void> {
    for (const [attemptId, unwritten] of [...this.#unwritten]) {
      await this.end(unwritten.orderId, attemptId, unwritten.end);
      // Another end of it may have come meanwhile.
      if (this.#unwritten.get(attemptId) === unwritten) this.#unwritten.delete(attemptId);
    }
  }

  /**
   * Runs the shop's `settled` for a payment, once: what fails is reported, and the sweep tries again. What nobody knows the amount of, and
   * what went back, settles nothing.
   */
  async settle({ paymentId, orderId, kind, settledAt, returnedAt }: PaymentRecord): Promise<void> {
    if (kind === 'unclear' || settledAt !== undefined || returnedAt !== undefined) return;
    const { ledger, orders, report, clock } = this.#parts;
    try {
      const isSettled = await ledger.settle(paymentId, async (payment, tx) => orders.settled?.(payment, tx), {
        now: clock.now(),
        isDelivered: orders.deliver !== undefined,
      });
      if (!isSettled) return;
      report({ type: 'settled', orderId, paymentId });
    } catch {
      report({
        type: 'failure',
        operation: 'settled',
        message: `Payment ${paymentId} is written down, but orders.settled did not run. The sweep tries again.`,
      });
      return;
    }
    await this.deliver();
  }

  /** Runs the shop's `deliver` for what waits in the outbox. Never rejects. */
  async deliver(): Promise<void> {
    const { ledger, orders, report, clock } = this.#parts;
    if (!orders.deliver) return;
    try {
      for (let count = 0; count < MOST_DELIVERIES; count += 1) {
        const delivery = await ledger.claimDelivery(clock.now(), DELIVERY_LEASE_MS);
        if (!delivery) return;
        const { payment } = delivery;
        await orders.deliver(payment);
        await ledger.endDelivery(payment.paymentId);
        report({ type: 'delivered', orderId: payment.orderId, paymentId: payment.paymentId });
      }
    } catch {
      report({ type: 'failure', operation: 'deliver', message: 'orders.deliver did not end well for a payment. It is tried again.' });
    }
  }
}

/** Payments that are new, or whose kind is known only now. */
function listArrived({ payments: known }: OrderRecord, { payments }: OrderRecord): readonly PaymentRecord[] {
  return payments.filter(({ paymentId, kind }) => known.find((payment) => payment.paymentId === paymentId)?.kind !== kind);
}
