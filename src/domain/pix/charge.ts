import { presentFields } from '../present-fields.js';
import { advancePixStatus, type PixStatus } from './status.js';
import type { Attempt } from '../order/attempt.js';

/**
 * A Pix charge that was created for a shopper, as the page and its ledger store it. Its instants are epoch ms, by the service's or the
 * shop's clock if one of them is known.
 */
export interface PixCharge {
  /** The charge's identifier at the service. */
  chargeId: string;
  /** The shop's identifier of the order. */
  orderId?: string;
  /** The number that the service gave to the charge. */
  number?: number;
  /** The amount: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The part of the order's amount that did not arrive, once the Pix was paid: reais as decimal text. The order then takes no payment. */
  missing?: string;
  /** True if the Pix was paid, but the amount that arrived is unreadable. The shop must look it up. The order then takes no payment. */
  unclear?: boolean;
  /** The code as received. A code from the ledger is verified again before it is shown. */
  brCode: string;
  /** The instant of the creation. */
  createdAt: number;
  /** The instant after which the code is no longer valid. */
  expiresAt: number;
  /** The charge's status. It is `expired` only after a response that the charge was not paid. */
  status: PixStatus;
  /** The instant at which the page learned of the payment. The service does not say when the shopper paid. */
  settledAt?: number;
  /** True if the charge was paid after it was reported as expired. */
  late?: boolean;
  /** True if the charge was paid although the order was already paid. The shop must refund it. */
  duplicate?: boolean;
}

/** A change of a charge, reported once. `paid` may follow `expired`. `ended` means cancelled, refunded or failed. */
export type PixTransition = 'paid' | 'expired' | 'ended';

/** The result of one query of a charge's status. */
export interface PixAnswer {
  status: PixStatus;
  /** The amount that arrived: reais as decimal text, or `unclear` if it is unreadable. Absent if the response has no amount. */
  paidAmount?: string;
  /** The instant at which the query was sent, epoch ms, by the service's or the shop's clock if one of them is known. */
  askedAt: number;
}

/** True if a charge cannot change any more in this checkout. Its status is then no longer polled. */
export function isFinal({ status }: PixCharge): boolean {
  return status !== 'pending' && status !== 'unknown' && status !== 'expired';
}

/**
 * Returns the charge after the result of a query, or the same object if nothing changes. A stale result reverts nothing, and an unknown
 * word changes nothing. "Not paid" means expired only if the query was sent after the expiry.
 */
export function advanceCharge(charge: PixCharge, { status, askedAt }: PixAnswer): PixCharge {
  const isExpired = status === 'pending' && askedAt >= charge.expiresAt;
  const next = advancePixStatus(charge.status, isExpired ? 'expired' : status);
  if (next === charge.status) return charge;
  if (next !== 'paid') return { ...charge, status: next };
  return { ...charge, status: next, settledAt: askedAt, ...presentFields({ late: charge.status === 'expired' || undefined }) };
}

/**
 * Merges two versions of one charge: the version with the more final status counts. If their codes differ, the service has given the same
 * identifier to a second charge. Then the paid charge counts, or else the newer charge with its own status.
 */
export function mergeCharge(known: PixCharge, other: PixCharge): PixCharge {
  if (known.brCode !== other.brCode) {
    const isNewer = other.createdAt > known.createdAt;
    return known.status !== 'paid' && (isNewer || other.status === 'paid') ? other : known;
  }
  const isFurther = advancePixStatus(known.status, other.status) !== known.status;
  const { status, settledAt, late } = other;
  return isFurther ? { ...known, status, ...presentFields({ settledAt, late }) } : known;
}

/** Returns the change between two versions of a charge; `undefined` if nothing is to be reported. */
export function findTransition(before: PixCharge, { status }: PixCharge): PixTransition | undefined {
  if (before.status === status || status === 'pending' || status === 'unknown') return undefined;
  return status === 'paid' || status === 'expired' ? status : 'ended';
}

/**
 * Creates the identifier of a charge among the payments of its order. It depends on the charge alone, so a charge that is stored twice is
 * still one payment.
 */
export function createPixPaymentId(chargeId: string): string {
  return `pix-${chargeId}`;
}

/** Creates the attempt of a charge. */
export function createPixAttempt({ chargeId, orderId, amount, createdAt, settledAt, expiresAt, duplicate, unclear }: PixCharge): Attempt {
  return {
    attemptId: createPixPaymentId(chargeId),
    ...presentFields({ orderId, settledAt, duplicate, unclear }),
    method: 'pix',
    amount,
    installments: 1,
    whoPaysFee: 'merchant',
    chargeId,
    startedAt: createdAt,
    expiresAt,
    state: 'open',
  };
}
