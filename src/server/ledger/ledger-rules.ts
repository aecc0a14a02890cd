import { type SavedCard, savedCardKey } from '../../domain/card/saved-card.js';
import type { AttemptRecord, OrderRecord, PaymentRecord, PixRecord } from '../orders/order-record.js';
import type { TryCount } from './ledger.js';

/** The most cards that a customer can keep. */
export const MOST_CARDS = 300;

/** A kept card, and the time of its last payment, epoch ms. */
export interface KeptCard {
  card: SavedCard;
  usedAt?: number;
}

/** Sorts a customer's cards, which are given oldest first: the cards that equal the last used one come before all others. */
export function sortCards(cards: readonly KeptCard[]): SavedCard[] {
  const used = cards.filter(({ usedAt }) => usedAt !== undefined);
  const last = used.reduce<KeptCard | undefined>((best, each) => ((each.usedAt ?? 0) >= (best?.usedAt ?? 0) ? each : best), undefined);
  const isLikeLast = (card: SavedCard): boolean => last !== undefined && savedCardKey(card) === savedCardKey(last.card);
  const all = cards.map(({ card }) => card);
  return [...all.filter(isLikeLast), ...all.filter((card) => !isLikeLast(card))];
}

/** The most attempts that one transaction marks as expired: none of their orders is locked for long. */
export const MOST_EXPIRED = 500;

/** The most rows of each kind that a person is shown. */
export const MOST_UNRESOLVED = 500;

/** The longest time between two tries of the shop's function for a payment, ms, unless the lease is longer. */
export const LONGEST_SPACING_MS = 60 * 60_000;

/** Returns the time until claimed work that did not succeed can be claimed again, ms: its lease, doubled with each earlier try. */
export function getTryInterval(leaseMs: number, tries: number): number {
  return Math.max(leaseMs, Math.min(leaseMs * 2 ** Math.min(tries, 30), LONGEST_SPACING_MS));
}

/** The tries of a sender who has none, or of whom nothing was asked. */
export const NO_TRIES: TryCount = { declined: 0, underWay: 0 };

/** The changes of the rows of one kind. */
export interface RowChanges<Row> {
  added: readonly Row[];
  changed: readonly Row[];
}

/** The changes of an order by a decision. A row that the decision leaves out does not change: a decision never deletes anything. */
export interface OrderChanges {
  isHolderChanged: boolean;
  attempts: RowChanges<AttemptRecord>;
  pix: RowChanges<PixRecord>;
  payments: RowChanges<PaymentRecord>;
}

/**
 * Lists the differences between an order before and after a decision.
 *
 * @throws {Error} A row belongs to another order: the decision is wrong.
 */
export function listChanges(before: OrderRecord, after: OrderRecord): OrderChanges {
  const rows = [...after.attempts, ...after.pix, ...after.payments];
  if (after.orderId !== before.orderId || rows.some(({ orderId }) => orderId !== before.orderId)) {
    throw new Error('A decision about an order has a row of another order.');
  }
  return {
    isHolderChanged: before.holder !== after.holder,
    attempts: compareRows(before.attempts, after.attempts, ({ attemptId }) => attemptId),
    pix: compareRows(before.pix, after.pix, ({ chargeId }) => chargeId),
    payments: compareRows(before.payments, after.payments, ({ paymentId }) => paymentId),
  };
}

/** Returns whether anything must be written. */
export function hasChanges({ isHolderChanged, attempts, pix, payments }: OrderChanges): boolean {
  return isHolderChanged || [attempts, pix, payments].some(({ added, changed }) => added.length + changed.length > 0);
}

/** Finds the time of the last change of an order in its rows, epoch ms; 0 if it has none. */
export function findLastChange({ attempts, pix, payments }: Omit<OrderRecord, 'orderId'>): number {
  const instants = [
    ...attempts.flatMap(({ openedAt, sentAt, endedAt, told }) => [openedAt, sentAt, endedAt, told?.at]),
    ...pix.flatMap(({ createdAt, answeredAt }) => [createdAt, answeredAt]),
    ...payments.flatMap(({ at, settledAt, returnedAt }) => [at, settledAt, returnedAt]),
  ];
  return instants.reduce<number>((last, instant = 0) => Math.max(last, instant), 0);
}

/** Lists the added and the changed rows. It compares by reference first: a row that a decision did not change is the same object. */
function compareRows<Row extends object>(before: readonly Row[], after: readonly Row[], idOf: (row: Row) => string): RowChanges<Row> {
  const known = new Map(before.map((row) => [idOf(row), row]));
  const added = after.filter((row) => !known.has(idOf(row)));
  const changed = after.filter((row) => {
    const old = known.get(idOf(row));
    return old !== undefined && old !== row && !isSame(old, row);
  });
  return { added, changed };
}

/** Returns whether two values of a row are equal. An absent field equals `undefined`. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [fields, others] = [new Map<string, unknown>(Object.entries(one)), new Map<string, unknown>(Object.entries(other))];
  return [...fields.keys(), ...others.keys()].every((field) => isSame(fields.get(field), others.get(field)));
}
