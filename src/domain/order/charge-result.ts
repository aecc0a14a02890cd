import type { CheckoutError } from '../errors.js';

/** The result of a charge. `failed` means certainly not charged, and `unconfirmed` means possibly charged. */
export type ChargeResult =
  | {
      status: 'approved';
      /** Absent only if the profile's `readCharge` approved a response without one. */ identifier?: string;
      message?: string;
    }
  | {
      status: 'declined';
      message?: string;
      /** The error of a decline by a status other than success or 402. With a key, the charge is sent again first. */ error?: CheckoutError;
    }
  | { status: 'failed'; error: CheckoutError; sent: boolean }
  | { status: 'unconfirmed'; error: CheckoutError; /** The late result, if it arrives; never rejects. */ late?: Promise<ChargeResult> };
