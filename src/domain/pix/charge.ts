import { advancePixStatus, type PixStatus } from './status.js';
import type { Attempt } from '../order/attempt.js';

/** A Pix code that was shown to a shopper, as the page and its journal keep it. */
export interface PixCharge {
  /** Its identifier at the service. */
  chargeId: string;
  /** The number that the service gave it. */
  number?: number;
  /** Reais as decimal text, `"149.90"`. */
  amount: string;
  /** The code as received. What comes from a journal is verified again before it is shown. */
  brCode: string;
  /** Epoch ms, by true time. */
  createdAt: number;
  /** The instant after which the code is no longer good, epoch ms, by true time. */
  expiresAt: number;
  /** `expired` only after an answer that says not paid. */
  status: PixStatus;
  /** Paid after expiry was said. */
  late?: boolean;
  /** Paid though the order was already paid: for the shop to give back. */
  duplicate?: boolean;
}

/** What there is to be told of a charge, once each. `paid` may follow `expired`; `ended` is cancelled, refunded or failed. */
export type PixNews = 'paid' | 'expired' | 'ended';

/** An answer to the question for a charge's status. */
export interface PixAnswer {
  status: PixStatus;
  /** When the question was sent, epoch ms, by true time. */
  askedAt: number;
}

/** Whether nothing more can become of a charge in this checkout: then nobody asks any more. */
export function isFinal({ status }: PixCharge): boolean {
  return status !== 'pending' && status !== 'unknown' && status !== 'expired';
}

/**
 * The charge after an answer; the very same object where nothing changes. A stale answer undoes nothing, an unknown word changes
 * nothing, and "not paid" means expired only where it was asked for after the expiry.
 */
export function advanceCharge(charge: PixCharge, { status, askedAt }: PixAnswer): PixCharge {
  const isOver = status === 'pending' && askedAt >= charge.expiresAt;
  const next = advancePixStatus(charge.status, isOver ? 'expired' : status);
  if (next === charge.status) return charge;
  return { ...charge, status: next, ...(next === 'paid' && charge.status === 'expired' && { late: true }) };
}

/** Of two accounts of one charge, what holds: `known`, unless `news` is further on. */
export function mergeCharge(known: PixCharge | undefined, news: PixCharge): PixCharge {
  return known && advancePixStatus(known.status, news.status) === known.status ? known : news;
}

/** What is to be told after a charge went from one status to another; `undefined` where there is nothing. */
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

/** How the identifiers begin of attempts that are Pix charges. */
const ATTEMPT_PREFIX = 'pix-';

/** The charge that an attempt of {@link createPixAttempt} is. */
export function readPixChargeId(attemptId: string): string {
  return attemptId.slice(ATTEMPT_PREFIX.length);
}

/** A charge as an attempt of its order. Its identifier follows from the charge, so that writing it down twice makes no second one. */
export function createPixAttempt({ chargeId, amount, createdAt, expiresAt }: PixCharge, orderId: string | undefined): Attempt {
  return {
    attemptId: `${ATTEMPT_PREFIX}${chargeId}`,
    ...(orderId !== undefined && { orderId }),
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
