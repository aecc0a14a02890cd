import type { ServiceProfile } from '../../client/profile/service-profile.js';
import { BOLETO_KEY, createChargePaymentId, type ChargeMethod } from '../../domain/order/charge.js';
import type { AttemptRecord, PixRecord } from './order-record.js';

/** The prefixes of the identifiers of payments without an attempt by card: Pix, boletos, and what a person records after a restore. */
const PIX_PREFIX = createChargePaymentId('pix', '');
const BOLETO_PREFIX = createChargePaymentId('boleto', '');
const LOST_PREFIX = 'lost-';

/** The prefix of the identifiers that the relay creates for attempts whose pages send no usable one. */
const RELAY_PREFIX = 'relay-';

/** The header in which a page sends its attempt's identifier to the relay. */
const KEY_HEADER = 'Idempotency-Key';

/** Visible ASCII without blanks, as a header can carry it. */
const KEY = /^[!-~]{1,200}$/;

/** Returns the method of a charge, and its identifier at the service or at the shop's bank. */
export function nameCharge({ chargeId, boleto }: Pick<PixRecord, 'chargeId' | 'boleto'>): { method: ChargeMethod; identifier: string } {
  return boleto ? { method: 'boleto', identifier: chargeId.slice(BOLETO_KEY.length) } : { method: 'pix', identifier: chargeId };
}

/** Finds the charge of a payment by Pix or boleto by the payment's identifier; `undefined` for any other payment. */
export function findPaidChargeId(paymentId: string): string | undefined {
  if (paymentId.startsWith(BOLETO_PREFIX)) return BOLETO_KEY + paymentId.slice(BOLETO_PREFIX.length);
  return paymentId.startsWith(PIX_PREFIX) ? paymentId.slice(PIX_PREFIX.length) : undefined;
}

/**
 * Creates the identifier of a card payment that a person records after the database was restored from a backup, from the service's identifier
 * of the charge.
 */
export function createLostPaymentId(identifier: string): string {
  return `${LOST_PREFIX}${identifier}`;
}

/**
 * Returns whether an identifier of an attempt by card has no prefix of another kind of payment. A payment has the identifier of its attempt: if
 * that were the identifier of another order's Pix payment, the two would conflict when that Pix is paid. Boletos and lost payments are the same.
 */
export function isFreeAttemptId(attemptId: string): boolean {
  return ![PIX_PREFIX, BOLETO_PREFIX, LOST_PREFIX].some((prefix) => attemptId.startsWith(prefix));
}

/**
 * Returns the identifier of the attempt that a page charges: from the relay's header, or from the profile's header or field. If the page sends
 * none that can be used, the identifier is new, and the charge repeats no other.
 */
export function nameAttempt(
  headers: Headers,
  body: Readonly<Record<string, unknown>>,
  { idempotency }: Pick<ServiceProfile, 'idempotency'>,
): string {
  const places = [
    headers.get(KEY_HEADER),
    idempotency && 'header' in idempotency ? headers.get(idempotency.header) : undefined,
    idempotency && 'field' in idempotency ? body[idempotency.field] : undefined,
  ];
  const isKey = (value: string): boolean => KEY.test(value) && !value.startsWith(RELAY_PREFIX) && isFreeAttemptId(value);
  const key = places.find((value): value is string => typeof value === 'string' && isKey(value));
  return key ?? `${RELAY_PREFIX}${crypto.randomUUID()}`;
}

/** Returns whether the relay created the attempt's identifier, because its page sent no usable one. */
export function isNamedByRelay({ attemptId }: Pick<AttemptRecord, 'attemptId'>): boolean {
  return attemptId.startsWith(RELAY_PREFIX);
}
