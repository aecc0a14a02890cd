/** One character of a text, with its reading: the ASCII digits and lowercase letters that a person may read in it, or nothing. */
export interface Glyph {
  readonly char: string;
  readonly reading: string;
}

/**
 * The code points of the first digit in rows of the digits 1 to 9: Ethiopic, circled, Suzhou, counting rods. Unicode does not count these
 * as decimal digits, and NFKC does not normalize them to ASCII.
 */
const ROWS_FROM_ONE: readonly number[] = [0x1369, 0x24f5, 0x2776, 0x2780, 0x278a, 0x3021, 0x1d360];

/** Further characters for zero, each of one code point. */
const OTHER_ZEROS = '⓿🄋🄌零';

const HAN_DIGITS = '〇一二三四五六七八九';

/** Reads a text character by character. Its digits may be of any script. */
export function parseGlyphs(text: string): Glyph[] {
  return Array.from(text, (char) => ({ char, reading: Array.from(char.normalize('NFKC'), parseCharacter).join('') }));
}

/** A digit, with the index of its glyph. */
export interface PlacedDigit {
  readonly digit: string;
  readonly at: number;
}

/** Lists the digits of all glyphs. */
export function listDigits(glyphs: readonly Glyph[]): PlacedDigit[] {
  return glyphs.flatMap(({ reading }, at) => [...reading].filter((character) => /\d/.test(character)).map((digit) => ({ digit, at })));
}

/** Joins digits to one text. */
export function joinDigits(digits: readonly PlacedDigit[]): string {
  return digits.map(({ digit }) => digit).join('');
}

/**
 * Finds the indexes of all glyphs in runs of 12 digits or more. Anything but letters may be between the digits. Each run may be a card
 * number.
 */
export function findDigitRuns(glyphs: readonly Glyph[]): Set<number> {
  const found = new Set<number>();
  let run: number[] = [];
  const endRun = (): void => {
    if (run.length >= 12) for (const at of run) found.add(at);
    run = [];
  };
  glyphs.forEach(({ reading }, at) => {
    for (const character of reading) {
      if (/\d/.test(character)) run.push(at);
      else endRun();
    }
  });
  endRun();
  return found;
}

/** Returns the reading of a character: one ASCII digit, lowercase letters, or an empty text. */
function parseCharacter(character: string): string {
  if (/^[\da-z]$/.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  if (/\p{Nd}/u.test(character)) return String(countDigitsBefore(point) % 10);
  if (OTHER_ZEROS.includes(character)) return '0';
  const han = HAN_DIGITS.indexOf(character);
  if (han >= 0) return String(han);
  const first = ROWS_FROM_ONE.find((one) => point >= one && point < one + 9);
  if (first !== undefined) return String(point - first + 1);
  return /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u.test(character) ? character.toLowerCase() : '';
}

/** Counts the decimal digits directly before a code point. Unicode has decimal digits in rows of ten, from 0 on. */
function countDigitsBefore(point: number): number {
  let count = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - count - 1))) count += 1;
  return count;
}
