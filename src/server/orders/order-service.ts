import { presentFields } from '../../domain/present-fields.js';
import type { ReportEvent } from '../events.js';
import type { LedgerClock } from '../ledger/clock.js';
import { type Ledger, LedgerConflict, type SettlingTransaction } from '../ledger/ledger.js';
import type { ShopOrders } from '../options.js';
import { callInTime, OverrunError, SETTLED_LIMIT_MS, SHOP_FUNCTION_LIMIT_MS } from '../time-limits.js';
import { type AttemptResult, type EndOutcome, endAttempt } from './end-attempt.js';
import type { Decision, OrderRecord, PaymentRecord } from './order-record.js';

/** The dependencies of an `OrderService`. */
interface OrderServiceParts {
  ledger: Ledger;
  orders: ShopOrders;
  report: ReportEvent;
  clock: LedgerClock;
}

/**
 * The result of an attempt. `now` is the time at which it was known, epoch ms, if that is earlier than the present: a result of the records
 * is dated by its search.
 */
type DatedResult = AttemptResult & { now?: number };

/** The lease of a delivery, ms: no other instance can claim the delivery during this time. */
const DELIVERY_LEASE_MS = 60_000;

/** The fix for the most frequent cause of a `settled` that takes too long. */
const SETTLED_FIX =
  'It was rolled back. Write through tx.query, its second argument, alone: a query of the pool waits for a connection, and for rows, that the transaction of settled holds.';

/** The most deliveries of one round, so that a sweep ends. */
const MOST_DELIVERIES = 100;

/** Makes every change of an order, reports the payments that arrive, and runs the shop's `settled` for them. */
export class OrderService {
  readonly #parts: OrderServiceParts;
  /** Results that the database has not accepted yet, by attempt. */
  readonly #unwritten = new Map<string, { orderId: string; end: DatedResult }>();
  /** The number of `settled` calls that run now. */
  #settling = 0;
  /** True after a `settled` that took too long, until one succeeds. */
  #hasOverrun = false;

  constructor(parts: OrderServiceParts) {
    this.#parts = parts;
  }

  /**
   * Changes an order in one transaction, then settles the payments that arrived for it. `now` is the time by the ledger's clock, read under
   * the order's lock. Rejects if the database cannot be reached.
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
      this.#parts.report({ type: 'payment', orderId, paymentId, kind, ...presentFields({ amountCents }) });
      await this.settle(payment);
    }
    return result;
  }

  /**
   * Records the result of an attempt and reports it. An identifier that belongs to another attempt is a conflict. A result of the relay is
   * then recorded without the identifier, since the service itself has just confirmed the charge.
   */
  async end(orderId: string, attemptId: string, end: DatedResult): Promise<EndOutcome> {
    const outcome = await this.#tryToEnd(orderId, attemptId, end);
    if (outcome.status === 'ended') this.#parts.report({ type: 'attempt-ended', orderId, attemptId, state: end.state, by: end.by });
    return outcome;
  }

