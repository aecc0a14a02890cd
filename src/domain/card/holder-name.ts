import type { Verdict } from '../payment.js';
import { hasCardDigits, plainText } from './digits.js';

/**
 * Finds text in a holder name that is probably a mistake: an email address or a digit. The result is for a hint beside the field. A hint
 * never stops a payment.
 *
 * @example
 * ```js
 * import { hintHolderName } from 'balcao/domain';
 *
 * hintHolderName('maria@example.com'); // 'email'
 * hintHolderName('Maria Silva'); // undefined
 * ```
 */
export function hintHolderName(text: string): 'digits' | 'email' | undefined {
  if (text.includes('@')) return 'email';
  return /\d/.test(plainText(text)) ? 'digits' : undefined;
}

/**
 * Validates a holder name. A name with a letter of any script is `valid`, and a name without one is `possible`. Only a name that contains a
 * card number is `invalid`, since the number belongs in another field.
 *
 * @example
 * ```js
 * import { verifyHolderName } from 'balcao/domain';
 *
 * verifyHolderName('Maria Silva'); // 'valid'
 * verifyHolderName('4111 1111 1111 1111'); // 'invalid'
 * ```
 */
export function verifyHolderName(text: string): Verdict {
  if (hasCardDigits(text)) return 'invalid';
  return /\p{L}/u.test(text) ? 'valid' : 'possible';
}
