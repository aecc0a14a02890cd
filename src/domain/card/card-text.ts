import { presentFields } from '../present-fields.js';
import { detectBrand } from './brands.js';
import { keepDigits, plainText } from './digits.js';
import { verifyCardNumber } from './number.js';
import { verifySecurityCode } from './security-code.js';

/** The data of a card in a text: its digits, an expiry as `MM/YY` or `MM/YYYY`, a security code. */
export interface CardText {
  readonly number: string;
  readonly expirationDate?: string;
  readonly securityCode?: string;
}

/** A run of digits with nothing but blanks, dots and dashes between them is a number only from here on. */
const SHORTEST_NUMBER = 12;

/** Nobody keeps a card in a longer text. */
const LONGEST_TEXT = 500;

/** Month and year with something between them, or year and month as a month field writes them. */
const EXPIRATION = /(^|\D)(?:(0?[1-9]|1[0-2])\s*[/|.\p{Pd}]\s*((?:20)?\d\d)|(20\d\d)[/.\p{Pd}](0[1-9]|1[0-2]))(?!\d)/u;

/** A security code behind one of the names that it has in Portuguese, Spanish and English. Four digits with others behind them begin a number. */
const LABELLED_CODE = /(?:cv[vcn]2?|csc|cid|c[oó]d|code|segur)\D{0,24}(\d{3}(?!\d)|\d{4}(?![\s.\p{Pd}]*\d))/iu;

/** Expiry and security code behind a number, with at most a blank between them. */
const TAIL = /^(?:(0[1-9]|1[0-2]) ?((?:20)?\d\d))?(?: ?(\d{3,4}))?$/;

/**
 * Reads a text that has more of a card than its number, as people keep it in a note: `4111 1111 1111 1111 12/30 123`, with labels, lines
 * or other signs between. Returns `undefined` for a number alone, and for anything else.
 */
export function parseCardText(text: string): CardText | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const plain = plainText(text);
  const [, , month, year, isoYear, isoMonth] = EXPIRATION.exec(plain) ?? [];
  const expirationDate = month || isoMonth ? `${month ?? isoMonth}/${year ?? isoYear}` : undefined;
  // What is read stays as a sign that digits do not go on across.
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

/** Separates a number from the text behind it, as far as that is not known from elsewhere. */
function splitNumber(run: string, known: Omit<CardText, 'number'>): CardText {
  const groups = run.match(/\d+/g) ?? [];
  const whole = { number: groups.join(''), ...known };
  const splits = groups.flatMap((_, end) => parseSplit(groups.slice(0, end).join(''), groups.slice(end).join(' '), known) ?? []);
  // A number may happen to be valid with a code at its end: then the expiry shows that it is not alone.
  if (isNumber(whole.number) && !known.expirationDate) return whole;
  const found = splits.find(({ number }) => isNumber(number));
  if (found || isNumber(whole.number)) return found ?? whole;
  return splits.find(({ number }) => number.length === usualLength(number)) ?? whole;
}

/** A number with what is read behind it; `undefined` where that is something else. */
function parseSplit(number: string, behind: string, known: Omit<CardText, 'number'>): CardText | undefined {
  const [tail, month, year, securityCode] = TAIL.exec(behind) ?? [];
  const isTwice = (month && known.expirationDate) || (securityCode && known.securityCode);
  if (!tail || isTwice || (securityCode && !isCode(securityCode, number))) return undefined;
  return { number, ...known, ...presentFields({ expirationDate: month && `${month}/${year}`, securityCode }) };
}

/** True if digits are a security code of the brand that a number is of. */
function isCode(text: string, number: string): boolean {
  return verifySecurityCode(text, detectBrand(number)) === 'valid';
}

function isNumber(digits: string): boolean {
  return verifyCardNumber(digits).status === 'valid';
}

/** How many digits nearly all numbers of a brand have: for telling where a wrong number ends. */
function usualLength(number: string): number {
  const brand = detectBrand(number);
  return brand === 'american-express' ? 15 : brand === 'diners-club' ? 14 : 16;
}
