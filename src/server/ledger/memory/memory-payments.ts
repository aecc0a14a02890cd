import type { OrderRecord, PaymentRecord } from '../../orders/order-record.js';
import { findAskAt, findEnd, isLost, isUnknown } from '../../orders/order-stand.js';
import { listUnresolvedPayments } from '../../orders/paid-twice.js';
import { MOST_DUE, MOST_UNRESOLVED, spaceDelivery } from '../due-work.js';
import { createKeyedMutex } from '../keyed-mutex.js';
import type { Ledger, SqlQuery } from '../ledger.js';
import type { LedgerMemory } from './ledger-memory.js';

type PaymentMethods = 'settle' | 'listUnresolved' | 'listDue' | 'claimDelivery' | 'endDelivery' | 'countDeliveries';

/** How long a payment that is being settled is waited for, ms. */
const WAIT_MS = 30_000;

/** The part of a ledger in memory that settles and delivers payments, and lists what waits for somebody. */
export function createMemoryPayments(memory: LedgerMemory): Pick<Ledger, PaymentMethods> {
  const mutex = createKeyedMutex();
  return {
    settle: (paymentId, work, { now, isDelivered }) =>
      mutex(
        paymentId,
        async () => {
          const payment = findPayment(memory, paymentId);
          if (!payment) throw new Error('There is no such payment.');
          if (payment.settledAt !== undefined) return false;
          await work(payment, { query: rejectQuery });
          markSettled(memory, payment, now);
          if (isDelivered) memory.outbox.set(paymentId, { tries: 0, dueAt: now });
          return true;
        },
        WAIT_MS,
      ),
    async listUnresolved() {
      const lost = listRows(memory).attempts.filter(isLost);
      const payments = structuredClone([...memory.orders.values()].flatMap(listUnresolvedPayments));
      return {
        attempts: sortBy(lost, ({ state, openedAt }) => [state === 'replaced' ? 1 : 0, openedAt]).slice(0, MOST_UNRESOLVED),
        payments: sortBy(payments, ({ at }) => [at]).slice(0, MOST_UNRESOLVED),
      };
    },
    async listDue(now) {
      const { attempts, pix, payments } = listRows(memory);
      const over = attempts.filter((attempt) => (attempt.state === 'open' || attempt.state === 'sent') && findEnd(attempt) < now);
      const searches = attempts.filter((attempt) => isUnknown(attempt) && findAskAt(attempt) <= now);
      const unsettled = payments.filter(
        ({ kind, settledAt, returnedAt }) => kind !== 'unclear' && settledAt === undefined && returnedAt === undefined,
      );
      const asked = pix.filter(({ askAt = Infinity }) => askAt <= now);
      return {
        attempts: sortBy(over, ({ mayChargeUntil = Infinity, openedAt }) => [mayChargeUntil, openedAt]).slice(0, MOST_DUE),
        searches: sortBy(searches, (attempt) => [findAskAt(attempt)]).slice(0, MOST_DUE),
        pix: sortBy(asked, ({ askAt = 0 }) => [askAt]).slice(0, MOST_DUE),
        payments: sortBy(unsettled, ({ at }) => [at]).slice(0, MOST_DUE),
      };
    },
    async claimDelivery(now, leaseMs) {
      const due = [...memory.outbox].filter(([, { dueAt }]) => dueAt <= now);
      const [next] = sortBy(due, ([, { dueAt }]) => [dueAt]);
      if (!next) return undefined;
      const [paymentId, { tries }] = next;
      memory.outbox.set(paymentId, { tries: tries + 1, dueAt: now + spaceDelivery(leaseMs, tries) });
      const payment = findPayment(memory, paymentId);
      return payment && { payment, tries };
    },
    async endDelivery(paymentId) {
      memory.outbox.delete(paymentId);
    },
    async countDeliveries() {
      return memory.outbox.size;
    },
  };
}

const rejectQuery: SqlQuery = async () => {
  throw new Error('The ledger in memory has no database: use what the shop keeps itself, or sqlLedger.');
};

function findPayment({ orders, owners }: LedgerMemory, paymentId: string): PaymentRecord | undefined {
  const order = orders.get(owners.get(`payment ${paymentId}`) ?? '');
  return structuredClone(order?.payments.find((payment) => payment.paymentId === paymentId));
}

/** The order may have changed while `work` ran: only this field of the row is written. */
function markSettled({ orders }: LedgerMemory, { orderId, paymentId }: PaymentRecord, settledAt: number): void {
  const order = orders.get(orderId);
  if (!order) return;
  const payments = order.payments.map((payment) => (payment.paymentId === paymentId ? { ...payment, settledAt } : payment));
  orders.set(orderId, { ...order, payments });
}

function listRows({ orders }: LedgerMemory): Pick<OrderRecord, 'attempts' | 'pix' | 'payments'> {
  const all = structuredClone([...orders.values()]);
  return {
    attempts: all.flatMap(({ attempts }) => attempts),
    pix: all.flatMap(({ pix }) => pix),
    payments: all.flatMap(({ payments }) => payments),
  };
}

function sortBy<Row>(rows: readonly Row[], keysOf: (row: Row) => readonly number[]): Row[] {
  return [...rows].sort((one, other) => compare(keysOf(one), keysOf(other)));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((key, place) => key !== other[place]);
  return index < 0 ? 0 : (one[index] ?? 0) < (other[index] ?? 0) ? -1 : 1;
}
