import type { CheckoutError } from '../errors.js';

/** The result of a charge: `failed` means certainly not charged, `unconfirmed` means that it may have been. */
export type ChargeResult =
  | {
      status: 'approved';
      /** Absent only where the profile's `readCharge` approved a response without one. */ identifier?: string;
      message?: string;
    }
  | {
      status: 'declined';
      message?: string;
      /** The status by which it was declined, where that is neither of success nor 402: with a key, it is then asked about first. */ error?: CheckoutError;
    }
  | { status: 'failed'; error: CheckoutError; sent: boolean }
  | { status: 'unconfirmed'; error: CheckoutError; /** The late answer, if it still comes; never rejects. */ late?: Promise<ChargeResult> };
