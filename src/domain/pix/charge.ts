import { presentFields } from '../present-fields.js';
import { advancePixStatus, type PixStatus } from './status.js';
import type { Attempt } from '../order/attempt.js';

/** A Pix charge that was created for a shopper, as the page and its ledger store it. */
export interface PixCharge {
  /** Its identifier at the service. */
  chargeId: string;
  /** The shop's order that it is for. */
  orderId?: string;
  /** The number that the service gave it. */
  number?: number;
  /** Reais as decimal text, `"149.90"`. */
  amount: string;
  /** The part of the order's amount that did not arrive, once it was paid; reais as decimal text. The order then takes no payment. */
  missing?: string;
  /** It was paid, and nobody can read how much arrived: for the shop to look up. The order then takes no payment. */
  unclear?: boolean;
  /** The code as received. One that comes from the ledger is verified again before it is shown. */
  brCode: string;
  /** Epoch ms, by true time. */
  createdAt: number;
  /** The instant after which the code is no longer valid, epoch ms, by true time. */
  expiresAt: number;
  /** `expired` only after an answer that it was not paid. */
  status: PixStatus;
  /** When the page learned that it was paid, epoch ms, by true time: the service does not say when the shopper paid. */
  settledAt?: number;
  /** Paid after it had been reported as expired. */
  late?: boolean;
  /** Paid although the order was already paid: for the shop to refund. */
  duplicate?: boolean;
}

/** News of a charge, reported once each. `paid` may follow `expired`; `ended` is cancelled, refunded or failed. */
export type PixTransition = 'paid' | 'expired' | 'ended';

/** The answer to a question about a charge's status. */
export interface PixAnswer {
  status: PixStatus;
  /** The amount that arrived, where the answer has it: reais as decimal text, or `unclear` for what nobody can read. */
  paidAmount?: string;
  /** When the question was sent, epoch ms, by true time. */
  askedAt: number;
}

/** True if a charge cannot change any more in this checkout: then its status is not asked again. */
export function isFinal({ status }: PixCharge): boolean {
  return status !== 'pending' && status !== 'unknown' && status !== 'expired';
}

/**
 * The charge after an answer; the same object where nothing changes. A stale answer reverts nothing, an unknown word changes nothing,
 * and "not paid" means expired only where the question was asked after the expiry.
 */
export function advanceCharge(charge: PixCharge, { status, askedAt }: PixAnswer): PixCharge {
  const isExpired = status === 'pending' && askedAt >= charge.expiresAt;
  const next = advancePixStatus(charge.status, isExpired ? 'expired' : status);
  if (next === charge.status) return charge;
  if (next !== 'paid') return { ...charge, status: next };
  return { ...charge, status: next, settledAt: askedAt, ...presentFields({ late: charge.status === 'expired' || undefined }) };
}

/**
 * Of two versions of one charge, what counts: the status that is further on. Of two codes, since a service may give one identifier out
 * again, the one that was paid, else the newer one, which begins anew.
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

/** The news when a charge went from one status to another; `undefined` where there is none. */
export function findTransition(before: PixCharge, { status }: PixCharge): PixTransition | undefined {
  if (before.status === status || status === 'pending' || status === 'unknown') return undefined;
  return status === 'paid' || status === 'expired' ? status : 'ended';
}

/** The identifier of a charge among the payments of its order. It comes from the charge, so that writing it down twice makes no second payment. */
export function createPixPaymentId(chargeId: string): string {
  return `pix-${chargeId}`;
}

/** A charge as an attempt of its order. */
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
