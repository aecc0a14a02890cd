import type { Verdict } from '../payment.js';
import { type Brand, cardNumberGaps, cardNumberLengths, detectBrand } from './brands.js';
import { keepDigits, plainText } from './digits.js';
import { hasLuhnChecksum } from './luhn.js';

/** The result of checking a card number. */
export interface CardNumberVerdict {
  /** `possible` means that more digits may make it valid, so a field shows it as an error only once the shopper has left it. */
  status: Verdict;
  brand: Brand;
  /** The digits only, for the request; never for display, logs or events. */
  digits: string;
  /** Why the number is not `valid`; present whenever it is not. */
  reason?: 'empty' | 'characters' | 'length' | 'checksum';
}

/**
 * Checks a card number, perhaps not yet fully typed. Blanks and dashes between digits are accepted, other characters and a leading dash
 * (as of a negative number) are not. No card number begins with 0: that is `characters` too. A wrong checksum is `possible` while the
 * brand has longer numbers: 16 digits of a Visa may be the beginning of 19.
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
 * Formats a card number in the groups of its brand, `4111 1111 1111 1111`; never cuts off a digit.
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
