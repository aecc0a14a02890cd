/**
 * Normalizes text by Unicode NFKC and trims it: the fullwidth digits of an East Asian keyboard become ASCII, a no-break space becomes a
 * space. Digits of other scripts stay as they are, and are refused where digits are expected.
 */
export function plainText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The digits of a text, fullwidth ones as ASCII; everything else is dropped. */
export function keepDigits(text: string): string {
  return plainText(text).replace(/\D/g, '');
}

/** True if a text contains what may be a card number (12 or more digits, perhaps with blanks or dashes between), which must not be stored or shown. */
export function hasCardDigits(text: string): boolean {
  return /\d(?:[\s\p{Pd}]*\d){11}/u.test(plainText(text));
}
