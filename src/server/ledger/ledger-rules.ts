import { type SavedCard, savedCardKey } from '../../domain/card/saved-card.js';
import type { AttemptRecord, OrderRecord, PaymentRecord, PixRecord } from '../orders/order-record.js';

/** The most cards that a customer keeps. */
export const MOST_CARDS = 300;

/** A kept card, and when it was paid with last, epoch ms. */
export interface ShelvedCard {
  card: SavedCard;
  usedAt?: number;
}

/** Sorts a customer's cards, which are oldest first: the ones like the card that was paid with last before all others. */
export function sortCards(cards: readonly ShelvedCard[]): SavedCard[] {
  const used = cards.filter(({ usedAt }) => usedAt !== undefined);
  const last = used.reduce<ShelvedCard | undefined>((best, each) => ((each.usedAt ?? 0) >= (best?.usedAt ?? 0) ? each : best), undefined);
  const isLikeLast = (card: SavedCard): boolean => last !== undefined && savedCardKey(card) === savedCardKey(last.card);
  const all = cards.map(({ card }) => card);
  return [...all.filter(isLikeLast), ...all.filter((card) => !isLikeLast(card))];
}

/** The most rows of each kind that one look for due work returns. */
export const MOST_DUE = 100;

/** The most rows of each kind that a person is shown. */
export const MOST_UNRESOLVED = 500;

/** No delivery waits longer than this for its next try, ms, unless its lease is longer. */
const LONGEST_SPACING_MS = 60 * 60_000;

/** How long after it was claimed a delivery that did not end may be claimed again, ms: its lease, doubled with each try before. */
export function spaceDelivery(leaseMs: number, tries: number): number {
  return Math.max(leaseMs, Math.min(leaseMs * 2 ** Math.min(tries, 30), LONGEST_SPACING_MS));
}

/** What is to be written of the rows of one kind. */
export interface RowChanges<Row> {
  added: readonly Row[];
  changed: readonly Row[];
}

/** What a decision changes of an order. Rows that it leaves out are not among it: nothing is ever deleted by a decision. */
export interface OrderChanges {
  isHolderChanged: boolean;
  attempts: RowChanges<AttemptRecord>;
  pix: RowChanges<PixRecord>;
  payments: RowChanges<PaymentRecord>;
}

/**
 * Lists what differs between an order as it was read and as it is to be.
 *
 * @throws {Error} A row is of another order: the decision is wrong.
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

/** Whether anything is to be written. */
export function hasChanges({ isHolderChanged, attempts, pix, payments }: OrderChanges): boolean {
  return isHolderChanged || [attempts, pix, payments].some(({ added, changed }) => added.length + changed.length > 0);
}

/** When the last thing happened to an order, epoch ms, by what its rows say; 0 where it has none. */
export function findLastChange({ attempts, pix, payments }: Omit<OrderRecord, 'orderId'>): number {
  const instants = [
    ...attempts.flatMap(({ openedAt, sentAt, endedAt, told }) => [openedAt, sentAt, endedAt, told?.at]),
    ...pix.flatMap(({ createdAt, answeredAt }) => [createdAt, answeredAt]),
    ...payments.flatMap(({ at, settledAt, returnedAt }) => [at, settledAt, returnedAt]),
  ];
  return instants.reduce<number>((last, instant = 0) => Math.max(last, instant), 0);
}

/** By reference first: what a decision did not touch is the same object. */
function compareRows<Row extends object>(before: readonly Row[], after: readonly Row[], idOf: (row: Row) => string): RowChanges<Row> {
  const known = new Map(before.map((row) => [idOf(row), row]));
  const added = after.filter((row) => !known.has(idOf(row)));
  const changed = after.filter((row) => {
    const old = known.get(idOf(row));
    return old !== undefined && old !== row && !isSame(old, row);
  });
  return { added, changed };
}

/** Whether two values of a row say the same; an absent field is `undefined`. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [fields, others] = [new Map<string, unknown>(Object.entries(one)), new Map<string, unknown>(Object.entries(other))];
  return [...fields.keys(), ...others.keys()].every((field) => isSame(fields.get(field), others.get(field)));
}
