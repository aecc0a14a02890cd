/**
 * Normalizes text by Unicode NFKC, removes invisible characters, such as U+200B, and trims it. The fullwidth digits of an East Asian
 * keyboard become ASCII digits, and a no-break space becomes a space. Digits of other scripts stay unchanged: the fields for digits refuse
 * them.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
}

/** Returns the digits of a text and drops everything else. Fullwidth digits become ASCII digits. */
export function keepDigits(text: string): string {
  return plainText(text).replace(/\D/g, '');
}

/**
 * True if a text contains a possible card number: 12 or more digits of any script, with anything but words between them; one letter or two
 * are no word. A text with a card number must not be stored or shown.
 */
export function hasCardDigits(text: string): boolean {
  return /(?:\p{N}(?:[^\p{L}\p{N}]|\p{L}{1,2}(?!\p{L}))*){12}/u.test(plainText(text));
}
