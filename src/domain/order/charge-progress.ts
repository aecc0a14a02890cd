import { presentFields } from '../present-fields.js';
import { advancePixStatus, type PixStatusAnswer } from '../pix/status.js';
import { isBoleto, type Charge } from './charge.js';

/** A change of a charge, reported once. `paid` may follow `expired`. `ended` means cancelled, refunded or failed. */
export type ChargeTransition = 'paid' | 'expired' | 'ended';

/** The interval of queries about a boleto, whose money is under way for days, ms: four times a day. */
export const BOLETO_GAP_MS = 6 * 3_600_000;

/** The result of one query of a charge's status. */
export interface ChargeAnswer extends PixStatusAnswer {
  /** The instant at which the query was sent, epoch ms, by the service's or the shop's clock if one of them is known. */
  askedAt: number;
}

/** Returns the instant after which a charge can no longer be paid in time, epoch ms. */
export function getPayableUntil(charge: Charge): number {
  return isBoleto(charge) ? charge.payableUntil : charge.expiresAt;
}

/**
 * Returns the charge after the result of a query, or the same object if nothing changes. A stale result reverts nothing, and an unknown
 * word changes nothing. "Not paid" means expired only if the query was sent after the expiry. A boleto that a bank calls expired earlier
 * may have been paid: the money of its bar code is still under way.
 */
export function advanceCharge<Each extends Charge>(charge: Each, { status, askedAt }: ChargeAnswer): Each {
  const mayBeExpired = askedAt >= charge.expiresAt;
  const isEarly = status === 'expired' && isBoleto(charge) && !mayBeExpired;
  const next = advancePixStatus(charge.status, isEarly ? 'pending' : status === 'pending' && mayBeExpired ? 'expired' : status);
  if (next === charge.status) return charge;
  if (next !== 'paid') return { ...charge, status: next };
  return { ...charge, status: next, settledAt: askedAt, ...presentFields({ late: charge.status === 'expired' || undefined }) };
}

/** Returns the change between two versions of a charge; `undefined` if nothing is to be reported. */
export function findTransition(before: Charge, { status }: Charge): ChargeTransition | undefined {
  if (before.status === status || status === 'pending' || status === 'unknown') return undefined;
  return status === 'paid' || status === 'expired' ? status : 'ended';
}

/** Creates the identifier of a further payment of the same charge: the second one has `+2`. */
export function createFurtherPaymentId(paymentId: string, position: number): string {
  return `${paymentId}+${position}`;
}
