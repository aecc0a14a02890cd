import type { AttemptRecord, OrderRecord, PaymentRecord } from './order-record.js';

/** Tells whether an order can be paid now. */
export type OrderAvailability =
  | { status: 'open' }
  | { status: 'paid' }
  /** Less than its price arrived: it takes no payment until a person has checked it. */
  | { status: 'short' }
  /** Money of unknown amount or purpose waits for a person. */
  | { status: 'unclear' }
  /** Only this attempt may charge a card. */
  | { status: 'held'; holder: AttemptRecord };

/** Derives whether an order can be paid from its rows. */
export function deriveAvailability(order: OrderRecord): OrderAvailability {
  const kept = order.payments.filter(({ returnedAt }) => returnedAt === undefined);
  const has = (kind: PaymentRecord['kind']): boolean => kept.some((payment) => payment.kind === kind);
  // An extra payment pays the order, too, once the one before it was returned.
  if (has('paid') || has('extra')) return { status: 'paid' };
  if (has('short')) return { status: 'short' };
  if (has('unclear')) return { status: 'unclear' };
  const holder = findHolder(order);
  return holder ? { status: 'held', holder } : { status: 'open' };
}

/** The only attempt that may charge a card. */
export function findHolder(order: OrderRecord): AttemptRecord | undefined {
  return order.holder === undefined ? undefined : findAttempt(order, order.holder);
}

/** Returns the order without its holder, if that is this attempt. */
export function release(order: OrderRecord, attemptId: string): OrderRecord {
  if (order.holder !== attemptId) return order;
  const { holder: _, ...rest } = order;
  return rest;
}

/** An attempt of the order by its name. */
export function findAttempt({ attempts }: OrderRecord, attemptId: string): AttemptRecord | undefined {
  return attempts.find((attempt) => attempt.attemptId === attemptId);
}

/** True for an attempt that is over, with any result. */
export function isEnded({ state }: AttemptRecord): boolean {
  return state !== 'open' && state !== 'sent' && state !== 'unconfirmed';
}

/** An attempt with an unknown end is looked up, and shown to a person, from this time after its opening on, ms. */
export const UNKNOWN_END_MS = 60 * 60_000;

/** The end of what charges an attempt, epoch ms; where the end of its token is unknown, the time when it is looked up. */
export function findEnd({ mayChargeUntil, openedAt }: AttemptRecord): number {
  return mayChargeUntil ?? openedAt + UNKNOWN_END_MS;
}

/** True for an attempt whose result is unknown, though its page may have reported one. */
export function isUnknown({ state }: AttemptRecord): boolean {
  return state === 'unconfirmed' || state === 'replaced';
}

/** The time of the next question to the records, epoch ms, for an attempt whose result is unknown. */
export function findAskAt(attempt: AttemptRecord): number {
  return attempt.askAt ?? findEnd(attempt) + 1;
}

/**
 * Plans the question after this one. One question is certain to come just after the attempt's end, since only then does "nothing was charged"
 * count: an `askAt` later than that means that it was asked.
 */
export function planQuestion(attempt: AttemptRecord, now: number): number {
  const next = now + getQuestionInterval(now - attempt.openedAt);
  const end = findEnd(attempt);
  return now <= end ? Math.min(next, end + 1) : next;
}

/** True where its time is over, and the records were asked since then and did not know. */
export function isLost(attempt: AttemptRecord): boolean {
  return attempt.state === 'unconfirmed' || (attempt.state === 'replaced' && findAskAt(attempt) > findEnd(attempt) + 1);
}

/** True where it may still be charged. Where the end of its token is unknown, it always may. */
export function mayStillCharge({ mayChargeUntil }: AttemptRecord, now: number): boolean {
  return mayChargeUntil === undefined || now <= mayChargeUntil;
}

/** Returns the order with an attempt in the place of its older version, or added. */
export function putAttempt(order: OrderRecord, attempt: AttemptRecord): OrderRecord {
  return { ...order, attempts: putBy(order.attempts, attempt, ({ attemptId }) => attemptId) };
}

/** Returns a list with a row in the place of the one with its key, or added. */
export function putBy<Row>(rows: readonly Row[], row: Row, keyOf: (row: Row) => string): readonly Row[] {
  const key = keyOf(row);
  return rows.some((known) => keyOf(known) === key) ? rows.map((known) => (keyOf(known) === key ? row : known)) : [...rows, row];
}

/** The intervals of questions that nobody waits for, by the age of what is asked about: the more likely news is, the more often, ms. */
const SCHEDULE: readonly { readonly untilAgeMs: number; readonly everyMs: number }[] = [
  { untilAgeMs: 10 * 60_000, everyMs: 30_000 },
  { untilAgeMs: 60 * 60_000, everyMs: 5 * 60_000 },
  { untilAgeMs: 86_400_000, everyMs: 60 * 60_000 },
];

/** The longest interval, ms. */
const LONGEST_GAP_MS = 12 * 60 * 60_000;

/** The time between a question and the next one, by the age of what is asked about, ms. */
export function getQuestionInterval(ageMs: number): number {
  return SCHEDULE.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.everyMs ?? LONGEST_GAP_MS;
}
