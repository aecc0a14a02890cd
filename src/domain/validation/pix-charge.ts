import { FieldReader, parseAmountField, textThat, type Validation } from './field-reader.js';

/** Body of `POST /pix/generateQrCode`, by the names that the interface describes. */
export interface PixChargeBody {
  /** Reais, at most two decimals. */
  amount: number;
  /** The instant after which the code is no longer valid, as a date and time. */
  expirationDate: string;
  /** True if the service reports the payment by its webhook. */
  paymentWebhook?: boolean;
}

/**
 * Checks a Pix charge to be created. `expirationDate` is ISO 8601 with an offset or `Z`, seconds optional: a time without a zone is a
 * different instant in each place. Other fields are dropped. Does not check whether the instant is in the future.
 *
 * @example
 * ```js
 * import { validatePixCharge } from 'balcao/domain';
 *
 * const charge = { amount: 142.41, expirationDate: '2027-01-31T12:00:00-03:00' };
 * validatePixCharge(charge); // { ok: true, value: charge }
 * ```
 */
export function validatePixCharge(input: unknown): Validation<PixChargeBody> {
  const reader = new FieldReader(input);
  return reader.finish<PixChargeBody>({
    amount: parseAmountField(reader),
    expirationDate: reader.read('expirationDate', textThat(isInstant)),
    paymentWebhook: reader.readOptional('paymentWebhook', (value) => (typeof value === 'boolean' ? value : undefined)),
  });
}

function isInstant(text: string): boolean {
  const day = text.slice(0, 10);
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    // Some browsers read February 30 as March 2, so the day must still be the same when it is written back.
    JSON.stringify(new Date(day)).slice(1, 11) === day
  );
}
