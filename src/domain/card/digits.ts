/**
 * Text with its compatibility forms made plain (Unicode NFKC): the fullwidth digits that an East Asian keyboard types become
 * ASCII, a no-break space becomes a space. Digits of other scripts stay as they are, and are refused where digits are asked for.
 */
export function plainText(text: string): string {
  return text.normalize('NFKC').trim();
}

/** The ASCII digits of a text, fullwidth ones among them; all else is dropped. */
export function keepDigits(text: string): string {
  return plainText(text).replace(/\D/g, '');
}

/** Whether a text holds what may be a card number, 12 or more digits with blanks or dashes between: not fit to be kept or shown. */
export function hasCardDigits(text: string): boolean {
  return /\d(?:[\s\p{Pd}]*\d){11}/u.test(plainText(text));
}
