import { keepDigits } from './digits.js';
import { BRANDS, type KnownBrand } from '../known-brands.js';

/** The network that a card number seems to belong to: a hint for icon, grouping and lengths, never a reason to refuse. */
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

/** The first digits by which a brand's numbers are known. */
interface BrandRow {
  readonly brand: KnownBrand;
  /** A number begins with one of these. */
  readonly prefixes?: readonly number[];
  /** Or with digits from the first to the last of one of these, both included. */
  readonly ranges?: readonly (readonly [first: number, last: number])[];
}

/**
 * First digits by brand. Rows go from narrow to wide and the first that fits wins, which is "the longest prefix wins": Elo, Hiper and
 * Hipercard lie inside the ranges of Visa, Discover, Diners and Maestro. The wide 6 of Maestro, which stands last, and the 65 of Discover are
 * written with six digits, so that `6` and `65` stay unknown while several brands are possible.
 *
 * Source: credit-card-type 10.3.0, copyright (c) 2009-2018 Braintree, a division of PayPal, Inc., MIT licence. Added: Aura's 5078
 * and the first Hipercard numbers (384100, 384140, 384160), which only Brazilian lists have; left out: Troy, Mir, Naranja, Verve.
 */
const BRAND_RANGES = [
  {
    brand: 'elo',
    prefixes: [431274, 438935, 451416, 457393, 504175, 509, 627780, 636297, 636368],
    ranges: [
      [401178, 401179],
      [457631, 457632],
      [506699, 506778],
      [650031, 650033],
      [650035, 650051],
      [650405, 650439],
      [650485, 650538],
      [650541, 650598],
      [650700, 650718],
      [650720, 650727],
      [650901, 650978],
      [651652, 651679],
      [655000, 655019],
      [655021, 655058],
    ],
  },
  { brand: 'hiper', prefixes: [637095, 637568, 637599, 637609, 637612, 63737423, 63743358] },
  { brand: 'hipercard', prefixes: [606282, 384100, 384140, 384160] },
  { brand: 'aura', prefixes: [5078] },
  {
    brand: 'maestro',
    prefixes: [493698],
    ranges: [
      [500000, 504174],
      [504176, 506698],
      [506779, 508999],
      [56, 59],
    ],
  },
  { brand: 'visa', prefixes: [4] },
  {
    brand: 'mastercard',
    ranges: [
      [51, 55],
      [2221, 2720],
    ],
  },
  { brand: 'american-express', prefixes: [34, 37] },
  {
    brand: 'diners-club',
    prefixes: [36],
    ranges: [
      [300, 305],
      [38, 39],
    ],
  },
  {
    brand: 'discover',
    prefixes: [6011],
    ranges: [
      [644, 649],
      [650000, 659999],
    ],
  },
  { brand: 'jcb', prefixes: [2131, 1800], ranges: [[3528, 3589]] },
  {
    brand: 'unionpay',
    prefixes: [620, 6270, 6272, 810],
    ranges: [
      [62100, 62182],
      [62184, 62197],
      [622, 626],
      [6276, 6277],
      [6282, 6289],
      [6291, 6292],
      [8110, 8171],
    ],
  },
  { brand: 'maestro', ranges: [[600000, 699999]] },
] as const satisfies readonly BrandRow[];

/**
 * Which brand a card number, whole or in part, seems to be of. Anything but digits is passed over. `unknown` while too few digits
 * are there, and for numbers that no row of the table has.
 */
export function detectBrand(text: string): Brand {
  const digits = keepDigits(text);
  return BRAND_RANGES.find((row) => hasPrefix(row, digits))?.brand ?? 'unknown';
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
  elo: [16],
  hiper: [16],
};

/** The lengths that a number of this brand may have. */
export function cardNumberLengths(brand: Brand): readonly number[] {
  return LENGTHS[brand] ?? ANY_LENGTH;
}

/** The most digits that a number of this brand has. */
export function cardNumberMaxLength(brand: Brand): number {
  return Math.max(...cardNumberLengths(brand));
}

/** Whether a row knows a number by the digits that are there. */
function hasPrefix({ prefixes = [], ranges = [] }: BrandRow, digits: string): boolean {
  return prefixes.some((prefix) => isWithin(digits, prefix, prefix)) || ranges.some(([first, last]) => isWithin(digits, first, last));
}

/** Whether a number begins with digits from the first to the last, both included. */
export function isWithin(digits: string, first: number, last: number): boolean {
  const head = digits.slice(0, String(first).length);
  return head.length === String(first).length && Number(head) >= first && Number(head) <= last;
}
