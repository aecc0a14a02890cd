import { parseExpiration } from '../../domain/card/expiration.js';
import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { CardData } from '../../domain/payment.js';
import type { Validation } from '../../domain/validation/field-reader.js';
import type { ServiceProfile } from '../profile/service-profile.js';

/** Returns the value of a validation. Throws `invalid-input` that names the invalid fields and contains nothing of their values. */
export function requireValid<T>(validation: Validation<T>): T {
  if (validation.ok) return validation.value;
  throw createInputError(validation.issues.map(({ field, code }) => `${field} (${code})`).join(', '));
}

/** Formats the card's fields for a request. The expiry has the profile's format for this operation. A service that takes no name gets none. */
export function formatCard(
  { holderName, expirationDate, number, securityCode }: CardData,
  { cardExpiration, holderName: rule }: Pick<ServiceProfile, 'cardExpiration' | 'holderName'>,
  operation: 'processPayment' | 'tokenizeCard',
): CardData {
  const format = typeof cardExpiration === 'string' ? cardExpiration : cardExpiration[operation];
  const expiration = parseExpiration(expirationDate);
  const month = String(expiration?.month ?? '').padStart(2, '0');
  const year = String(expiration?.year ?? '').slice(format === 'MM/YY' ? -2 : 0);
  return { ...(rule !== 'none' && presentFields({ holderName })), expirationDate: `${month}/${year}`, number, securityCode };
}

/** Creates an `invalid-input` error for fields that break a rule. */
export function createInputError(fields: string): CheckoutError {
  return new CheckoutError('invalid-input', `Not sent, since this breaks a rule: ${fields}.`);
}
