import type { Verdict } from '../payment.js';
import type { Brand } from './brands.js';
import { keepDigits, plainText } from './digits.js';

/**
 * Returns the length of a brand's security code: 4 digits for American Express, 3 for the others, `undefined` (3 or 4) for `unknown`.
 *
 * @example
 * ```js
 * import { securityCodeLength } from 'balcao/domain';
 *
 * securityCodeLength('american-express'); // 4
 * securityCodeLength('unknown'); // undefined
 * ```
 */
export function securityCodeLength(brand: Brand): 3 | 4 | undefined {
  if (brand === 'unknown') return undefined;
  return brand === 'american-express' ? 4 : 3;
}

/**
 * Validates a security code. The text may be incomplete. It must have digits only, as many as the brand's code has.
 *
 * @example
 * ```js
 * import { verifySecurityCode } from 'balcao/domain';
 *
 * verifySecurityCode('12', 'visa'); // 'possible'
 * verifySecurityCode('123', 'visa'); // 'valid'
 * ```
 */
export function verifySecurityCode(text: string, brand: Brand): Verdict {
  const code = plainText(text);
  const length = securityCodeLength(brand);
  if (!/^\d*$/.test(code) || code.length > (length ?? 4)) return 'invalid';
  return code.length >= (length ?? 3) ? 'valid' : 'possible';
}

/** Returns the digits of a text with a security code. A word with a letter is no part of the code: `CVV2 737` is `737`. */
export function parseSecurityCode(text: string): string {
  const numbers = text.split(/\s+/).filter((word) => !/\p{L}/u.test(word));
  return keepDigits(numbers.join('')) || keepDigits(text);
}