  /** Records the result of an attempt. Handles an identifier that belongs to another attempt as `end` describes. */
  async #tryToEnd(orderId: string, attemptId: string, end: DatedResult): Promise<EndOutcome> {
    const write = (result: DatedResult): Promise<EndOutcome> =>
      this.change(orderId, (order, now) => endAttempt(order, attemptId, { now, ...result }));
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
   * Records a result that only this process knows, such as the service's response. If the database does not accept it, the result is kept
   * in memory until a sweep records it. Never rejects.
   */
  async endReliably(orderId: string, attemptId: string, end: DatedResult): Promise<void> {
    try {
      await this.end(orderId, attemptId, end);
    } catch {
      // A kept "charged" is never replaced by another result.
      if (this.#unwritten.get(attemptId)?.end.state !== 'charged') this.#unwritten.set(attemptId, { orderId, end });
      this.#parts.report({
        type: 'failure',
        operation: 'ledger',
        message: `The end of attempt ${attemptId} could not be written down. The sweep tries again.`,
      });
    }
  }

  /** Drops the kept failure of an attempt that is now sent after all. */
  forgetFailure(attemptId: string): void {
    if (this.#unwritten.get(attemptId)?.end.state !== 'charged') this.#unwritten.delete(attemptId);
  }

  /** The number of results that wait for the database. */
  get unwrittenCount(): number {
    return this.#unwritten.size;
  }

  /** Records the results that the database did not accept before. Rejects if it still does not accept one. */
  async retryUnwritten(): Promise<void> {
    for (const [attemptId, unwritten] of [...this.#unwritten]) {
      await this.end(unwritten.orderId, attemptId, unwritten.end);
      // Another result of the attempt may have been kept meanwhile.
      if (this.#unwritten.get(attemptId) === unwritten) this.#unwritten.delete(attemptId);
    }
  }

  /**
   * Runs the shop's `settled` for a payment, unless it has already run. A failure is reported, and the sweep tries again. `settled` runs
   * neither for a payment of unknown amount nor for a returned one.
   */
  async settle({ paymentId, orderId, kind, settledAt, returnedAt }: PaymentRecord): Promise<void> {
    if (kind === 'unclear' || settledAt !== undefined || returnedAt !== undefined) return;
    const { ledger, orders, report, clock } = this.#parts;
    try {
      const isSettled = await ledger.settle(paymentId, (payment, tx) => this.#runSettled(payment, tx), {
        now: clock.now(),
        isDelivered: orders.deliver !== undefined,
        limitMs: SETTLED_LIMIT_MS,
      });
      if (!isSettled) return;
      report({ type: 'settled', orderId, paymentId });
    } catch (error) {
      const reason = error instanceof OverrunError ? `${error.message} ${SETTLED_FIX}` : 'orders.settled did not run.';
      report({
        type: 'failure',
        operation: 'settled',
        message: `Payment ${paymentId} is written down, but not settled: ${reason} The sweep tries again.`,
      });
      return;
    }
    await this.deliver();
  }

  /**
   * Runs the shop's `settled` with a time limit. After a call that took too long, the calls run one at a time until one succeeds. Each call
   * holds a connection of the pool: if all of them wait for a second one, nobody else gets a connection.
   */
  async #runSettled(payment: PaymentRecord, tx: SettlingTransaction): Promise<void> {
    if (this.#hasOverrun && this.#settling > 0) throw new Error('Another one did not end in time.');
    this.#settling += 1;
    try {
      await callInTime('orders.settled', () => this.#parts.orders.settled?.(payment, tx), SETTLED_LIMIT_MS);
      this.#hasOverrun = false;
    } catch (error) {
      this.#hasOverrun ||= error instanceof OverrunError;
      throw error;
    } finally {
      this.#settling -= 1;
    }
  }

  /**
   * Runs the shop's `deliver` for the payments in the outbox. It stops early enough for a waiting request to get its response in time.
   * Never rejects.
   */
  async deliver(): Promise<void> {
    const { ledger, orders, report, clock } = this.#parts;
    if (!orders.deliver) return;
    try {
      const countMs = clock.startTimer();
      for (let count = 0; count < MOST_DELIVERIES && countMs() < SHOP_FUNCTION_LIMIT_MS; count += 1) {
        const delivery = await ledger.claimDelivery(clock.now(), DELIVERY_LEASE_MS);
        if (!delivery) return;
        await callInTime('orders.deliver', () => this.#deliverOne(delivery.payment));
      }
    } catch (error) {
      const reason = error instanceof OverrunError ? error.message : 'orders.deliver did not end well for a payment.';
      report({ type: 'failure', operation: 'deliver', message: `${reason} It is tried again.` });
    }
  }

  /** Delivers one payment. A delivery that succeeds after its time limit counts too. */
  async #deliverOne(payment: PaymentRecord): Promise<void> {
    const { ledger, orders, report } = this.#parts;
    const { orderId, paymentId } = payment;
    await orders.deliver?.(payment);
    await ledger.endDelivery(paymentId);
    report({ type: 'delivered', orderId, paymentId });
  }
}

/** Lists the payments that are new or whose kind has changed. */
function listArrived({ payments: known }: OrderRecord, { payments }: OrderRecord): readonly PaymentRecord[] {
  return payments.filter(({ paymentId, kind }) => known.find((payment) => payment.paymentId === paymentId)?.kind !== kind);
}
