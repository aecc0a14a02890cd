import { createPixPaymentId } from '../../domain/pix/charge.js';
import { UNCLEAR, type ArrivedAmount } from '../../domain/pix/arrived-amount.js';
import { advancePixStatus, type PixStatus } from '../../domain/pix/status.js';
import type { Decision, OrderRecord, PixRecord } from './order-record.js';
import { deriveAvailability, putBy, getQuestionInterval } from './order-state.js';
import { recordPayment } from './payments.js';

/** The answer to a request for a Pix code. Pending codes do not prevent another one: each can be paid, and the service is asked about each. */
export type PixOpenAnswer = { status: 'granted' } | { status: 'paid' | 'closed' } | { status: 'busy'; retryAfterMs: number };

/** The wait while a card payment is under way, ms. */
const BUSY_WAIT_MS = 10_000;

/** A code of unknown end is asked about for the longest life that a page can choose: `pix-expires-in` is at most a year. */
const LONGEST_LIFE_MS = 366 * 86_400_000;

/** After its end a code is asked about a little longer, since a payment of the last second arrives late; where the service does not respond, until it does. */
const GRACE_MS = 10 * 60_000;

/** Decides whether another Pix code may be created. */
export function decidePix(order: OrderRecord): PixOpenAnswer {
  const { status } = deriveAvailability(order);
  switch (status) {
    case 'open':
      return { status: 'granted' };
    case 'paid':
      return { status };
    case 'short':
      return { status: 'closed' };
    case 'held':
    case 'unclear':
      return { status: 'busy', retryAfterMs: BUSY_WAIT_MS };
  }
}

/** Writes down a charge. A known one does not change: a page cannot rename a charge of the relay. */
export function addPix(order: OrderRecord, charge: Omit<PixRecord, 'orderId' | 'status' | 'askAt'>): Decision<boolean> {
  if (order.pix.some(({ chargeId }) => chargeId === charge.chargeId)) return { result: false, order };
  const record: PixRecord = { ...charge, orderId: order.orderId, status: 'unknown', askAt: charge.createdAt + getQuestionInterval(0) };
  return { result: true, order: { ...order, pix: [...order.pix, record] } };
}

/** The service's own report of a charge. */
export interface PixStatusReport {
  status: PixStatus;
  /** The amount that arrived or that of the charge, where the answer has it: integer cents. */
  amountCents?: Exclude<ArrivedAmount, undefined>;
  now: number;
}

/**
 * Writes down the service's report: a paid charge is a payment, whatever the state of the order is. Only the amount of a report with the status `paid`
 * is that of the payment; without one it is the charge's amount, unless an earlier report had an amount that cannot be read. Results in the
 * charge's status.
 */
export function advancePix(order: OrderRecord, chargeId: string, report: PixStatusReport): Decision<PixStatus | undefined> {
  const charge = order.pix.find((known) => known.chargeId === chargeId);
  if (!charge) return { result: undefined, order };
  const status = advancePixStatus(charge.status, report.status);
  const { askAt: _, ...rest } = charge;
  const next: PixRecord = { ...rest, status, answeredAt: report.now, ...nextQuestion({ ...charge, status }, report.now, true) };
  const written = { ...order, pix: putBy(order.pix, next, (row) => row.chargeId) };
  if (status !== 'paid' || report.status !== 'paid') return { result: status, order: written };
  const isWritten = order.payments.some(({ method, identifier }) => method === 'pix' && identifier === chargeId);
  const amount = report.amountCents ?? (isWritten ? undefined : charge.amountCents);
  const paid = recordPayment(written, {
    paymentId: createPixPaymentId(chargeId),
    method: 'pix',
    identifier: chargeId,
    dueCents: charge.dueCents,
    at: report.now,
    by: 'status',
    // An amount that cannot be read is never taken for the charge's.
    ...(amount !== undefined && amount !== UNCLEAR && { amountCents: amount }),
  });
  return { result: status, order: paid };
}

/**
 * Postpones a question without an answer. `isRefused` where the service gives no status of this charge: after its end it is not asked
 * again.
 */
export function postponePix(order: OrderRecord, chargeId: string, now: number, isRefused = false): Decision<boolean> {
  const charge = order.pix.find((known) => known.chargeId === chargeId);
  if (charge?.askAt === undefined) return { result: false, order };
  const { askAt: _, ...rest } = charge;
  const next = { ...rest, ...nextQuestion(charge, now, isRefused) };
  return { result: true, order: { ...order, pix: putBy(order.pix, next, (row) => row.chargeId) } };
}

/** Claims the due question about a charge. Results in `false` where it is not due any more: another instance asks. */
export function claimPixQuestion(order: OrderRecord, chargeId: string, now: number): Decision<boolean> {
  const isDue = order.pix.some(({ chargeId: id, askAt = Infinity }) => id === chargeId && askAt <= now);
  return isDue ? postponePix(order, chargeId, now) : { result: false, order };
}

/** True for a charge that may have been paid since the last question: however long it is over, until it is known to be paid. */
export function mayBePaid({ status }: Pick<PixRecord, 'status'>): boolean {
  return status !== 'paid' && status !== 'refunded';
}

/** The time of the next question; none after an answer from after the end of its grace period, when it is certainly asked. */
function nextQuestion(charge: PixRecord, now: number, isAnswered: boolean): Pick<PixRecord, 'askAt'> {
  const { expiresAt, createdAt } = charge;
  const end = (expiresAt ?? createdAt + LONGEST_LIFE_MS) + GRACE_MS;
  if (!mayBePaid(charge) || (isAnswered && now >= end)) return {};
  const next = now + getQuestionInterval(now - createdAt);
  return { askAt: now < end ? Math.min(next, end) : next };
}
