import { once } from '../once.js';
import { keepDigits } from './digits.js';
import { BRANDS, type KnownBrand } from '../known-brands.js';

/** The card network to which a number seems to belong: a hint for icon, grouping and lengths, never a reason to refuse. */
export type Brand =
  | 'visa'
  | 'mastercard'
  | 'american-express'
  | 'diners-club'
  | 'discover'
  | 'jcb'
  | 'unionpay'
  | 'maestro'
  | 'elo'
  | 'hiper'
  | 'hipercard'
  | 'aura'
  | 'unknown';

/**
 * The first digits of each brand's numbers. A number matches a row if it begins with one of these prefixes, or with digits from the first
 * to the last of a range, both included. The rows go from narrow to wide, and the first match counts, so the longest prefix wins: Elo,
 * Hiper and Hipercard lie inside the ranges of Visa, Discover, Diners and Maestro. The wide 6 of Maestro, which is last, and the 65 of
 * Discover are written with six digits. So `6` and `65` stay `unknown` while several brands are possible.
 *
 * Source: credit-card-type 10.3.0, copyright (c) 2009-2018 Braintree, a division of PayPal, Inc., MIT licence. Added: Aura's 5078 and the
 * first Hipercard numbers (384100, 384140, 384160), which only Brazilian lists have. Left out: Troy, Mir, Naranja, Verve.
 */
const BRAND_RANGES: readonly (readonly [brand: KnownBrand, ranges: string])[] = [
  [
    'elo',
    '431274 438935 451416 457393 504175 509 627780 636297 636368 401178-401179 457631-457632 506699-506778 650031-650033 650035-650051 ' +
      '650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 650901-650978 651652-651679 655000-655019 655021-655058',
  ],
  ['hiper', '637095 637568 637599 637609 637612 63737423 63743358'],
  ['hipercard', '606282 384100 384140 384160'],
  ['aura', '5078'],
  ['maestro', '493698 500000-504174 504176-506698 506779-508999 56-59'],
  ['visa', '4'],
  ['mastercard', '51-55 2221-2720'],
  ['american-express', '34 37'],
  ['diners-club', '36 300-305 38-39'],
  ['discover', '6011 644-649 650000-659999'],
  ['jcb', '2131 1800 3528-3589'],
  ['unionpay', '620 6270 6272 810 62100-62182 62184-62197 622-626 6276-6277 6282-6289 6291-6292 8110-8171'],
  ['maestro', '600000-699999'],
];

/** The first and the last digits of a range of numbers. Both have the same length. */
type Range = readonly [first: string, last: string];

/** The table with parsed ranges: each typed digit needs the brand more than once. */
const listBrandRanges = once(() => BRAND_RANGES.map(([brand, ranges]) => [brand, parseRanges(ranges)] as const));

/**
 * Detects the brand of a card number. The number may be incomplete, and characters other than digits are ignored. Returns `unknown` if
 * there are too few digits, or if no row of the table matches.
 *
 * @example
 * ```js
 * import { detectBrand } from 'balcao/domain';
 *
 * detectBrand('4111 1111'); // 'visa'
 * detectBrand('6'); // 'unknown'
 * ```
 */
export function detectBrand(text: string): Brand {
  const digits = keepDigits(text);
  return listBrandRanges().find(([, ranges]) => isInRanges(digits, ranges))?.[0] ?? 'unknown';
}

/**
 * True if a word from a page's settings is the name of a detectable brand (`unknown` is not).
 *
 * @example
 * ```js
 * import { isBrand } from 'balcao/domain';
 *
 * isBrand('elo'); // true
 * isBrand('unknown'); // false
 * ```
 */
export function isBrand(word: unknown): word is Brand {
  return BRANDS.some((brand) => brand === word);
}

/**
 * Returns the positions of the gaps in a formatted number: after 4 and 10 digits for American Express and Diners, else after 4, 8 and 12.
 *
 * @example
 * ```js
 * import { cardNumberGaps } from 'balcao/domain';
 *
 * cardNumberGaps('american-express'); // [4, 10]
 * ```
 */
export function cardNumberGaps(brand: Brand): readonly number[] {
  return brand === 'american-express' || brand === 'diners-club' ? [4, 10] : [4, 8, 12];
}

/** Lengths of card numbers by ISO/IEC 7812-1. They apply to every brand whose ranges are disputed, since the payments service decides. */
const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, 19];

/** The lengths of brands on which all sources agree. 13 digits of Visa are old, yet Brazilian lists still have them. */
const LENGTHS: Readonly<Partial<Record<Brand, readonly number[]>>> = {
  visa: [13, 16, 18, 19],
  mastercard: [16],
  'american-express': [15],
  'diners-club': ANY_LENGTH.slice(2),
  elo: [16],
  hiper: [16],
};

/** Returns the allowed lengths of a brand's numbers. */
export function cardNumberLengths(brand: Brand): readonly number[] {
  return LENGTHS[brand] ?? ANY_LENGTH;
}

/**
 * Returns the largest number of digits in a brand's numbers.
 *
 * @example
 * ```js
 * import { cardNumberMaxLength } from 'balcao/domain';
 *
 * cardNumberMaxLength('visa'); // 19
 * ```
 */
export function cardNumberMaxLength(brand: Brand): number {
  return Math.max(...cardNumberLengths(brand));
}

/** Parses a list of prefixes and ranges such as `4 51-55`. */
export function parseRanges(ranges: string): readonly Range[] {
  return ranges.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [first, last];
  });
}

/** True if a number begins with a prefix, or with digits from the first to the last of a range, both included. */
export function isInRanges(digits: string, ranges: readonly Range[]): boolean {
  return ranges.some(([first, last]) => {
    const head = digits.slice(0, first.length);
    return head.length === first.length && head >= first && head <= last;
  });
}
