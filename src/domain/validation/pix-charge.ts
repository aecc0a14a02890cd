import { FieldReader, parseAmountField, textThat, type Validation } from './field-reader.js';

/** The body of `POST /pix/generateQrCode`, with the names that the interface describes. */
export interface PixChargeBody {
  /** The amount in reais, at most two decimals. */
  amount: number;
  /** The instant after which the code is no longer valid, as a date and time. */
  expirationDate: string;
  /** True if the service reports the payment by its webhook. */
  paymentWebhook?: boolean;
}

/**
 * Validates a Pix charge to be created. `expirationDate` is ISO 8601 with an offset or `Z`; seconds are optional. A time without a zone
 * would be a different instant in each place. Other fields are dropped. Does not check whether the instant is in the future.
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

/** True if a text is ISO 8601 with a time zone and an existing day. */
function isInstant(text: string): boolean {
  const day = text.slice(0, 10);
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    // Some browsers read February 30 as March 2, so the day must be the same when it is written back.
    JSON.stringify(new Date(day)).slice(1, 11) === day
  );
}
