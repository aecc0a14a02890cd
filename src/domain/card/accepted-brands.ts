import { isWithin, type Brand } from './brands.js';

/** Brands whose numbers some sources give to others: what the page calls Maestro may be a Mastercard, so the service decides. */
const NEVER_SURE: readonly Brand[] = ['unknown', 'maestro', 'aura'];

/** Numbers of one brand that may be of another. */
interface Dispute {
  readonly brands: readonly [Brand, Brand];
  /** Their first digits, both included; all numbers of the two where absent. */
  readonly ranges?: readonly (readonly [first: number, last: number])[];
}

/**
 * Where lists of brands disagree (credit-card-type, payment and bin-cc): Elo has got ranges inside Discover's 65 that not every list
 * has, Hiper and Hipercard are one brand in some, and the old Hipercard 3841 lies in Diners' 38.
 */
const DISPUTES: readonly Dispute[] = [
  {
    brands: ['discover', 'elo'],
    ranges: [
      [650057, 650081],
      [650900, 650900],
      [650979, 650999],
      [651680, 651704],
    ],
  },
  { brands: ['hiper', 'hipercard'] },
  { brands: ['diners-club', 'hipercard'], ranges: [[384100, 384199]] },
];

/**
 * Whether a shop that takes only some brands (all where `accepted` is absent) may be paid with a card. A brand is a guess by the first digits:
 * one that nobody is sure of, or that is disputed with an accepted one, is left to the service. Without `digits`, as of a saved card, any
 * dispute between the two counts.
 */
export function isBrandAccepted(brand: Brand, accepted: readonly Brand[] | undefined, digits?: string): boolean {
  if (!accepted || NEVER_SURE.includes(brand) || accepted.includes(brand)) return true;
  return DISPUTES.some(
    ({ brands, ranges }) =>
      brands.includes(brand) &&
      brands.some((each) => accepted.includes(each)) &&
      (digits === undefined || !ranges || ranges.some(([first, last]) => isWithin(digits, first, last))),
  );
}
