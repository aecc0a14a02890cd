import { createPixPaymentId } from '../../domain/pix/charge.js';
import { UNCLEAR, type ArrivedAmount } from '../../domain/pix/arrived-amount.js';
import { advancePixStatus, type PixStatus } from '../../domain/pix/status.js';
import type { Decision, OrderRecord, PixRecord } from './order-record.js';
import { deriveAvailability, putBy, getQueryInterval } from './order-state.js';
import { recordPayment } from './payments.js';

/**
 * The result of a request for a Pix code. Pending codes do not prevent a new code: each code can be paid, and the status of each is
 * queried.
 */
export type PixOpenResult = { status: 'granted' } | { status: 'paid' | 'closed' } | { status: 'busy'; retryAfterMs: number };

/** The wait of a page while a card payment is under way or a payment is unclear, ms. */
const BUSY_WAIT_MS = 10_000;

/** The assumed life of a code whose end is unknown, ms: the longest that a page can choose, since `pix-expires-in` is at most a year. */
export const LONGEST_LIFE_MS = 366 * 86_400_000;

/**
 * The time after a code's end in which its status is still queried, ms, since a payment of the last second arrives late. If the service
 * does not respond, the queries continue until it does.
 */
export const GRACE_MS = 10 * 60_000;

/** Decides whether another Pix code may be created. */
export function decidePix(order: OrderRecord): PixOpenResult {
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

/** Adds a charge to an order. Results in `false` for a known charge, which does not change: a page cannot change a charge of the relay. */
export function addPix(order: OrderRecord, charge: Omit<PixRecord, 'orderId' | 'status' | 'askAt'>): Decision<boolean> {
  if (order.pix.some(({ chargeId }) => chargeId === charge.chargeId)) return { result: false, order };
  const record: PixRecord = { ...charge, orderId: order.orderId, status: 'unknown', askAt: charge.createdAt + getQueryInterval(0) };
  return { result: true, order: { ...order, pix: [...order.pix, record] } };
}

/** The service's report of a charge. */
export interface PixStatusReport {
  status: PixStatus;
  /**
   * The amount that arrived, else the amount of the charge, if the response contains either: integer cents, or `UNCLEAR` if it cannot be
   * read.
   */
  amountCents?: Exclude<ArrivedAmount, undefined>;
  now: number;
}

/**
 * Applies the service's report to a charge. A paid charge becomes a payment in any state of the order. Only a report with the status `paid`
 * sets the payment's amount. If that report has no amount, a new payment gets the charge's amount; a payment that is already recorded keeps
 * its own, which may be unknown. Results in the charge's status.
 */
export function advancePix(order: OrderRecord, chargeId: string, report: PixStatusReport): Decision<PixStatus | undefined> {
  const charge = order.pix.find((known) => known.chargeId === chargeId);
  if (!charge) return { result: undefined, order };
  const status = advancePixStatus(charge.status, report.status);
  const { askAt: _, ...rest } = charge;
  const next: PixRecord = { ...rest, status, answeredAt: report.now, ...planPixQuery({ ...charge, status }, report.now, true) };
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
    // An unreadable amount is never replaced by the charge's amount.
    ...(amount !== undefined && amount !== UNCLEAR && { amountCents: amount }),
  });
  return { result: status, order: paid };
}

/**
 * Plans the next status query after one without a result. `isRefused` means that the service provides no status of this charge: it is then
 * no longer queried after its end.
 */
export function postponePix(order: OrderRecord, chargeId: string, now: number, isRefused = false): Decision<boolean> {
  const charge = order.pix.find((known) => known.chargeId === chargeId);
  if (charge?.askAt === undefined) return { result: false, order };
  const { askAt: _, ...rest } = charge;
  const next = { ...rest, ...planPixQuery(charge, now, isRefused) };
  return { result: true, order: { ...order, pix: putBy(order.pix, next, (row) => row.chargeId) } };
}

/** Returns whether a charge may have been paid since the last query. An expired charge may be paid too. */
export function mayBePaid({ status }: Pick<PixRecord, 'status'>): boolean {
  return status !== 'paid' && status !== 'refunded';
}

/**
 * Plans the next status query. One query always takes place at the end of the grace period; once the service has responded after it, there
 * are no more.
 */
export function planPixQuery(charge: PixRecord, now: number, isAnswered: boolean): Pick<PixRecord, 'askAt'> {
  const { expiresAt, createdAt } = charge;
  const end = (expiresAt ?? createdAt + LONGEST_LIFE_MS) + GRACE_MS;
  if (!mayBePaid(charge) || (isAnswered && now >= end)) return {};
  const next = now + getQueryInterval(now - createdAt);
  return { askAt: now < end ? Math.min(next, end) : next };
}
