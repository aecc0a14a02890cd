import type { Brand } from '../../domain/card/brands.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { presentFields } from '../../domain/present-fields.js';
import { createOrderRecord, type OrderRecord, type PaymentRecord } from '../orders/order-record.js';
import { isEnded, isLost, isUnknown } from '../orders/order-state.js';
import { findChargeKey, listUnresolvedPayments } from '../orders/payments.js';
import { createKeyedMutex } from './keyed-mutex.js';
import {
  findLastChange,
  hasChanges,
  listChanges,
  MOST_CARDS,
  MOST_UNRESOLVED,
  sortCards,
  type OrderChanges,
  type RowChanges,
  type KeptCard,
} from './ledger-rules.js';
import { LedgerConflict, type Connection, type Ledger, type SharedKey, type SignIn, type SqlQuery } from './ledger.js';
import { createLocalAnnouncements } from './local-announcements.js';
import { createMemoryDueWork, type DueMemory, listRows, sortBy } from './memory-due-work.js';
import { openTries, type MemoryTries } from './memory-tries.js';

/** A card in memory: its customer, and the card itself if it is kept. */
interface CardInMemory {
  customer: string;
  /** True if the customer tokenized the card here. This is so for every card that is not kept. */
  isTokenized?: boolean;
  /** The brand of the card's number, if the card was tokenized here. */
  brand?: Brand;
  card?: SavedCard;
  /** The time of the last payment, epoch ms. */
  usedAt?: number;
}

/** All data of a ledger in memory: plain data, which can be cloned and stored. */
export interface LedgerMemory extends DueMemory {
  /** The cards by `cardId`, in the order in which they were kept. */
  cards: Map<string, CardInMemory>;
  connections: Map<string, Connection>;
  signIns: Map<string, SignIn>;
  counts: Map<string, { count: number; endsAt: number }>;
  /** Absent in a memory that an earlier version stored. */
  keys?: Map<string, SharedKey>;
  /** The tries by `session HASH` and `address HASH`, then by attempt. Absent in a memory that an earlier version stored. */
  tries?: MemoryTries;
}

/**
 * Creates an empty memory.
 *
 * @example
 * const memory = createLedgerMemory();
 * const ledger = memoryLedger(memory);
 * await ledger.keepCard('ana', { cardId: 'c1', name: 'Visa', brand: 'visa', last4: '1111', expiration: '12/30' });
 * console.log(memory.cards.size); // 1
 */
export function createLedgerMemory(): LedgerMemory {
  return {
    orders: new Map(),
    owners: new Map(),
    outbox: new Map(),
    cards: new Map(),
    connections: new Map(),
    signIns: new Map(),
    counts: new Map(),
    keys: new Map(),
    tries: new Map(),
  };
}

/** The longest wait for a payment that is being settled, or for a connection that is in use, ms. */
const WAIT_MS = 30_000;

/**
 * Creates a ledger in memory, for tests and for a demo without a server: one process, no SQL in `settled`.
 *
 * @param memory Its data, changed in place: a program that stores it can continue with it later.
 * @example
 * const ledger = memoryLedger();
 * await ledger.start();
 * console.log(await ledger.count('login 127.0.0.1', 60_000, Date.now())); // { count: 1, leftMs: 60000 }
 */
