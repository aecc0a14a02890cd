import type { AttemptRecord, Decision, EndedBy, OrderRecord, PageReport } from './order-record.js';
import { findAskAt, findAttempt, findEnd, isEnded, isUnknown, mayStillCharge, planQuestion, putAttempt } from './order-state.js';
import { recordPayment } from './payments.js';

/** How an attempt ended, by whoever may say so. A page may not. */
export type AttemptResult = {
  by: Exclude<EndedBy, 'page'>;
  /** Which request opened what did not happen, where another one of the same name may have opened it, and sent it, since. */
  opening?: Pick<AttemptRecord, 'session' | 'sentAt'>;
} & ({ state: 'charged'; identifier?: string; amountCents?: number } | { state: 'declined' | 'failed' | 'not-charged' });

/** The same, and when that was known, epoch ms. */
export type AttemptEnd = AttemptResult & { now: number };

/**
 * What came of saying how an attempt ended. `early`: that it was not charged counts only after the end of its token, the time limit and a margin.
 * `kept`: it had ended already, and stays as it is. `conflict`: its identifier is another attempt's.
 */
export type EndAnswer = { status: 'ended' | 'kept' | 'early' | 'none' | 'conflict' };

/**
 * Ends an attempt. That it was charged is always written down, whatever was said before, since the money is gone. That it was not is never
 * believed of one that may still be charged, unless the relay says so, which has the service's answer.
 */
export function endAttempt(order: OrderRecord, attemptId: string, end: AttemptEnd): Decision<EndAnswer> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt) return { result: { status: 'none' }, order };
  if (end.state === 'charged') return charge(order, attempt, end);
  if (end.opening && !isOpenedBy(attempt, end.opening)) return { result: { status: 'kept' }, order };
  // That a replaced one was over, only its page said.
  if (isEnded(attempt) && attempt.state !== 'replaced') return { result: { status: 'kept' }, order };
  if (end.by !== 'relay' && !isPastDoubt(attempt, end)) return { result: { status: 'early' }, order };
  const next = putAttempt(order, { ...attempt, state: end.state, endedAt: end.now, endedBy: end.by });
  return { result: { status: 'ended' }, order: end.by === 'relay' ? free(next, attemptId) : handBack(next, attemptId) };
}

function isOpenedBy({ session, sentAt }: AttemptRecord, opening: Pick<AttemptRecord, 'session' | 'sentAt'>): boolean {
  return session === opening.session && sentAt === opening.sentAt;
}

/** Where nobody knows the end of the token, only a person may say that nothing was charged. */
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
    ...(identifier !== undefined && { identifier }),
  };
  const next = isNew || identifier !== attempt.identifier ? putAttempt(order, changed) : order;
  const paid = recordPayment(free(next, attempt.attemptId), {
    paymentId: createCardPaymentId(order, attempt.attemptId, identifier),
    method: attempt.method,
    amountCents: end.amountCents ?? attempt.amountCents,
    dueCents: attempt.amountCents,
    at: end.now,
    by: end.by,
    ...(identifier !== undefined && { identifier }),
  });
  return { result: { status: isNew ? 'ended' : 'kept' }, order: paid };
}

/** The attempt's own identifier; for a second charge by the same attempt, which must not hide behind the first, with the service's added. */
function createCardPaymentId({ payments }: OrderRecord, attemptId: string, identifier: string | undefined): string {
  const known = payments.find(({ paymentId }) => paymentId === attemptId);
  const isSecond = known?.identifier !== undefined && identifier !== undefined && known.identifier !== identifier;
  return isSecond ? `${attemptId}+${identifier}` : attemptId;
}

function free(order: OrderRecord, attemptId: string): OrderRecord {
  if (order.holder !== attemptId) return order;
  const { holder: _, ...rest } = order;
  return rest;
}

/**
 * Frees an order of an attempt that was not charged. What was replaced was over by its page's word alone, which frees nothing: it holds the
 * order again, the newest first, until somebody who may say so has spoken of each.
 */
function handBack(order: OrderRecord, attemptId: string): OrderRecord {
  const replaced = order.attempts.filter(({ state }) => state === 'replaced').at(-1);
  if (!replaced || order.holder !== attemptId) return free(order, attemptId);
  const { endedAt: _, endedBy: __, ...known } = replaced;
  return { ...putAttempt(order, { ...known, state: 'open' }), holder: known.attemptId };
}

/**
 * The records did not know what became of an attempt whose time is over, or has no known end and is old: from now on a person looks for it, too.
 * Whatever is not known is asked about again. The result is whether it is unconfirmed since now.
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
 * Takes on the question about an attempt that is due: nobody else asks it then, and it is asked again later, whatever becomes of it. An attempt
 * whose time is over is unconfirmed from then on. The result is `undefined` where it is not due any more, else whether it is unconfirmed since now.
 */
export function claimQuestion(order: OrderRecord, attemptId: string, now: number): Decision<{ isExpired: boolean } | undefined> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || (isUnknown(attempt) && findAskAt(attempt) > now)) return { result: undefined, order };
  const { result: isExpired, order: next } = expireAttempt(order, attemptId, now);
  return next === order ? { result: undefined, order } : { result: { isExpired }, order: next };
}

/**
 * Writes down what a page said of an attempt. Nothing else of the attempt changes: pages can be forged. That it began is no news of one that
 * was told of since: notices come in any order.
 */
export function noteReport(order: OrderRecord, attemptId: string, word: PageReport, session: string): Decision<boolean> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || attempt.session !== session) return { result: false, order };
  const state = word.state === 'open' ? (attempt.told?.state ?? word.state) : word.state;
  return { result: true, order: putAttempt(order, { ...attempt, told: { ...attempt.told, ...word, state } }) };
}

/** Writes down which charge an attempt may be, for a person to look at. */
export function noteGuess(order: OrderRecord, attemptId: string, identifier: string): Decision<boolean> {
  const attempt = findAttempt(order, attemptId);
  if (!attempt || attempt.guess === identifier) return { result: false, order };
  return { result: true, order: putAttempt(order, { ...attempt, guess: identifier }) };
}

/** The money of a payment went back. A paid order may be paid anew then, if the shop lets it. */
export function returnPayment(order: OrderRecord, paymentId: string, now: number): Decision<boolean> {
  const payment = order.payments.find((known) => known.paymentId === paymentId);
  if (!payment || payment.returnedAt !== undefined) return { result: false, order };
  const payments = order.payments.map((known) => (known === payment ? { ...known, returnedAt: now } : known));
  return { result: true, order: { ...order, payments } };
}
