import { isInRanges, type Brand } from './brands.js';

/** Brands whose numbers some sources give to others: what the page calls Maestro may be a Mastercard, so the service decides. */
const NEVER_SURE: readonly Brand[] = ['unknown', 'maestro', 'aura'];

/**
 * Where lists of brands disagree (credit-card-type, payment and bin-cc): Elo has got ranges inside Discover's 65 that not every list
 * has, Hiper and Hipercard are one brand in some, and the old Hipercard 3841 lies in Diners' 38. Each is about
 * numbers of these first digits, or about all numbers of the two brands.
 */
const DISPUTES: readonly (readonly [brands: readonly Brand[], ranges?: string])[] = [
  [['discover', 'elo'], '650057-650081 650900 650979-650999 651680-651704'],
  [['hiper', 'hipercard']],
  [['diners-club', 'hipercard'], '384100-384199'],
];

/**
 * True if a shop that takes only some brands (all where `accepted` is absent) may be paid with a card. A brand is a guess by the first digits:
 * one that nobody is sure of, or that is disputed with an accepted one, is left to the service. Without `digits`, as of a saved card, any
 * dispute between the two counts.
 */
export function isBrandAccepted(brand: Brand, accepted: readonly Brand[] | undefined, digits?: string): boolean {
  if (!accepted || NEVER_SURE.includes(brand) || accepted.includes(brand)) return true;
  return DISPUTES.some(
    ([brands, ranges]) =>
      brands.includes(brand) &&
      brands.some((each) => accepted.includes(each)) &&
      (digits === undefined || !ranges || isInRanges(digits, ranges)),
  );
}