export function memoryLedger(memory: LedgerMemory = createLedgerMemory()): Ledger {
  const { orders, owners, outbox, cards, connections, signIns, counts } = memory;
  const keys = (memory.keys ??= new Map());
  const announcements = createLocalAnnouncements();
  const tries = openTries(memory);
  const paymentMutex = createKeyedMutex();
  const connectionMutex = createKeyedMutex();
  const read = (orderId: string): OrderRecord => structuredClone(orders.get(orderId) ?? createOrderRecord(orderId));
  const readOwner = (key: string): OrderRecord => read(owners.get(key) ?? '');
  const findPayment = (paymentId: string): PaymentRecord | undefined =>
    readOwner(`payment ${paymentId}`).payments.find((payment) => payment.paymentId === paymentId);
  const listKept = (customer: string): KeptCard[] =>
    [...cards.values()].flatMap(({ customer: owner, card, usedAt }) =>
      owner === customer && card ? [presentFields({ card: { ...card }, usedAt })] : [],
    );
  const findCount = (key: string, now: number): { count: number; endsAt: number } | undefined => {
    const known = counts.get(key);
    return known && known.endsAt > now ? known : undefined;
  };
  const removeExpired = async (now: number): Promise<void> => {
    for (const rows of [signIns, counts, keys]) for (const [key, { endsAt }] of rows) if (endsAt <= now) rows.delete(key);
  };
  return {
    warning: 'The ledger is in memory: it forgets every order and payment when the process ends. A live shop uses PostgreSQL.',
    async start() {
      // Nothing needs to be prepared.
    },
    async close() {
      announcements.clear();
    },
    async ping() {
      // Memory can always be reached.
    },
    async now() {
      return Date.now();
    },
    async distrust() {
      return undefined;
    },
    async trust() {
      // Memory cannot be restored, so it is always trusted.
    },

    // Reading and writing are one synchronous step, so an order needs no lock.
    async change(orderId, decide, limits) {
      const order = read(orderId);
      const { result, order: next } = decide(order, Date.now(), tries.count(limits));
      const changes = listChanges(order, next);
      if (!hasChanges(changes)) return result;
      write(memory, next, changes);
      tries.replace(order.attempts, read(orderId).attempts);
      return result;
    },
    async forgetAddresses(instant) {
      tries.forgetAddresses(instant);
    },
    async read(orderId) {
      return read(orderId);
    },
    async findAttempt(attemptId) {
      return readOwner(`attempt ${attemptId}`).attempts.find((attempt) => attempt.attemptId === attemptId);
    },
    async findPixCharge(chargeId) {
      return readOwner(`pix ${chargeId}`).pix.find((charge) => charge.chargeId === chargeId);
    },
    async findPayment(paymentId) {
      return findPayment(paymentId);
    },
    async listUnresolved() {
      const lost = structuredClone(listRows(memory).attempts.filter(isLost));
      const payments = structuredClone([...orders.values()].flatMap(listUnresolvedPayments));
      return {
        attempts: sortBy(lost, ({ state, openedAt }) => [state === 'replaced' ? 1 : 0, openedAt]).slice(0, MOST_UNRESOLVED),
        payments: sortBy(payments, ({ at }) => [at]).slice(0, MOST_UNRESOLVED),
      };
    },
    async removeBefore(instant, now) {
      await removeExpired(now);
      const ended = [...orders.values()].filter((order) => isRemovable(memory, order, instant));
      for (const order of ended) {
        orders.delete(order.orderId);
        for (const key of listKeys(order)) owners.delete(key);
        tries.replace(order.attempts, []);
      }
      return ended.length;
    },

    settle: (paymentId, work, { now, isDelivered }) =>
      paymentMutex(
        paymentId,
        async () => {
          const payment = findPayment(paymentId);
          if (!payment) throw new Error('There is no such payment.');
          if (payment.settledAt !== undefined) return false;
          await work(payment, { query: rejectQuery });
          markSettled(memory, payment, now);
          memory.settling?.delete(paymentId);
          if (isDelivered) outbox.set(paymentId, { tries: 0, dueAt: now });
          return true;
        },
        WAIT_MS,
      ),
    ...createMemoryDueWork(memory, tries.replace),

    async count(key, windowMs, now) {
      const { count, endsAt } = findCount(key, now) ?? { count: 0, endsAt: now + windowMs };
      counts.set(key, { count: count + 1, endsAt });
      return { count: count + 1, leftMs: endsAt - now };
    },
    async readCount(key, now) {
      const known = findCount(key, now);
      return known ? { count: known.count, leftMs: known.endsAt - now } : { count: 0, leftMs: 0 };
    },
    async discount(key, now) {
      const known = findCount(key, now);
      if (known) counts.set(key, { ...known, count: Math.max(known.count - 1, 0) });
    },

    async shareKey(name, key, lifeMs, now) {
      const known = keys.get(name);
      const shared = known && known.endsAt > now ? known : { key, endsAt: now + lifeMs };
      keys.set(name, shared);
      return shared;
    },
    removeExpired,

    async listCards(customer) {
      return sortCards(listKept(customer));
    },
    async keepCard(customer, card) {
      const known = cards.get(card.cardId);
      if (known && known.customer !== customer) return false;
      if (!known?.card && listKept(customer).length >= MOST_CARDS) return false;
      // A card that was only claimed moves behind the others.
      if (!known?.card) cards.delete(card.cardId);
      cards.set(card.cardId, { ...known, customer, card: { ...card }, isTokenized: isTokenized(known) });
      return true;
    },
    async claimCard(customer, cardId, brand) {
      const known = cards.get(cardId);
      const isOwn = known?.customer === customer;
      if (!isOwn && isTokenized(known)) return false;
      cards.set(cardId, { ...(isOwn && known), customer, isTokenized: true, ...(brand && { brand }) });
      return true;
    },
    async findTokenizedCard(cardId) {
      const known = cards.get(cardId);
      return known && isTokenized(known) ? presentFields({ customer: known.customer, brand: known.brand }) : undefined;
    },
    async removeCard(customer, cardId) {
      const known = cards.get(cardId);
      return known?.customer === customer && known.card !== undefined && cards.delete(cardId);
    },
    async noteCardUse(customer, cardId, now) {
      const known = cards.get(cardId);
      if (known?.customer === customer) cards.set(cardId, { ...known, usedAt: now });
    },
    async forgetCustomer(customer) {
      for (const [cardId, { customer: owner }] of cards) if (owner === customer) cards.delete(cardId);
    },

    withConnection: (name, work) =>
      connectionMutex(
        name,
        () =>
          work(structuredClone(connections.get(name)), async (next) => {
            connections.set(name, { ...next });
          }),
        WAIT_MS,
      ),
    async readConnection(name) {
      return structuredClone(connections.get(name));
    },
    async addSignIn(signIn) {
      signIns.set(signIn.key, { ...signIn });
    },
    async consumeSignIn(key, now) {
      const signIn = signIns.get(key);
      signIns.delete(key);
      return signIn && signIn.endsAt > now ? signIn : undefined;
    },

    subscribe: announcements.subscribe,
    async announce(chargeId) {
      announcements.publish(chargeId);
    },
  };
}

