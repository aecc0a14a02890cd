import { presentFields } from '../../domain/present-fields.js';
import type { AttemptRecord, Decision, EndedBy, OrderRecord, PageReport } from './order-record.js';
import { findAskAt, findAttempt, findEnd, isEnded, isUnknown, mayStillCharge, planQuestion, putAttempt, release } from './order-state.js';
import { recordPayment } from './payments.js';

/** The result of an attempt, from a source that may decide it. A page may not. */
export type AttemptResult = {
  by: Exclude<EndedBy, 'page'>;
  /** The request that opened an attempt which was not sent, where another request of the same name may have opened and sent it since. */
  opening?: Pick<AttemptRecord, 'session' | 'sentAt'>;
} & ({ state: 'charged'; identifier?: string; amountCents?: number } | { state: 'declined' | 'failed' | 'not-charged' });

/** The same, and the time when it was known, epoch ms. */
export type AttemptEnd = AttemptResult & { now: number };

/**
 * The answer to the end of an attempt. `early`: "not charged" counts only after the end of its token, the time limit and a margin.
 * `kept`: it had ended already, and does not change. `conflict`: its identifier belongs to another attempt.
 */
export type EndAnswer = { status: 'ended' | 'kept' | 'early' | 'none' | 'conflict' };

/**
 * Ends an attempt. "Charged" is always written down, whatever was known before, since the money is gone. "Not charged" is never
 * believed of an attempt that may still be charged, unless the relay reports it, which has the service's answer.
 */
export function endAttempt(order: OrderRecord, attemptId: string, end: AttemptEnd): Decision<EndAnswer> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt) return { result: { status: 'none' }, order };
  if (end.state === 'charged') return charge(order, attempt, end);
  if (end.opening && !isOpenedBy(attempt, end.opening)) return { result: { status: 'kept' }, order };
  // The end of a replaced one was reported by its page alone.
  if (isEnded(attempt) && attempt.state !== 'replaced') return { result: { status: 'kept' }, order };
  if (end.by !== 'relay' && !isPastDoubt(attempt, end)) return { result: { status: 'early' }, order };
  const next = putAttempt(order, { ...attempt, state: end.state, endedAt: end.now, endedBy: end.by });
  return { result: { status: 'ended' }, order: end.by === 'relay' ? release(next, attemptId) : handBack(next, attemptId) };
}

function isOpenedBy({ session, sentAt }: AttemptRecord, opening: Pick<AttemptRecord, 'session' | 'sentAt'>): boolean {
  return session === opening.session && sentAt === opening.sentAt;
}

/** Where the end of the token is unknown, only a person may decide that nothing was charged. */
function isPastDoubt(attempt: AttemptRecord, { by, now }: AttemptEnd): boolean {
  return attempt.mayChargeUntil === undefined ? by === 'person' : !mayStillCharge(attempt, now);
}

function charge(order: OrderRecord, attempt: AttemptRecord, end: Extract<AttemptEnd, { state: 'charged' }>): Decision<EndAnswer> {
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

/** The attempt's identifier; for a second charge by the same attempt, which must not be taken for the first, with the service's identifier added. */
function createCardPaymentId({ payments }: OrderRecord, attemptId: string, identifier: string | undefined): string {
  const known = payments.find(({ paymentId }) => paymentId === attemptId);
  const isSecond = known?.identifier !== undefined && identifier !== undefined && known.identifier !== identifier;
  return isSecond ? `${attemptId}+${identifier}` : attemptId;
}

/**
 * Releases an order from an attempt that was not charged. A replaced attempt was over by its page's report alone, which releases nothing: it holds the
 * order again, the newest first, until a source that may decide it has decided each.
 */
function handBack(order: OrderRecord, attemptId: string): OrderRecord {
  const replaced = order.attempts.filter(({ state }) => state === 'replaced').at(-1);
  if (!replaced || order.holder !== attemptId) return release(order, attemptId);
  const { endedAt: _, endedBy: __, ...known } = replaced;
  return { ...putAttempt(order, { ...known, state: 'open' }), holder: known.attemptId };
}

/**
 * The records did not know the result of an attempt whose time is over, or which has no known end and is old: from now on a person looks for it, too.
 * As long as the result is unknown the records are asked again. Results in `true` where the attempt is unconfirmed from now on.
 */
export function expireAttempt(order: OrderRecord, attemptId: string, now: number): Decision<boolean> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt) return { result: false, order };
  const isOver = !isEnded(attempt) && attempt.state !== 'unconfirmed' && findEnd(attempt) < now;
  if (!isOver && !isUnknown(attempt)) return { result: false, order };
  const next: AttemptRecord = { ...attempt, ...(isOver && { state: 'unconfirmed' }), askAt: planQuestion(attempt, now) };
  return { result: isOver, order: putAttempt(order, next) };
}

/**
 * Claims the due question about an attempt: no other instance asks it then, and it is asked again later, whatever its answer is. An attempt
 * whose time is over is unconfirmed from then on. Results in `undefined` where the question is not due any more.
 */
export function claimQuestion(order: OrderRecord, attemptId: string, now: number): Decision<{ isExpired: boolean } | undefined> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || (isUnknown(attempt) && findAskAt(attempt) > now)) return { result: undefined, order };
  const { result: isExpired, order: next } = expireAttempt(order, attemptId, now);
  return next === order ? { result: undefined, order } : { result: { isExpired }, order: next };
}

/**
 * Writes down a page's report of an attempt. Nothing else of the attempt changes: pages can be forged. `open` changes no later state: reports
 * arrive in any order.
 */
export function noteReport(order: OrderRecord, attemptId: string, report: PageReport, session: string): Decision<boolean> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || attempt.session !== session) return { result: false, order };
  const state = report.state === 'open' ? (attempt.told?.state ?? report.state) : report.state;
  return { result: true, order: putAttempt(order, { ...attempt, told: { ...attempt.told, ...report, state } }) };
}

/** Writes down a charge that may be the attempt's, for a person to check. */
export function noteGuess(order: OrderRecord, attemptId: string, identifier: string): Decision<boolean> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || attempt.guess === identifier) return { result: false, order };
  return { result: true, order: putAttempt(order, { ...attempt, guess: identifier }) };
}

/** Writes down that the money of a payment was returned. A paid order may be paid again then, if the shop allows it. */
export function returnPayment(order: OrderRecord, paymentId: string, now: number): Decision<boolean> {
  const payment = order.payments.find((known) => known.paymentId === paymentId);
  if (!payment || payment.returnedAt !== undefined) return { result: false, order };
  const payments = order.payments.map((known) => (known === payment ? { ...known, returnedAt: now } : known));
  return { result: true, order: { ...order, payments } };
}
