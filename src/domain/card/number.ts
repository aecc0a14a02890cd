import type { Verdict } from '../payment.js';
import { type Brand, cardNumberGaps, cardNumberLengths, detectBrand } from './brands.js';
import { keepDigits, plainText } from './digits.js';
import { hasLuhnChecksum } from './luhn.js';

/** The result of validating a card number. */
export interface CardNumberVerdict {
  /**
   * The verdict. `possible` means that more digits may make the number valid: a field shows an error only after the shopper has left it.
   */
  status: Verdict;
  brand: Brand;
  /** The digits alone, for the request; never for display, logs or events. */
  digits: string;
  /** The reason why the number is not `valid`; absent if it is. */
  reason?: 'empty' | 'characters' | 'length' | 'checksum';
}

/**
 * Validates a card number. The text may be incomplete. Blanks and dashes between the digits are accepted. Other characters, and a leading
 * dash (of a negative number), are not. No card number begins with 0: the reason is `characters` too. A wrong checksum is `possible` if the
 * brand also has longer numbers: 16 digits of a Visa may be the beginning of 19.
 *
 * @example
 * ```js
 * import { verifyCardNumber } from 'balcao/domain';
 *
 * verifyCardNumber('4111 1111 1111 1111').status; // 'valid'
 * verifyCardNumber('4111').reason; // 'length'
 * ```
 */
export function verifyCardNumber(text: string): CardNumberVerdict {
  const digits = keepDigits(text);
  const brand = detectBrand(digits);
  const refuse = (status: Verdict, reason: NonNullable<CardNumberVerdict['reason']>): CardNumberVerdict => ({
    status,
    brand,
    digits,
    reason,
  });

  const plain = plainText(text);
  if (!plain) return refuse('possible', 'empty');
  if (!/^[1-9][\d\s\p{Pd}]*$/u.test(plain)) return refuse('invalid', 'characters');

  const lengths = cardNumberLengths(brand);
  const canGrow = lengths.some((length) => length > digits.length) ? 'possible' : 'invalid';
  if (!lengths.includes(digits.length)) return refuse(canGrow, 'length');
  if (!hasLuhnChecksum(digits)) return refuse(canGrow, 'checksum');
  return { status: 'valid', brand, digits };
}

/**
 * Formats a card number in the groups of its brand, `4111 1111 1111 1111`. Never removes a digit.
 *
 * @example
 * ```js
 * import { formatCardNumber } from 'balcao/domain';
 *
 * formatCardNumber('4111111111111111'); // '4111 1111 1111 1111'
 * ```
 */
export function formatCardNumber(text: string): string {
  const digits = keepDigits(text);
  const gaps = cardNumberGaps(detectBrand(digits));
  return digits.replace(/\d/g, (digit, index: number) => (gaps.includes(index) ? ' ' : '') + digit);
}
