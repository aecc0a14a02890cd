import { expireAttempt } from '../orders/end-attempt.js';
import { type AttemptRecord, createOrderRecord, type OrderRecord, type PaymentRecord } from '../orders/order-record.js';
import { findAskAt, findEnd, isUnknown, planSearch, putAttempt, putBy } from '../orders/order-state.js';
import { planPixQuery } from '../orders/pix-charges.js';
import { getTryInterval, MOST_EXPIRED } from './ledger-rules.js';
import type { Ledger, WaitingWork, WorkKind, WorkMethods } from './ledger.js';

/** The next turn of the shop's function for a payment. */
interface Turn {
  /** The number of earlier tries. */
  tries: number;
  /** Epoch ms. */
  dueAt: number;
  /** The time since which it fails, epoch ms. */
  failedAt?: number;
}

/** The data of a ledger in memory that may be due. */
export interface DueMemory {
  orders: Map<string, OrderRecord>;
  /** The order of a row or an identifier: `attempt ID`, `pix ID`, `payment ID`, `card-charge IDENTIFIER`, `pix-charge IDENTIFIER`. */
  owners: Map<string, string>;
  /** The deliveries by `paymentId`. */
  outbox: Map<string, Turn>;
  /** The payments that `orders.settled` was tried for in vain, by `paymentId`. Absent in a memory that an older version stored. */
  settling?: Map<string, Turn>;
}

/**
 * Creates the part of a ledger in memory that hands out the work that is due. Each claim is one synchronous step, so nothing is locked.
 *
 * @param replaceTries Replaces the tries of an order: an attempt that has expired is none any more.
 */
