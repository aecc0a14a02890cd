import { presentFields } from '../present-fields.js';
import { detectBrand } from './brands.js';
import { keepDigits, plainText } from './digits.js';
import { verifyCardNumber } from './number.js';
import { verifySecurityCode } from './security-code.js';

/** The card data in a text: the digits of the number, the expiry as `MM/YY` or `MM/YYYY`, the security code. */
export interface CardText {
  readonly number: string;
  readonly expirationDate?: string;
  readonly securityCode?: string;
}

/** The smallest number of digits in a card number. A run of digits may have blanks, dots and dashes between the digits. */
const SHORTEST_NUMBER = 12;

/** The longest text that is parsed, characters. Nobody keeps a card in a longer text. */
const LONGEST_TEXT = 500;

/** An expiry: month and year with a separator, or year and month as in the value of a month field. */
const EXPIRATION = /(^|\D)(?:(0?[1-9]|1[0-2])\s*[/|.\p{Pd}]\s*((?:20)?\d\d)|(20\d\d)\s*[/|.\p{Pd}]\s*(0?[1-9]|1[0-2]))(?!\d)/u;

/**
 * A security code after one of its names in Portuguese, Spanish or English. Four digits that are followed by further digits are the
 * beginning of a number.
 */
const LABELLED_CODE = /(?:cv[vcn]2?|csc|cid|c[oó]d|code|segur)\D{0,24}(\d{3}(?!\d)|\d{4}(?![\s.\p{Pd}]*\d))/iu;

/** An expiry and a security code after a number, with at most one blank between them. */
const TAIL = /^(?:(0[1-9]|1[0-2]) ?((?:20)?\d\d))?(?: ?(\d{3,4}))?$/;

/**
 * Parses a text with a card's number and more of its data, as people keep it in a note: `4111 1111 1111 1111 12/30 123`. Labels, line
 * breaks and other characters may be between the values. Returns `undefined` for a number alone, and for any other text.
 */
export function parseCardText(text: string): CardText | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const plain = plainText(text);
  const [, , month, year, isoYear, isoMonth] = EXPIRATION.exec(plain) ?? [];
  const expirationDate = month || isoMonth ? `${month ?? isoMonth}/${year ?? isoYear}` : undefined;
  // The separator `|` replaces each value that was read, so that the digits before and after the value do not become one run.
  const undated = plain.replace(EXPIRATION, '$1|');
  const labelled = LABELLED_CODE.exec(undated)?.[1];
  const runs = undated.replace(LABELLED_CODE, '|').match(/\d(?:[\s.\p{Pd}]*\d)*/gu) ?? [];
  const cards = runs
    .filter((run) => keepDigits(run).length >= SHORTEST_NUMBER)
    .map((run) => {
      const securityCode = labelled ?? runs.find((code) => isCode(code, run));
      return splitNumber(run, presentFields({ expirationDate, securityCode }));
    });
  const card = cards.find(({ number }) => isNumber(number)) ?? cards[0];
  return card?.expirationDate || card?.securityCode ? card : undefined;
}

/** Separates a card number from the values after it. Values that are already known are not read again. */
function splitNumber(run: string, known: Omit<CardText, 'number'>): CardText {
  const groups = run.match(/\d+/g) ?? [];
  const whole = { number: groups.join(''), ...known };
  const splits = groups.flatMap((_, end) => parseSplit(groups.slice(0, end).join(''), groups.slice(end).join(' '), known) ?? []);
  // A number may by chance be valid with a security code at its end. An expiry in the text shows that the number is not alone.
  if (isNumber(whole.number) && !known.expirationDate) return whole;
  const found = splits.find(({ number }) => isNumber(number));
  if (found || isNumber(whole.number)) return found ?? whole;
  return splits.find(({ number }) => number.length === usualLength(number)) ?? whole;
}

/**
 * Parses the text after a number, and returns the number with these values. Returns `undefined` if the text is no expiry or security code,
 * or repeats a known value.
 */
function parseSplit(number: string, behind: string, known: Omit<CardText, 'number'>): CardText | undefined {
  const [tail, month, year, securityCode] = TAIL.exec(behind) ?? [];
  const isTwice = (month && known.expirationDate) || (securityCode && known.securityCode);
  if (!tail || isTwice || (securityCode && !isCode(securityCode, number))) return undefined;
  return { number, ...known, ...presentFields({ expirationDate: month && `${month}/${year}`, securityCode }) };
}

/** True if a text is a valid security code for the brand of a number. */
function isCode(text: string, number: string): boolean {
  return verifySecurityCode(text, detectBrand(number)) === 'valid';
}

function isNumber(digits: string): boolean {
  return verifyCardNumber(digits).status === 'valid';
}

/** Returns the usual length of a brand's numbers. It shows the end of a number that is not valid. */
function usualLength(number: string): number {
  const brand = detectBrand(number);
  return brand === 'american-express' ? 15 : brand === 'diners-club' ? 14 : 16;
}
