/**
 * Normalizes text by Unicode NFKC and trims it. The fullwidth digits of an East Asian keyboard become ASCII digits, and a no-break space
 * becomes a space. Digits of other scripts stay unchanged: the fields for digits refuse them.
 */
export function plainText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** Returns the digits of a text and drops everything else. Fullwidth digits become ASCII digits. */
export function keepDigits(text: string): string {
  return plainText(text).replace(/\D/g, '');
}

/**
 * True if a text contains a possible card number: 12 or more digits, with nothing but blanks or dashes between them. A text with a card
 * number must not be stored or shown.
 */
export function hasCardDigits(text: string): boolean {
  return /\d(?:[\s\p{Pd}]*\d){11}/u.test(plainText(text));
}
