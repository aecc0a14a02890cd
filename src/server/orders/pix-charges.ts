import { createPixPaymentId } from '../../domain/pix/charge.js';
import { UNCLEAR, type ArrivedAmount } from '../../domain/pix/arrived-amount.js';
import { advancePixStatus, type PixStatus } from '../../domain/pix/status.js';
import type { Decision, OrderRecord, PixRecord } from './order-record.js';
import { deriveAvailability, putBy, spaceQuestions } from './order-state.js';
import { recordPayment } from './payments.js';

/** Whether a Pix code may be made for an order. Codes that are pending keep none away: each can be paid, and is asked about. */
export type PixOpenAnswer = { status: 'granted' } | { status: 'paid' | 'closed' } | { status: 'busy'; retryAfterMs: number };

/** How long whoever finds a card under way is told to wait, ms. */
const BUSY_WAIT_MS = 10_000;

/** A code whose end nobody knows is asked about as long as the longest that a page can ask for: `pix-expires-in` is at most a year. */
const LONGEST_LIFE_MS = 366 * 86_400_000;

/** After its end a code is asked about a little longer, since a payment of the last second arrives late; where nobody answers, until somebody does. */
const GRACE_MS = 10 * 60_000;

/** Whether another Pix code may be made. */
export function judgePix(order: OrderRecord): PixOpenAnswer {
  const stand = deriveAvailability(order);
  switch (stand.status) {
    case 'open':
      return { status: 'granted' };
    case 'paid':
      return { status: 'paid' };
    case 'short':
      return { status: 'closed' };
    case 'held':
    case 'unclear':
      return { status: 'busy', retryAfterMs: BUSY_WAIT_MS };
  }
}

/** Writes a charge down. One that is known keeps what is known of it: a page cannot rename what the relay made. */
export function addPix(order: OrderRecord, charge: Omit<PixRecord, 'orderId' | 'status' | 'askAt'>): Decision<boolean> {
  if (order.pix.some(({ chargeId }) => chargeId === charge.chargeId)) return { result: false, order };
  const record: PixRecord = { ...charge, orderId: order.orderId, status: 'unknown', askAt: charge.createdAt + spaceQuestions(0) };
  return { result: true, order: { ...order, pix: [...order.pix, record] } };
}

/** What the service itself said of a charge. */
export interface PixStatusReport {
  status: PixStatus;
  /** What arrived or what the charge is of, where the answer says so: integer cents. */
  amountCents?: Exclude<ArrivedAmount, undefined>;
  now: number;
}

/**
 * What the service said, written down: a paid charge is a payment, whatever the order has become meanwhile. Only an answer that says that it is
 * paid speaks of that money; one without an amount means the charge's own, but not where an earlier one had an amount that nobody can
 * read. The result is its status then.
 */
export function advancePix(order: OrderRecord, chargeId: string, news: PixStatusReport): Decision<PixStatus | undefined> {
  const charge = order.pix.find((known) => known.chargeId === chargeId);
  if (!charge) return { result: undefined, order };
  const status = advancePixStatus(charge.status, news.status);
  const { askAt: _, ...rest } = charge;
  const next: PixRecord = { ...rest, status, answeredAt: news.now, ...nextQuestion({ ...charge, status }, news.now, true) };
  const written = { ...order, pix: putBy(order.pix, next, (row) => row.chargeId) };
  if (status !== 'paid' || news.status !== 'paid') return { result: status, order: written };
  const isWritten = order.payments.some(({ method, identifier }) => method === 'pix' && identifier === chargeId);
  const said = news.amountCents ?? (isWritten ? undefined : charge.amountCents);
  const paid = recordPayment(written, {
    paymentId: createPixPaymentId(chargeId),
    method: 'pix',
    identifier: chargeId,
    dueCents: charge.dueCents,
    at: news.now,
    by: 'status',
    // What cannot be read is never the whole that the charge was made for.
    ...(said !== undefined && said !== UNCLEAR && { amountCents: said }),
  });
  return { result: status, order: paid };
}

/**
 * A question that had no answer: it is asked again later. `isRefused` where the service lets nobody ask about this charge: after its end that is
 * as much as there is to hear.
 */
export function postponePix(order: OrderRecord, chargeId: string, now: number, isRefused = false): Decision<boolean> {
  const charge = order.pix.find((known) => known.chargeId === chargeId);
  if (charge?.askAt === undefined) return { result: false, order };
  const { askAt: _, ...rest } = charge;
  const next = { ...rest, ...nextQuestion(charge, now, isRefused) };
  return { result: true, order: { ...order, pix: putBy(order.pix, next, (row) => row.chargeId) } };
}

/** Takes on the question about a charge that is due. The result is `false` where it is not due any more: somebody else asks. */
export function claimPixQuestion(order: OrderRecord, chargeId: string, now: number): Decision<boolean> {
  const isDue = order.pix.some(({ chargeId: id, askAt = Infinity }) => id === chargeId && askAt <= now);
  return isDue ? postponePix(order, chargeId, now) : { result: false, order };
}

/** Whether a charge may have been paid since it was asked about: it may be, however long it is over, until it is known to be. */
export function mayBePaid({ status }: Pick<PixRecord, 'status'>): boolean {
  return status !== 'paid' && status !== 'refunded';
}

/** The next time that it is asked about; none once an answer came after the end of its grace, which is asked about for certain. */
function nextQuestion(charge: PixRecord, now: number, isAnswered: boolean): Pick<PixRecord, 'askAt'> {
  const { expiresAt, createdAt } = charge;
  const end = (expiresAt ?? createdAt + LONGEST_LIFE_MS) + GRACE_MS;
  if (!mayBePaid(charge) || (isAnswered && now >= end)) return {};
  const next = now + spaceQuestions(now - createdAt);
  return { askAt: now < end ? Math.min(next, end) : next };
}
