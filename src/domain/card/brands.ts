import { keepDigits } from './digits.js';

/** The brands that a number can be known to be of. */
export const BRANDS = [
  'visa',
  'mastercard',
  'american-express',
  'diners-club',
  'discover',
  'jcb',
  'unionpay',
  'maestro',
  'elo',
  'hiper',
  'hipercard',
  'aura',
] as const;

/** The network that a card number seems to belong to: a hint for icon, grouping and lengths, never a reason to refuse. */
export type Brand = (typeof BRANDS)[number] | 'unknown';

/**
 * First digits by brand, as prefixes (`65`) and ranges (`3528-89` is 3528 to 3589). Rows go from narrow to wide and the first
 * that fits wins, which is "the longest prefix wins": Elo, Hiper and Hipercard lie inside the ranges of Visa, Discover, Diners
 * and Maestro. The wide 6 of Maestro and the 65 of Discover are written with six digits, so that `6` and `65` stay unknown while
 * several brands are possible.
 *
 * Ranges: credit-card-type 10.3.0, copyright (c) 2009-2018 Braintree, a division of PayPal, Inc., MIT licence. Added: Aura's 5078
 * and the first Hipercard numbers (384100, 384140, 384160), which only Brazilian lists have; left out: Troy, Mir, Naranja, Verve.
 */
const RANGES: readonly (readonly [Brand, string])[] = [
  [
    'elo',
    '401178-9 431274 438935 451416 457393 457631-2 504175 506699-778 509 627780 636297 636368 650031-3 650035-51 650405-39 ' +
      '650485-538 650541-98 650700-18 650720-7 650901-78 651652-79 655000-19 655021-58',
  ],
  ['hiper', '637095 637568 637599 637609 637612 63737423 63743358'],
  ['hipercard', '606282 384100 384140 384160'],
  ['aura', '5078'],
  ['maestro', '493698 500000-4174 504176-6698 506779-8999 56-9'],
  ['visa', '4'],
  ['mastercard', '51-5 2221-720'],
  ['american-express', '34 37'],
  ['diners-club', '300-5 36 38-9'],
  ['discover', '6011 644-9 650000-9999'],
  ['jcb', '3528-89 2131 1800'],
  ['unionpay', '620 62100-82 62184-97 622-6 6270 6272 6276-7 6282-9 6291-2 810 8110-71'],
  ['maestro', '600000-99999'],
];

/**
 * Which brand a card number, whole or in part, seems to be of. Anything but digits is passed over. `unknown` while too few digits
 * are there, and for numbers that no row of the table has.
 */
export function detectBrand(text: string): Brand {
  const digits = keepDigits(text);
  const row = RANGES.find(([, ranges]) => ranges.split(' ').some((range) => isInRange(digits, range)));
  return row ? row[0] : 'unknown';
}

/** Whether a word from a page's settings is the name of a brand that can be detected (`unknown` is none). */
export function isBrand(word: unknown): word is Brand {
  return BRANDS.some((brand) => brand === word);
}

/** After which digits of a number a gap is shown: 4 and 10 for American Express and Diners, else 4, 8 and 12. */
export function cardNumberGaps(brand: Brand): readonly number[] {
  return brand === 'american-express' || brand === 'diners-club' ? [4, 10] : [4, 8, 12];
}

/** Lengths of card numbers, ISO/IEC 7812-1: for every brand whose ranges are disputed, since the payments service decides. */
const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, 19];

/** Lengths where all sources agree (Visa with 13 is old, yet still listed in Brazil). */
const LENGTHS: Readonly<Partial<Record<Brand, readonly number[]>>> = {
  visa: [13, 16, 18, 19],
  mastercard: [16],
  'american-express': [15],
  'diners-club': ANY_LENGTH.slice(2),
};

/** The lengths that a number of this brand may have. */
export function cardNumberLengths(brand: Brand): readonly number[] {
  return LENGTHS[brand] ?? ANY_LENGTH;
}

/** The most digits that a number of this brand has. */
export function cardNumberMaxLength(brand: Brand): number {
  return Math.max(...cardNumberLengths(brand));
}

function isInRange(digits: string, range: string): boolean {
  const [from = '', tail = ''] = range.split('-');
  const head = digits.slice(0, from.length);
  const to = from.slice(0, from.length - tail.length) + tail;
  return head.length === from.length && head >= from && head <= to;
}
