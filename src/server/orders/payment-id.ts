import { createPixPaymentId } from '../../domain/pix/charge.js';

/** How the identifiers begin of payments that no attempt made. */
const PIX_PREFIX = createPixPaymentId('');
const LOST_PREFIX = 'lost-';

/** The charge of a Pix payment, by the payment's identifier; `undefined` for that of any other payment. */
export function readPixPaymentId(paymentId: string): string | undefined {
  return paymentId.startsWith(PIX_PREFIX) ? paymentId.slice(PIX_PREFIX.length) : undefined;
}

/** The identifier of a card's charge that a person wrote down after a restore, by the service's own. */
export function createLostPaymentId(identifier: string): string {
  return `${LOST_PREFIX}${identifier}`;
}

/**
 * Whether a page may call an attempt to charge a card so. A payment has the name of its attempt: one that is called like another order's Pix
 * would be in the way when that Pix is paid.
 */
export function isFreeAttemptId(attemptId: string): boolean {
  return !attemptId.startsWith(PIX_PREFIX) && !attemptId.startsWith(LOST_PREFIX);
}
