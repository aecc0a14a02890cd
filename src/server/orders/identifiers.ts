import type { ServiceProfile } from '../../client/profile/service-profile.js';
import { createPixPaymentId } from '../../domain/pix/charge.js';
import type { AttemptRecord } from './order-record.js';

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

/** The header in which a page names its attempt to the relay. */
const KEY_HEADER = 'Idempotency-Key';

/** How the names begin that the relay gives to attempts of pages that give none. */
const OWN_PREFIX = 'relay-';

/** Visible ASCII without blanks: what can be a header. */
const KEY = /^[!-~]{1,200}$/;

/**
 * The attempt that a charge is of, as its page names it: by the header that the relay knows, or by the profile's own header or field. A page
 * that names none gets one, and its charge is then no repeat of any other.
 */
export function readAttemptKey(
  headers: Headers,
  body: Readonly<Record<string, unknown>>,
  { idempotency }: Pick<ServiceProfile, 'idempotency'>,
): string {
  const places = [
    headers.get(KEY_HEADER),
    idempotency && 'header' in idempotency ? headers.get(idempotency.header) : undefined,
    idempotency && 'field' in idempotency ? body[idempotency.field] : undefined,
  ];
  const isKey = (value: string): boolean => KEY.test(value) && !value.startsWith(OWN_PREFIX) && isFreeAttemptId(value);
  const key = places.find((value): value is string => typeof value === 'string' && isKey(value));
  return key ?? `${OWN_PREFIX}${crypto.randomUUID()}`;
}

/** Whether the relay named an attempt, since its page did not. */
export function isNamedByRelay({ attemptId }: Pick<AttemptRecord, 'attemptId'>): boolean {
  return attemptId.startsWith(OWN_PREFIX);
}