/** Writes all changes or none: a row that belongs to another order is found before anything is written. */
function write(memory: LedgerMemory, next: OrderRecord, { attempts, pix, payments }: OrderChanges): void {
  const { orderId, holder } = next;
  const before = memory.orders.get(orderId) ?? createOrderRecord(orderId);
  const kept = payments.changed.map((payment) => keepSettled(before.payments, payment));
  const order = structuredClone({
    orderId,
    ...presentFields({ holder }),
    attempts: merge(before.attempts, attempts, ({ attemptId }) => attemptId),
    pix: merge(before.pix, pix, ({ chargeId }) => chargeId),
    payments: merge(before.payments, { ...payments, changed: kept }, ({ paymentId }) => paymentId),
  });
  const keys = listKeys(order);
  const known = new Set(listKeys(before));
  if (new Set(keys).size < keys.length || keys.some((key) => !known.has(key) && memory.owners.has(key))) throw new LedgerConflict();
  for (const key of known) memory.owners.delete(key);
  for (const key of keys) memory.owners.set(key, orderId);
  memory.orders.set(orderId, order);
}

/** Keeps the stored `settledAt`: only `settle` writes this field. */
function keepSettled(known: readonly PaymentRecord[], payment: PaymentRecord): PaymentRecord {
  const settledAt = known.find(({ paymentId }) => paymentId === payment.paymentId)?.settledAt;
  return presentFields({ ...payment, settledAt });
}

function merge<Row>(before: readonly Row[], { added, changed }: RowChanges<Row>, idOf: (row: Row) => string): Row[] {
  const newer = new Map(changed.map((row) => [idOf(row), row]));
  return [...before.map((row) => newer.get(idOf(row)) ?? row), ...added];
}

/** Lists the keys of an order in `owners`. */
function listKeys({ attempts, pix, payments }: OrderRecord): string[] {
  return [
    ...attempts.map(({ attemptId }) => `attempt ${attemptId}`),
    ...pix.map(({ chargeId }) => `pix ${chargeId}`),
    ...payments.map(({ paymentId }) => `payment ${paymentId}`),
    ...payments.flatMap((payment) => findChargeKey(payment) ?? []),
  ];
}

/** Returns whether an order can be removed: nothing of it is under way, waits for a person or is newer than the instant. */
function isRemovable({ outbox }: LedgerMemory, order: OrderRecord, instant: number): boolean {
  if (findLastChange(order) >= instant) return false;
  if (order.attempts.some((attempt) => !isEnded(attempt) || isUnknown(attempt))) return false;
  if (order.pix.some(({ askAt }) => askAt !== undefined)) return false;
  return !order.payments.some(
    ({ paymentId, kind, settledAt, returnedAt }) =>
      outbox.has(paymentId) || (returnedAt === undefined && (settledAt === undefined || kind !== 'paid')),
  );
}

const rejectQuery: SqlQuery = async () => {
  throw new Error('The ledger in memory has no database: use what the shop keeps itself, or sqlLedger.');
};

/** Marks a payment as settled. The order may have changed while `work` ran, so only this field is written. */
function markSettled({ orders }: LedgerMemory, { orderId, paymentId }: PaymentRecord, settledAt: number): void {
  const order = orders.get(orderId);
  if (!order) return;
  const payments = order.payments.map((payment) => (payment.paymentId === paymentId ? { ...payment, settledAt } : payment));
  orders.set(orderId, { ...order, payments });
}

/** Returns whether the customer of a card tokenized it here. */
function isTokenized(known: CardInMemory | undefined): boolean {
  return known !== undefined && (known.isTokenized === true || !known.card);
}
