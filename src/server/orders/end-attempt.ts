import { presentFields } from '../../domain/present-fields.js';
import type { AttemptRecord, Decision, EndedBy, OrderRecord, PageReport } from './order-record.js';
import { findAttempt, findEnd, isEnded, mayStillCharge, putAttempt, release } from './order-state.js';
import { recordPayment } from './payments.js';

/** The result of an attempt, from a source that may decide it. A page may not decide it. */
export type AttemptResult = {
  by: Exclude<EndedBy, 'page'>;
  /**
   * The request that opened the attempt and did not send it. The result counts only if no other request has opened and sent the attempt
   * since.
   */
  opening?: Pick<AttemptRecord, 'session' | 'sentAt'>;
} & ({ state: 'charged'; identifier?: string; amountCents?: number } | { state: 'declined' | 'failed' | 'not-charged' });

/** The result of an attempt, and the time when it was known, epoch ms. */
export type AttemptEnd = AttemptResult & { now: number };

/**
 * The outcome of recording an attempt's result. `early`: "not charged" counts only after the end of the token, the time limit and a margin.
 * `kept`: the attempt had already ended, and does not change. `none`: there is no such attempt. `conflict`: the identifier belongs to
 * another attempt.
 */
export type EndOutcome = { status: 'ended' | 'kept' | 'early' | 'none' | 'conflict' };

/**
 * Records the result of an attempt. "Charged" is always recorded, even after another result, because the money was taken. "Not charged"
 * does not count while the attempt may still be charged, unless the relay reports it: the relay has the service's response.
 */
export function endAttempt(order: OrderRecord, attemptId: string, end: AttemptEnd): Decision<EndOutcome> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt) return { result: { status: 'none' }, order };
  if (end.state === 'charged') return charge(order, attempt, end);
  if (end.opening && !isOpenedBy(attempt, end.opening)) return { result: { status: 'kept' }, order };
  // Only a page reported the end of a replaced attempt.
  if (isEnded(attempt) && attempt.state !== 'replaced') return { result: { status: 'kept' }, order };
  if (end.by !== 'relay' && !isPastDoubt(attempt, end)) return { result: { status: 'early' }, order };
  const { sentAt: _, ...unsent } = attempt;
  const next = putAttempt(order, { ...(end.opening ? unsent : attempt), state: end.state, endedAt: end.now, endedBy: end.by });
  return { result: { status: 'ended' }, order: end.by === 'relay' ? release(next, attemptId) : handBack(next, attemptId) };
}

/** Returns whether no other request has opened the attempt since. */
function isOpenedBy({ session, sentAt }: AttemptRecord, opening: Pick<AttemptRecord, 'session' | 'sentAt'>): boolean {
  return session === opening.session && sentAt === opening.sentAt;
}

/** Returns whether "not charged" is certain. If the end of the token is unknown, only a person may decide it. */
function isPastDoubt(attempt: AttemptRecord, { by, now }: AttemptEnd): boolean {
  return attempt.mayChargeUntil === undefined ? by === 'person' : !mayStillCharge(attempt, now);
}

/** Records that an attempt was charged, and its payment. */
function charge(order: OrderRecord, attempt: AttemptRecord, end: Extract<AttemptEnd, { state: 'charged' }>): Decision<EndOutcome> {
  const identifier = end.identifier ?? attempt.identifier;
  const isNew = attempt.state !== 'charged';
  const changed = {
    ...attempt,
    state: 'charged' as const,
    endedAt: end.now,
    endedBy: end.by,
    ...presentFields({ identifier }),
  };
  const next = isNew || identifier !== attempt.identifier ? putAttempt(order, changed) : order;
  const paid = recordPayment(release(next, attempt.attemptId), {
    paymentId: createCardPaymentId(order, attempt.attemptId, identifier),
    method: attempt.method,
    amountCents: end.amountCents ?? attempt.amountCents,
    dueCents: attempt.amountCents,
    at: end.now,
    by: end.by,
    ...presentFields({ identifier }),
  });
  return { result: { status: isNew ? 'ended' : 'kept' }, order: paid };
}

/**
 * Creates the identifier of an attempt's payment: the attempt's own. For a second charge by the same attempt, the service's identifier is
 * added, so that it is not mistaken for the first.
 */
function createCardPaymentId({ payments }: OrderRecord, attemptId: string, identifier: string | undefined): string {
  const known = payments.find(({ paymentId }) => paymentId === attemptId);
  const isSecond = known?.identifier !== undefined && identifier !== undefined && known.identifier !== identifier;
  return isSecond ? `${attemptId}+${identifier}` : attemptId;
}

/**
 * Releases an order from an attempt that was not charged. Only a page reported the end of a replaced attempt, so the newest one holds the
 * order again. The order is released once each of them has a certain result.
 */
function handBack(order: OrderRecord, attemptId: string): OrderRecord {
  const replaced = order.attempts.filter(({ state }) => state === 'replaced').at(-1);
  if (!replaced || order.holder !== attemptId) return release(order, attemptId);
  const { endedAt: _, endedBy: __, ...known } = replaced;
  return { ...putAttempt(order, { ...known, state: 'open' }), holder: known.attemptId };
}

/**
 * Marks an attempt as `unconfirmed` if it has expired, or if its end is unknown and it is old: a person then looks for its result too. The
 * first search in the records is then due at once. Results in `true` if the attempt became `unconfirmed`.
 */
export function expireAttempt(order: OrderRecord, attemptId: string, now: number): Decision<boolean> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || isEnded(attempt) || attempt.state === 'unconfirmed' || findEnd(attempt) >= now) return { result: false, order };
  const { askAt: _, ...known } = attempt;
  return { result: true, order: putAttempt(order, { ...known, state: 'unconfirmed' }) };
}

/**
 * Stores a page's report of an attempt. Nothing else of the attempt changes, since pages can be forged. `open` replaces no later state,
 * since reports may arrive in any order.
 *
 * @param address The hash of the page's address, which is kept with a declined card.
 */
export function noteReport(
  order: OrderRecord,
  attemptId: string,
  report: PageReport,
  session: string,
  address?: string,
): Decision<boolean> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || attempt.session !== session) return { result: false, order };
  const state = report.state === 'open' ? (attempt.told?.state ?? report.state) : report.state;
  const noted = { ...attempt, ...(attempt.via === 'token' && presentFields({ address })), told: { ...attempt.told, ...report, state } };
  return { result: true, order: putAttempt(order, noted) };
}

/** Stores a charge that may be the attempt's, for a person to check. */
export function noteGuess(order: OrderRecord, attemptId: string, identifier: string): Decision<boolean> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || attempt.guess === identifier) return { result: false, order };
  return { result: true, order: putAttempt(order, { ...attempt, guess: identifier }) };
}

/** Records that the money of a payment was returned. The order may then be paid again, if the shop allows it. */
export function returnPayment(order: OrderRecord, paymentId: string, now: number): Decision<boolean> {
  const payment = order.payments.find((known) => known.paymentId === paymentId);
  if (!payment || payment.returnedAt !== undefined) return { result: false, order };
  const payments = order.payments.map((known) => (known === payment ? { ...known, returnedAt: now } : known));
  return { result: true, order: { ...order, payments } };
}
