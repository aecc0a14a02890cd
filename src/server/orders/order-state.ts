import type { AttemptRecord, OrderRecord, PaymentRecord } from './order-record.js';

/** The availability of an order for a payment. */
export type OrderAvailability =
  | { status: 'open' }
  | { status: 'paid' }
  /** Less than the price arrived: the order accepts no payment until a person has checked it. */
  | { status: 'short' }
  /** Money of unknown amount or purpose waits for a person. */
  | { status: 'unclear' }
  /** Only this attempt may charge a card. */
  | { status: 'held'; holder: AttemptRecord };

/** Derives the availability of an order from its rows. */
export function deriveAvailability(order: OrderRecord): OrderAvailability {
  const kept = order.payments.filter(({ returnedAt }) => returnedAt === undefined);
  const has = (kind: PaymentRecord['kind']): boolean => kept.some((payment) => payment.kind === kind);
  // An extra payment pays the order too, once the earlier payment was returned.
  if (has('paid') || has('extra')) return { status: 'paid' };
  if (has('short')) return { status: 'short' };
  if (has('unclear')) return { status: 'unclear' };
  const holder = findHolder(order);
  return holder ? { status: 'held', holder } : { status: 'open' };
}

/** Finds the only attempt that may charge a card. */
export function findHolder(order: OrderRecord): AttemptRecord | undefined {
  return order.holder === undefined ? undefined : findAttempt(order, order.holder);
}

/** Returns the order without its holder, if the holder is this attempt. */
export function release(order: OrderRecord, attemptId: string): OrderRecord {
  if (order.holder !== attemptId) return order;
  const { holder: _, ...rest } = order;
  return rest;
}

/** Finds an attempt of the order by its identifier. */
export function findAttempt({ attempts }: OrderRecord, attemptId: string): AttemptRecord | undefined {
  return attempts.find((attempt) => attempt.attemptId === attemptId);
}

/** Returns whether an attempt has ended, with any result or as `replaced`. */
export function isEnded({ state }: AttemptRecord): boolean {
  return state !== 'open' && state !== 'sent' && state !== 'unconfirmed';
}

/** The time after which an attempt with an unknown end is looked up and shown to a person, ms since it was opened. */
export const UNKNOWN_END_MS = 60 * 60_000;

/** Returns when an attempt expires, epoch ms. If the end of its token is unknown, this is the time of its first search. */
export function findEnd({ mayChargeUntil, openedAt }: AttemptRecord): number {
  return mayChargeUntil ?? openedAt + UNKNOWN_END_MS;
}

/** Returns whether the result of an attempt is unknown. Its page may have reported one. */
export function isUnknown({ state }: AttemptRecord): boolean {
  return state === 'unconfirmed' || state === 'replaced';
}

/** Returns the time of the next search in the records, epoch ms, for an attempt whose result is unknown. */
export function findAskAt(attempt: AttemptRecord): number {
  return attempt.askAt ?? findEnd(attempt) + 1;
}

/**
 * Plans the search after this one. One search always takes place just after the attempt expires, since "not charged" counts only then. An
 * `askAt` later than that means that this search took place.
 */
export function planSearch(attempt: AttemptRecord, now: number): number {
  const next = now + getQueryInterval(now - attempt.openedAt);
  const end = findEnd(attempt);
  return now <= end ? Math.min(next, end + 1) : next;
}

/** Returns whether an attempt has expired and the records, searched since then, did not know its result. */
export function isLost(attempt: AttemptRecord): boolean {
  return attempt.state === 'unconfirmed' || (attempt.state === 'replaced' && findAskAt(attempt) > findEnd(attempt) + 1);
}

/** Returns whether an attempt may still be charged. If the end of its token is unknown, it always may. */
export function mayStillCharge({ mayChargeUntil }: AttemptRecord, now: number): boolean {
  return mayChargeUntil === undefined || now <= mayChargeUntil;
}

/**
 * Returns whether an attempt counts as a declined card: it was declined, or the relay may still learn that it was. A page's report counts for
 * its own token.
 */
export function isTry({ state, via, told }: AttemptRecord): boolean {
  return state === 'declined' || state === 'sent' || (via === 'token' && told?.state === 'declined' && state !== 'charged');
}

/** Returns the order with an attempt added, or in place of its older version. The address stays only as long as the attempt is a try. */
export function putAttempt(order: OrderRecord, attempt: AttemptRecord): OrderRecord {
  const kept = isTry(attempt) ? attempt : withoutAddress(attempt);
  return { ...order, attempts: putBy(order.attempts, kept, ({ attemptId }) => attemptId) };
}

/** Returns an attempt without the hash of its address. */
export function withoutAddress(attempt: AttemptRecord): AttemptRecord {
  const { address: _, ...rest } = attempt;
  return rest;
}

/** Returns a list with a row added, or in place of the row with the same key. */
export function putBy<Row>(rows: readonly Row[], row: Row, keyOf: (row: Row) => string): readonly Row[] {
  const key = keyOf(row);
  return rows.some((known) => keyOf(known) === key) ? rows.map((known) => (keyOf(known) === key ? row : known)) : [...rows, row];
}

/** The intervals of the sweep's queries by the age of a charge, ms: the status of a young charge changes more often. */
export const SCHEDULE: readonly { readonly untilAgeMs: number; readonly everyMs: number }[] = [
  { untilAgeMs: 10 * 60_000, everyMs: 30_000 },
  { untilAgeMs: 60 * 60_000, everyMs: 5 * 60_000 },
  { untilAgeMs: 86_400_000, everyMs: 60 * 60_000 },
];

/** The interval for older charges, ms. */
export const LONGEST_GAP_MS = 12 * 60 * 60_000;

/** Returns the interval between two queries, by the age of the charge or attempt, ms. */
export function getQueryInterval(ageMs: number): number {
  return SCHEDULE.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.everyMs ?? LONGEST_GAP_MS;
}
