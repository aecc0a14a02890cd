import { BOLETO_GAP_MS, createFurtherPaymentId } from '../../domain/order/charge-progress.js';
import { createChargePaymentId } from '../../domain/order/charge.js';
import { UNCLEAR, type ArrivedAmount } from '../../domain/pix/arrived-amount.js';
import { advancePixStatus, type PixStatus } from '../../domain/pix/status.js';
import { nameCharge } from './identifiers.js';
import type { Decision, OrderRecord, PaymentRecord, PixRecord } from './order-record.js';
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

/** Decides whether another Pix code or boleto may be created. */
export function decidePix(order: OrderRecord): PixOpenResult {
  const { status } = deriveAvailability(order);
  if (status === 'open') return { status: 'granted' };
  if (status === 'paid') return { status };
  return status === 'short' ? { status: 'closed' } : { status: 'busy', retryAfterMs: BUSY_WAIT_MS };
}

/** Adds a charge to an order. Results in `false` for a known charge, which does not change: a page cannot change a charge of the relay. */
export function addPix(order: OrderRecord, charge: Omit<PixRecord, 'orderId' | 'status' | 'askAt'>): Decision<boolean> {
  if (order.pix.some(({ chargeId }) => chargeId === charge.chargeId)) return { result: false, order };
  const askAt = charge.createdAt + getInterval(charge, charge.createdAt);
  const record: PixRecord = { ...charge, orderId: order.orderId, status: 'unknown', askAt };
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
  /** The amounts of further payments of the same charge: a hybrid boleto may be paid by its Pix and by its bar code. Integer cents. */
  furtherCents?: readonly number[];
  now: number;
}

/**
 * Applies the service's report to a charge. A paid charge becomes a payment in any state of the order. Only a report with the status `paid`
 * sets the payment's amount. If that report has no amount, a new payment gets the charge's amount; a payment that is already recorded keeps
 * its own, which may be unknown. A boleto is not expired before its money has had time to arrive. Results in the charge's status.
 */
export function advancePix(order: OrderRecord, chargeId: string, report: PixStatusReport): Decision<PixStatus | undefined> {
  const charge = order.pix.find((known) => known.chargeId === chargeId);
  if (!charge) return { result: undefined, order };
  const isEarly = charge.boleto !== undefined && report.status === 'expired' && report.now < (charge.expiresAt ?? Infinity);
  const status = advancePixStatus(charge.status, isEarly ? 'pending' : report.status);
  const { askAt: _, ...rest } = charge;
  const next: PixRecord = { ...rest, status, answeredAt: report.now, ...planPixQuery({ ...charge, status }, report.now, true) };
  const written = { ...order, pix: putBy(order.pix, next, (row) => row.chargeId) };
  if (status !== 'paid' || report.status !== 'paid') return { result: status, order: written };
  const isWritten = listChargePayments(order, charge).length > 0;
  const amounts = [report.amountCents ?? (isWritten ? undefined : charge.amountCents), ...(report.furtherCents ?? [])];
  const { method, identifier } = nameCharge(charge);
  const paymentId = createChargePaymentId(method, identifier);
  const recordAmount = (known: OrderRecord, amount: ArrivedAmount, index: number): OrderRecord =>
    recordPayment(known, {
      paymentId: index === 0 ? paymentId : createFurtherPaymentId(paymentId, index + 1),
      method,
      identifier,
      dueCents: charge.dueCents,
      at: report.now,
      by: 'status',
      // An unreadable amount is never replaced by the charge's amount.
      ...(amount !== undefined && amount !== UNCLEAR && { amountCents: amount }),
    });
  return { result: status, order: amounts.reduce(recordAmount, written) };
}

/** Lists the payments of a charge. A hybrid boleto may have several. */
export function listChargePayments({ payments }: OrderRecord, charge: PixRecord): readonly PaymentRecord[] {
  const { method, identifier } = nameCharge(charge);
  return payments.filter((payment) => payment.method === method && payment.identifier === identifier);
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

/** Returns whether a charge may have been paid since the last query: also an expired one, and a paid hybrid boleto, by its other code. */
export function mayBePaid({ status, boleto }: Pick<PixRecord, 'status' | 'boleto'>): boolean {
  return status !== 'refunded' && (status !== 'paid' || boleto?.brCode !== undefined);
}

/** Returns the interval between two of the sweep's queries about a charge, ms. */
function getInterval({ createdAt, boleto }: Pick<PixRecord, 'createdAt' | 'boleto'>, now: number): number {
  return boleto ? BOLETO_GAP_MS : getQueryInterval(now - createdAt);
}

/**
 * Plans the next status query. One query always takes place at the end of the grace period; once the service has responded after it, there
 * are no more.
 */
export function planPixQuery(charge: PixRecord, now: number, isAnswered: boolean): Pick<PixRecord, 'askAt'> {
  const { expiresAt, createdAt } = charge;
  const end = (expiresAt ?? createdAt + LONGEST_LIFE_MS) + GRACE_MS;
  if (!mayBePaid(charge) || (isAnswered && now >= end)) return {};
  const next = now + getInterval(charge, now);
  return { askAt: now < end ? Math.min(next, end) : next };
}
