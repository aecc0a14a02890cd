/** The status of a Pix charge. Only `paid` means that money arrived. `unknown` is never success. */
export type PixStatus = 'pending' | 'paid' | 'expired' | 'cancelled' | 'refunded' | 'failed' | 'unknown';

/** The finality of each status. A later response whose status is not more final is stale. */
const FINALITY: Readonly<Record<PixStatus, number>> = { unknown: 0, pending: 1, expired: 2, cancelled: 2, failed: 2, paid: 3, refunded: 4 };

/**
 * Returns the status after a response. Only a refund undoes `paid`. A charge that has ended is no longer pending, but it may still become
 * paid (a payment in the last second). An unknown word changes nothing.
 */
export function advancePixStatus(previous: PixStatus, next: PixStatus): PixStatus {
  return FINALITY[next] > FINALITY[previous] ? next : previous;
}

/** True if a word is one of the statuses. */
export function isPixStatus(word: unknown): word is PixStatus {
  return typeof word === 'string' && Object.hasOwn(FINALITY, word);
}

/** The amounts that arrived for a charge. */
export interface ArrivedAmounts {
  /** The amount that arrived: reais as decimal text, or `unclear` if it is unreadable. Absent if the response has no amount. */
  paidAmount?: string;
  /** The amounts of further payments of the same charge: a hybrid boleto may be paid by its Pix and by its bar code. */
  furtherAmounts?: readonly string[];
}

/** The service's response about a Pix charge. */
export interface PixStatusAnswer extends ArrivedAmounts {
  status: PixStatus;
}
