import type { Verdict } from '../payment.js';
import { hasCardDigits, plainText } from './digits.js';

/**
 * An unusual feature of a holder name, for a hint beside the field; a hint never stops a payment.
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
 * Checks a holder name: `valid` with a letter of any script, `possible` without one, `invalid` only where it contains a card number,
 * which belongs in another field.
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