export function createMemoryDueWork(
  memory: DueMemory,
  replaceTries: (before: readonly AttemptRecord[], after: readonly AttemptRecord[]) => void,
): Pick<Ledger, WorkMethods> {
  const { orders, owners, outbox } = memory;
  const settling = (memory.settling ??= new Map<string, Turn>());
  const read = (orderId: string): OrderRecord => orders.get(orderId) ?? createOrderRecord(orderId);
  return {
    async expireAttempts(now) {
      const expired = listRows(memory).attempts.filter((attempt) => hasExpired(attempt, now));
      const first = sortBy(expired, ({ mayChargeUntil = Infinity, openedAt }) => [mayChargeUntil, openedAt]).slice(0, MOST_EXPIRED);
      for (const { orderId, attemptId } of first) {
        const { attempts } = read(orderId);
        const { order } = expireAttempt(read(orderId), attemptId, now);
        orders.set(orderId, order);
        replaceTries(attempts, order.attempts);
      }
      return first.map(({ orderId, attemptId }) => ({ orderId, attemptId }));
    },
    async claimSearches(now, most) {
      const due = listRows(memory).attempts.filter((attempt) => isUnknown(attempt) && findAskAt(attempt) <= now);
      const first = sortBy(due, (attempt) => [findAskAt(attempt)]).slice(0, most);
      return first.map((known) => {
        const attempt = { ...known, askAt: planSearch(known, now) };
        orders.set(known.orderId, putAttempt(read(known.orderId), attempt));
        return { attempt: structuredClone(attempt), isFirst: known.state === 'unconfirmed' && known.askAt === undefined };
      });
    },
    async claimPixQueries(now, most) {
      const due = listRows(memory).pix.filter(({ askAt = Infinity }) => askAt <= now);
      const first = sortBy(due, ({ askAt = 0 }) => [askAt]).slice(0, most);
      return first.map((row) => {
        const { askAt: _, ...known } = row;
        const charge = { ...known, ...planPixQuery(known, now, false) };
        const order = read(known.orderId);
        orders.set(known.orderId, { ...order, pix: putBy(order.pix, charge, ({ chargeId }) => chargeId) });
        return structuredClone(charge);
      });
    },
    async claimSettling(now, leaseMs) {
      const turnOf = ({ paymentId }: PaymentRecord): Turn => settling.get(paymentId) ?? { tries: 0, dueAt: 0 };
      const due = listRows(memory).payments.filter((payment) => isUnsettled(payment) && turnOf(payment).dueAt <= now);
      const first = sortBy(due, (payment) => [turnOf(payment).dueAt || payment.at]).slice(0, 1);
      for (const payment of first) settling.set(payment.paymentId, nextTurn(turnOf(payment), now, leaseMs));
      return structuredClone(first);
    },
    async claimDelivery(now, leaseMs, { isNew = false } = {}) {
      const due = [...outbox].filter(([, { dueAt, tries }]) => dueAt <= now && (tries === 0 || !isNew));
      const [next] = sortBy(due, ([, { dueAt }]) => [dueAt]);
      if (!next) return undefined;
      const [paymentId, turn] = next;
      outbox.set(paymentId, nextTurn(turn, now, leaseMs));
      const order = read(owners.get(`payment ${paymentId}`) ?? '');
      const payment = order.payments.find((each) => each.paymentId === paymentId);
      return payment && { payment: structuredClone(payment), tries: turn.tries };
    },
    async endDelivery(paymentId) {
      outbox.delete(paymentId);
    },
    async noteFailure(work, paymentId, now) {
      if (work === 'settled') settling.set(paymentId, { tries: 0, dueAt: 0, failedAt: now, ...settling.get(paymentId) });
      const turn = work === 'deliveries' ? outbox.get(paymentId) : undefined;
      if (turn) outbox.set(paymentId, { failedAt: now, ...turn });
    },
    async listWaiting(now) {
      const { attempts, pix, payments } = listRows(memory);
      const unsettled = payments.filter(isUnsettled);
      const undelivered = payments.filter(({ paymentId }) => outbox.has(paymentId));
      const unasked = attempts.filter(isUnknown).map(findAskAt);
      const isFailing = (turns: Map<string, Turn>, { paymentId }: PaymentRecord): boolean => turns.get(paymentId)?.failedAt !== undefined;
      const listed: readonly [WorkKind, readonly number[], number][] = [
        ['settled', unsettled.map(({ at }) => at), unsettled.filter((payment) => isFailing(settling, payment)).length],
        [
          'deliveries',
          undelivered.map(({ settledAt = now }) => settledAt),
          undelivered.filter((payment) => isFailing(outbox, payment)).length,
        ],
        ['expired', attempts.filter((attempt) => hasExpired(attempt, now)).map(findEnd), 0],
        ['searches', unasked.filter((at) => at <= now), 0],
        ['pix', pix.map(({ askAt = Infinity }) => askAt).filter((at) => at <= now), 0],
      ];
      return listed.flatMap(([work, instants, failing]): readonly WaitingWork[] =>
        instants.length > 0 ? [{ work, count: instants.length, since: Math.min(...instants), failing }] : [],
      );
    },
  };
}

/** Plans the next try, by the rule that all ledgers share. */
function nextTurn(turn: Turn, now: number, leaseMs: number): Turn {
  return { ...turn, tries: turn.tries + 1, dueAt: now + getTryInterval(leaseMs, turn.tries) };
}

/** Returns whether an attempt that has not ended has expired. */
function hasExpired(attempt: AttemptRecord, now: number): boolean {
  return (attempt.state === 'open' || attempt.state === 'sent') && findEnd(attempt) < now;
}

/** Returns whether `orders.settled` is still to run for a payment. */
function isUnsettled({ kind, settledAt, returnedAt }: PaymentRecord): boolean {
  return kind !== 'unclear' && settledAt === undefined && returnedAt === undefined;
}

/** Lists the rows of all orders. */
export function listRows({ orders }: Pick<DueMemory, 'orders'>): Pick<OrderRecord, 'attempts' | 'pix' | 'payments'> {
  const all = [...orders.values()];
  return {
    attempts: all.flatMap(({ attempts }) => attempts),
    pix: all.flatMap(({ pix }) => pix),
    payments: all.flatMap(({ payments }) => payments),
  };
}

/** Sorts rows by keys, in ascending order; a later key decides between rows with equal earlier keys. */
export function sortBy<Row>(rows: readonly Row[], keysOf: (row: Row) => readonly number[]): Row[] {
  return [...rows].sort((one, other) => compare(keysOf(one), keysOf(other)));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((key, place) => key !== other[place]);
  return index < 0 ? 0 : (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1;
}
