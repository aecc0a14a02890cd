import { presentFields } from '../../domain/present-fields.js';
import { nameSqlState } from '../broken-code.js';
import type { ReportEvent } from '../events.js';
import type { LedgerClock } from '../ledger/clock.js';
import { type Ledger, LedgerConflict, type SettlingTransaction, type TryCounts, type TryLimits } from '../ledger/ledger.js';
import type { ShopOrders } from '../options.js';
import { callInTime, OverrunError, SETTLED_LIMIT_MS } from '../time-limits.js';
import type { Deliveries } from './deliveries.js';
import { type EndOutcome, endAttempt } from './end-attempt.js';
import type { Decision, OrderRecord, PaymentRecord } from './order-record.js';
import { type DatedResult, UnwrittenEnds } from './unwritten-ends.js';

/** The dependencies of an `OrderService`. */
interface OrderServiceParts {
  ledger: Ledger;
  orders: ShopOrders;
  report: ReportEvent;
  clock: LedgerClock;
  deliveries: Pick<Deliveries, 'begin'>;
  /** True if results that the database did not accept are written again by themselves, without a sweep. */
  repairsItself: boolean;
}

/** The fix for the most frequent cause of a `settled` that takes too long. */
const SETTLED_FIX =
  'It was rolled back. Write through tx.query, its second argument, alone: a query of the pool waits for a connection, and for rows, that the transaction of settled holds.';

/** Makes every change of an order, reports the payments that arrive, and runs the shop's `settled` for them. */
export class OrderService {
  readonly #parts: OrderServiceParts;
  /** The results that the database has not accepted yet. */
  readonly unwritten: UnwrittenEnds;
  /** The number of `settled` calls that run now. */
  #settling = 0;
  /** True after a `settled` that took too long, until one succeeds. */
  #hasOverrun = false;

  constructor(parts: OrderServiceParts) {
    this.#parts = parts;
    this.unwritten = new UnwrittenEnds({
      write: ({ orderId, attemptId, end }) => this.end(orderId, attemptId, end),
      ping: () => parts.ledger.ping(),
      now: parts.clock.now,
    });
  }

  /**
   * Changes an order in one transaction, then settles the payments that arrived for it. `now` is the time by the ledger's clock, read under
   * the order's lock. With `limits`, `decide` gets the sender's tries, too. Rejects if the database cannot be reached.
   */
  async change<Result>(
    orderId: string,
    decide: (order: OrderRecord, now: number, tries: TryCounts) => Decision<Result>,
    limits?: TryLimits,
  ): Promise<Result> {
    const { ledger, clock } = this.#parts;
    let arrived: readonly PaymentRecord[] = [];
    const decideNow = (order: OrderRecord, at: number, tries: TryCounts): Decision<Result> => {
      const decision = decide(order, clock.note(at), tries);
      arrived = listArrived(order, decision.order);
      return decision;
    };
    const result = await ledger.change(orderId, decideNow, limits);
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
   * in memory, and written as soon as the database accepts it. Never rejects.
   */
  async endReliably(orderId: string, attemptId: string, end: DatedResult): Promise<void> {
    try {
      await this.end(orderId, attemptId, end);
    } catch (error) {
      this.unwritten.keep(orderId, attemptId, end);
      this.#parts.report({
        type: 'failure',
        operation: 'ledger',
        message: `The end of attempt ${attemptId} could not be written down${nameSqlState(error)}. It is tried again.`,
        error,
      });
      if (this.#parts.repairsItself) void this.unwritten.writeAll();
    }
  }

  /**
   * Runs the shop's `settled` for a payment, unless it has already run. A failure is reported, and the sweep tries again. `settled` runs
   * neither for a payment of unknown amount nor for a returned one.
   */
  async settle({ paymentId, orderId, kind, settledAt, returnedAt }: PaymentRecord): Promise<void> {
    if (kind === 'unclear' || settledAt !== undefined || returnedAt !== undefined) return;
    const { ledger, orders, report, clock, deliveries } = this.#parts;
    try {
      const isSettled = await ledger.settle(paymentId, (payment, tx) => this.#runSettled(payment, tx), {
        now: clock.now(),
        isDelivered: orders.deliver !== undefined,
        limitMs: SETTLED_LIMIT_MS,
      });
      if (!isSettled) return;
      report({ type: 'settled', orderId, paymentId });
    } catch (error) {
      const reason = error instanceof OverrunError ? `${error.message} ${SETTLED_FIX}` : `orders.settled failed${nameSqlState(error)}.`;
      report({
        type: 'failure',
        operation: 'settled',
        message: `Payment ${paymentId} is written down, but not settled: ${reason} The sweep tries again.`,
        error,
      });
      // The answer of a page may wait for this: it does not wait for another connection, too.
      void ledger.noteFailure('settled', paymentId, clock.now()).catch(() => undefined);
      return;
    }
    // Nobody waits for what happens outside of the database.
    deliveries.begin();
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
}

/** Lists the payments that are new or whose kind has changed. */
function listArrived({ payments: known }: OrderRecord, { payments }: OrderRecord): readonly PaymentRecord[] {
  return payments.filter(({ paymentId, kind }) => known.find((payment) => payment.paymentId === paymentId)?.kind !== kind);
}
