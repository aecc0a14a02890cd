import type { AttemptRecord, OrderRecord, PaymentRecord } from './order-record.js';

/** How an order stands for whoever wants to pay it. */
export type OrderAvailability =
  | { status: 'open' }
  | { status: 'paid' }
  /** Less than it costs arrived: it takes no payment until a person looked at it. */
  | { status: 'short' }
  /** Money of which nobody knows how much it is, or what it is for, waits for a person. */
  | { status: 'unclear' }
  /** This attempt alone may charge a card. */
  | { status: 'held'; holder: AttemptRecord };

/** How an order stands, derived from its rows. */
export function deriveAvailability(order: OrderRecord): OrderAvailability {
  const kept = order.payments.filter(({ returnedAt }) => returnedAt === undefined);
  const has = (kind: PaymentRecord['kind']): boolean => kept.some((payment) => payment.kind === kind);
  // Money that came beside pays the order too, once what it came beside went back.
  if (has('paid') || has('extra')) return { status: 'paid' };
  if (has('short')) return { status: 'short' };
  if (has('unclear')) return { status: 'unclear' };
  const holder = findHolder(order);
  return holder ? { status: 'held', holder } : { status: 'open' };
}

/** The attempt that alone may charge. */
export function findHolder(order: OrderRecord): AttemptRecord | undefined {
  return order.holder === undefined ? undefined : findAttempt(order, order.holder);
}

/** An attempt of the order by its name. */
export function findAttempt({ attempts }: OrderRecord, attemptId: string): AttemptRecord | undefined {
  return attempts.find((attempt) => attempt.attemptId === attemptId);
}

/** Whether it is over, one way or the other. */
export function isEnded({ state }: AttemptRecord): boolean {
  return state !== 'open' && state !== 'sent' && state !== 'unconfirmed';
}

/** An attempt whose end nobody knows is looked for, and shown to a person, from this time after it was opened on, ms. */
export const UNKNOWN_END_MS = 60 * 60_000;

/** When what charges it is over, epoch ms; where nobody knows the end of its token, when it is looked for. */
export function findEnd({ mayChargeUntil, openedAt }: AttemptRecord): number {
  return mayChargeUntil ?? openedAt + UNKNOWN_END_MS;
}

/** Whether nobody knows how it ended, though its page may have said so. */
export function isUnknown({ state }: AttemptRecord): boolean {
  return state === 'unconfirmed' || state === 'replaced';
}

/** When the records are to be asked about it, epoch ms, where nobody knows how it ended. */
export function findAskAt(attempt: AttemptRecord): number {
  return attempt.askAt ?? findEnd(attempt) + 1;
}

/**
 * The next time. Its end is asked about for certain, since only after it counts that nothing was charged: so what is asked about later than just
 * after it was asked about since.
 */
export function planQuestion(attempt: AttemptRecord, now: number): number {
  const next = now + spaceQuestions(now - attempt.openedAt);
  const end = findEnd(attempt);
  return now <= end ? Math.min(next, end + 1) : next;
}

/** Whether its time is over, and the records were asked since and did not know. */
export function isLost(attempt: AttemptRecord): boolean {
  return attempt.state === 'unconfirmed' || (attempt.state === 'replaced' && findAskAt(attempt) > findEnd(attempt) + 1);
}

/** Whether what charges it may still be under way. Where nobody knows the end of its token, it always may. */
export function mayStillCharge({ mayChargeUntil }: AttemptRecord, now: number): boolean {
  return mayChargeUntil === undefined || now <= mayChargeUntil;
}

/** The order with an attempt in the place of its older version, or added. */
export function putAttempt(order: OrderRecord, attempt: AttemptRecord): OrderRecord {
  return { ...order, attempts: putBy(order.attempts, attempt, ({ attemptId }) => attemptId) };
}

/** A list with a row in the place of the one with its key, or added. */
export function putBy<Row>(rows: readonly Row[], row: Row, keyOf: (row: Row) => string): readonly Row[] {
  const key = keyOf(row);
  return rows.some((known) => keyOf(known) === key) ? rows.map((known) => (keyOf(known) === key ? row : known)) : [...rows, row];
}

/** How often something is asked about that nobody waits for, by its age: as often as news of it is likely, ms. */
const SCHEDULE: readonly { readonly untilAgeMs: number; readonly everyMs: number }[] = [
  { untilAgeMs: 10 * 60_000, everyMs: 30_000 },
  { untilAgeMs: 60 * 60_000, everyMs: 5 * 60_000 },
  { untilAgeMs: 86_400_000, everyMs: 60 * 60_000 },
];

/** However old it is, ms. */
const LONGEST_GAP_MS = 12 * 60 * 60_000;

/** How long after a question the next one comes, by the age of what is asked about, ms. */
export function spaceQuestions(ageMs: number): number {
  return SCHEDULE.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.everyMs ?? LONGEST_GAP_MS;
}
