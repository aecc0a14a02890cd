import type { CheckoutError } from '../errors.js';

/** What became of a charge: `failed` means certainly not charged, `unconfirmed` means it may have been. */
export type ChargeResult =
  | { status: 'approved'; /** Absent only where `readCharge` overruled an answer without one. */ identifier?: string; message?: string }
  | { status: 'declined'; message?: string }
  | { status: 'failed'; error: CheckoutError; sent: boolean }
  | { status: 'unconfirmed'; error: CheckoutError; /** The answer, if it still comes; never rejects. */ late?: Promise<ChargeResult> };
