import type { ServiceProfile } from '../../client/profile/service-profile.js';
import { createPixPaymentId } from '../../domain/pix/charge.js';
import type { AttemptRecord } from './order-record.js';

/** The beginnings of the identifiers of payments that no attempt made. */
const PIX_PREFIX = createPixPaymentId('');
const LOST_PREFIX = 'lost-';

/** The beginning of the names that the relay gives to attempts of pages that give none. */
const RELAY_PREFIX = 'relay-';

/** The header in which a page names its attempt to the relay. */
const KEY_HEADER = 'Idempotency-Key';

/** Visible ASCII without blanks: what can be a header. */
const KEY = /^[!-~]{1,200}$/;

/** The charge of a Pix payment, by the payment's identifier; `undefined` for that of any other payment. */
export function findPixChargeId(paymentId: string): string | undefined {
  return paymentId.startsWith(PIX_PREFIX) ? paymentId.slice(PIX_PREFIX.length) : undefined;
}

/** The identifier of a card payment that a person wrote down after a restore, by the service's identifier of the charge. */
export function createLostPaymentId(identifier: string): string {
  return `${LOST_PREFIX}${identifier}`;
}

/**
 * True for a name that a page may give to an attempt to charge a card. A payment has the name of its attempt: one with the name of another
 * order's Pix payment would conflict with it when that Pix is paid.
 */
export function isFreeAttemptId(attemptId: string): boolean {
  return !attemptId.startsWith(PIX_PREFIX) && !attemptId.startsWith(LOST_PREFIX);
}

/**
 * The attempt of a charge, as its page names it: by the header that the relay knows, or by the profile's header or field. A page that gives no
 * name gets a new one, and its charge then repeats no other.
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

/** True for an attempt that the relay named, since its page did not. */
export function isNamedByRelay({ attemptId }: Pick<AttemptRecord, 'attemptId'>): boolean {
  return attemptId.startsWith(RELAY_PREFIX);
}
