import { presentFields } from '../present-fields.js';
import { advancePixStatus, type PixStatus } from './status.js';
import type { Attempt } from '../order/attempt.js';

/** A Pix charge that was created for a shopper, as the page and its journal store it. */
export interface PixCharge {
  /** Its identifier at the service. */
  chargeId: string;
  /** The number that the service gave it. */
  number?: number;
  /** Reais as decimal text, `"149.90"`. */
  amount: string;
  /** The code as received. One that comes from a journal is verified again before it is shown. */
  brCode: string;
  /** Epoch ms, by true time. */
  createdAt: number;
  /** The instant after which the code is no longer valid, epoch ms, by true time. */
  expiresAt: number;
  /** `expired` only after an answer that it was not paid. */
  status: PixStatus;
  /** Paid after it had been reported as expired. */
  late?: boolean;
  /** Paid although the order was already paid: for the shop to refund. */
  duplicate?: boolean;
}

/** News of a charge, reported once each. `paid` may follow `expired`; `ended` is cancelled, refunded or failed. */
export type PixNews = 'paid' | 'expired' | 'ended';

/** The answer to a question about a charge's status. */
export interface PixAnswer {
  status: PixStatus;
  /** When the question was sent, epoch ms, by true time. */
  askedAt: number;
}

/** Whether a charge cannot change any more in this checkout: then its status is not asked again. */
export function isFinal({ status }: PixCharge): boolean {
  return status !== 'pending' && status !== 'unknown' && status !== 'expired';
}

/**
 * The charge after an answer; the same object where nothing changes. A stale answer reverts nothing, an unknown word changes nothing,
 * and "not paid" means expired only where the question was asked after the expiry.
 */
export function advanceCharge(charge: PixCharge, { status, askedAt }: PixAnswer): PixCharge {
  const isOver = status === 'pending' && askedAt >= charge.expiresAt;
  const next = advancePixStatus(charge.status, isOver ? 'expired' : status);
  if (next === charge.status) return charge;
  return { ...charge, status: next, ...(next === 'paid' && charge.status === 'expired' && { late: true }) };
}

/** Of two versions of one charge, the one that counts: `known`, unless `news` is further on. */
export function mergeCharge(known: PixCharge | undefined, news: PixCharge): PixCharge {
  return known && advancePixStatus(known.status, news.status) === known.status ? known : news;
}

/** The news when a charge went from one status to another; `undefined` where there is none. */
export function findNews(before: PixCharge, { status }: PixCharge): PixNews | undefined {
  if (before.status === status) return undefined;
  switch (status) {
    case 'paid':
    case 'expired':
      return status;
    case 'cancelled':
    case 'refunded':
    case 'failed':
      return 'ended';
    case 'pending':
    case 'unknown':
      return undefined;
  }
}

/** The prefix of the identifiers of attempts that are Pix charges. */
const ATTEMPT_PREFIX = 'pix-';

/** The charge's identifier in an attempt's identifier of {@link createPixAttempt}. */
export function readPixChargeId(attemptId: string): string {
  return attemptId.slice(ATTEMPT_PREFIX.length);
}

/** A charge as an attempt of its order. Its identifier comes from the charge, so that writing it down twice makes no second attempt. */
export function createPixAttempt({ chargeId, amount, createdAt, expiresAt }: PixCharge, orderId: string | undefined): Attempt {
  return {
    attemptId: `${ATTEMPT_PREFIX}${chargeId}`,
    ...presentFields({ orderId }),
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
