import { isBrand, isInRanges, parseRanges, type Brand } from './brands.js';

/**
 * Brands that cannot be detected with certainty. Sources disagree about their ranges: a number that the page calls Maestro may be a
 * Mastercard. The service decides.
 */
const NEVER_SURE: readonly Brand[] = ['unknown', 'maestro', 'aura'];

/**
 * The ranges of digits about which lists of brands (credit-card-type, payment and bin-cc) disagree. Elo has ranges inside Discover's 65
 * that not every list has. Some lists treat Hiper and Hipercard as one brand. The old Hipercard 3841 lies in Diners' 38. Each entry is
 * about numbers that begin with these digits, or about all numbers of its two brands.
 */
const DISPUTES: readonly (readonly [brands: readonly Brand[], ranges?: string])[] = [
  [['discover', 'elo'], '650057-650081 650900 650979-650999 651680-651704'],
  [['hiper', 'hipercard']],
  [['diners-club', 'hipercard'], '384100-384199'],
];

/** Lists the brands among the words of a page's setting; `undefined` if it is not set. */
export function listAcceptedBrands(words: readonly string[] | undefined): readonly Brand[] | undefined {
  return words?.filter(isBrand);
}

/**
 * True if a shop that accepts only some brands may be paid with a card of this brand. Without `accepted`, every brand is accepted. The
 * brand is only a guess from the first digits. If the guess is never certain, or an accepted brand disputes it, the result is true, and the
 * service decides. Without `digits`, as for a saved card, any dispute between the two brands counts.
 */
export function isBrandAccepted(brand: Brand, accepted: readonly Brand[] | undefined, digits?: string): boolean {
  if (!accepted || NEVER_SURE.includes(brand) || accepted.includes(brand)) return true;
  return DISPUTES.some(
    ([brands, ranges]) =>
      brands.includes(brand) &&
      brands.some((each) => accepted.includes(each)) &&
      (digits === undefined || !ranges || isInRanges(digits, parseRanges(ranges))),
  );
}
