import { createOrderRecord, type AttemptRecord, type OrderRecord, type PaymentRecord, type PixRecord } from '../../orders/order-record.js';
import { isEnded, isUnknown } from '../../orders/order-stand.js';
import { LedgerConflict, type Ledger } from '../ledger.js';
import { findLastChange, hasChanges, listChanges, type OrderChanges, type RowChanges } from '../order-changes.js';
import type { LedgerMemory } from './ledger-memory.js';

type OrderMethods = 'change' | 'read' | 'findAttempt' | 'findPixCharge' | 'findPayment' | 'removeBefore';

/** The part of a ledger in memory that has the orders. Nothing waits between reading and writing, which is what locks an order. */
export function createMemoryOrders(memory: LedgerMemory): Pick<Ledger, OrderMethods> {
  const read = (orderId: string): OrderRecord => structuredClone(memory.orders.get(orderId) ?? createOrderRecord(orderId));
  return {
    async change(orderId, decide) {
      const order = read(orderId);
      const { result, order: next } = decide(order, Date.now());
      const changes = listChanges(order, next);
      if (hasChanges(changes)) write(memory, next, changes);
      return result;
    },
    async read(orderId) {
      return read(orderId);
    },
    async findAttempt(attemptId) {
      const orderId = memory.owners.get(`attempt ${attemptId}`);
      return orderId === undefined ? undefined : read(orderId).attempts.find((attempt) => attempt.attemptId === attemptId);
    },
    async findPixCharge(chargeId) {
      const orderId = memory.owners.get(`pix ${chargeId}`);
      return orderId === undefined ? undefined : read(orderId).pix.find((charge) => charge.chargeId === chargeId);
    },
    async findPayment(paymentId) {
      const orderId = memory.owners.get(`payment ${paymentId}`);
      return orderId === undefined ? undefined : read(orderId).payments.find((payment) => payment.paymentId === paymentId);
    },
    async removeBefore(instant, now) {
      forgetEnded(memory.signIns, now);
      forgetEnded(memory.counts, now);
      const ended = [...memory.orders.values()].filter((order) => isOver(memory, order, instant));
      for (const order of ended) {
        memory.orders.delete(order.orderId);
        for (const key of listKeys(order)) memory.owners.delete(key);
      }
      return ended.length;
    },
  };
}

/** Writes all of it or nothing: what belongs to another row already is found before anything is written. */
function write(memory: LedgerMemory, next: OrderRecord, { attempts, pix, payments }: OrderChanges): void {
  const { orderId, holder } = next;
  const before = memory.orders.get(orderId) ?? createOrderRecord(orderId);
  const kept = payments.changed.map((payment) => keepSettled(before.payments, payment));
  const order = structuredClone({
    orderId,
    ...(holder !== undefined && { holder }),
    attempts: merge(before.attempts, attempts, ({ attemptId }) => attemptId),
    pix: merge(before.pix, pix, ({ chargeId }) => chargeId),
    payments: merge(before.payments, { ...payments, changed: kept }, ({ paymentId }) => paymentId),
  });
  const keys = listKeys(order);
  const known = new Set(listKeys(before));
  if (new Set(keys).size < keys.length || keys.some((key) => !known.has(key) && memory.owners.has(key))) {
    throw new LedgerConflict('A charge or an identifier is written down for another order already.');
  }
  for (const key of known) memory.owners.delete(key);
  for (const key of keys) memory.owners.set(key, orderId);
  memory.orders.set(orderId, order);
}

/** `settle` alone says that a payment is settled. */
function keepSettled(known: readonly PaymentRecord[], payment: PaymentRecord): PaymentRecord {
  const { settledAt: _, ...rest } = payment;
  const settledAt = known.find(({ paymentId }) => paymentId === payment.paymentId)?.settledAt;
  return { ...rest, ...(settledAt !== undefined && { settledAt }) };
}

function merge<Row>(before: readonly Row[], { added, changed }: RowChanges<Row>, idOf: (row: Row) => string): Row[] {
  const newer = new Map(changed.map((row) => [idOf(row), row]));
  return [...before.map((row) => newer.get(idOf(row)) ?? row), ...added];
}

function listKeys({ attempts, pix, payments }: OrderRecord): string[] {
  return [
    ...attempts.map(({ attemptId }: AttemptRecord) => `attempt ${attemptId}`),
    ...pix.map(({ chargeId }: PixRecord) => `pix ${chargeId}`),
    ...payments.map(({ paymentId }) => `payment ${paymentId}`),
    ...payments.flatMap(({ method, identifier }) =>
      identifier === undefined ? [] : [`${method === 'pix' ? 'pix-charge' : 'card-charge'} ${identifier}`],
    ),
  ];
}

/** Nothing of the order is under way, waits for a person or is newer than the instant. */
function isOver({ outbox }: LedgerMemory, order: OrderRecord, instant: number): boolean {
  if (findLastChange(order) >= instant) return false;
  if (order.attempts.some((attempt) => !isEnded(attempt) || isUnknown(attempt))) return false;
  if (order.pix.some(({ askAt }) => askAt !== undefined)) return false;
  return !order.payments.some(
    ({ paymentId, kind, settledAt, returnedAt }) =>
      outbox.has(paymentId) || (returnedAt === undefined && (settledAt === undefined || kind !== 'paid')),
  );
}

function forgetEnded(rows: Map<string, { endsAt: number }>, now: number): void {
  for (const [key, { endsAt }] of rows) if (endsAt <= now) rows.delete(key);
}
