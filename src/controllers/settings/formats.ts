import { normalizeBaseUrl } from '../../client/http/page-origin.js';
import { parseAmount } from '../../domain/money.js';

/** A format in which a page writes a setting. A value that cannot be parsed counts as absent; the setting's check reports what is wrong with it. */
export interface Format<Written, Value> {
  parse(written: Written | undefined): Value | undefined;
}

/** The least and the most that a whole number may be. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The words that a setting may hold. */
export interface Vocabulary<Word> {
  readonly words: readonly Word[];
}

/** Text without blanks around it. */
export const text: Format<string, string> = { parse: trimText };

/** The address of a service in its normal form; as the page wrote it where it is invalid. */
export const baseAddress: Format<string, string> = {
  parse(written) {
    const address = trimText(written);
    return address && (normalizeBaseUrl(address) ?? address);
  },
};

/** Reais as decimal text, parsed as cents. Text alone: a number is how cents and rounding errors get in. */
export const reais: Format<string, number> = {
  parse(written) {
    const amount = trimText(written);
    return amount === undefined ? undefined : parseAmount(amount);
  },
};

/** True or false; `undefined` where nothing is written. */
export const flag: Format<boolean, boolean> = { parse: (written) => (typeof written === 'boolean' ? written : undefined) };

/** Parses an attribute that means yes where it is present, and no by `"false"`. */
export function parseFlagAttribute(attribute: string | null): boolean | undefined {
  return attribute === null ? undefined : attribute.trim().toLowerCase() !== 'false';
}

/** A whole number. */
export function count(min: number, max: number): Format<string | number, number> & Range {
  const parse = (written: string | number | undefined): number | undefined => {
    const digits = trimText(written);
    const number = Number(digits);
    return digits !== undefined && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  };
  return { min, max, parse };
}

/** A whole number of seconds, parsed as milliseconds. */
export function seconds(min: number, max: number): Format<string | number, number> & Range {
  const whole = count(min, max);
  const parse = (written: string | number | undefined): number | undefined => {
    const number = whole.parse(written);
    return number === undefined ? undefined : number * 1000;
  };
  return { min, max, parse };
}

/** One of a few words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Format<Word, Word> & Vocabulary<Word> {
  return { words, parse: (written) => words.find((word) => word === trimText(written)) };
}

/** Some of a few words in any order and case, with blanks or commas between; `Written` is what types take of them. */
export function someOf<const Word extends string, Written extends string = string>(
  words: readonly Word[],
): Format<Written, readonly Word[]> & Vocabulary<Word> {
  const parse = (written: Written | undefined): readonly Word[] | undefined => {
    const list = trimText(written);
    return list === undefined ? undefined : splitWords(list).flatMap((each) => words.filter((word) => word === each));
  };
  return { words, parse };
}

/** The one word that switches something off. */
export function off<const Word extends string>(word: Word): Format<Word, boolean> {
  return { parse: (written) => (trimText(written) === word ? false : undefined) };
}

/** Whatever the page gives, untouched. */
export function asGiven<Value>(): Format<Value, Value> {
  return { parse: (written) => written ?? undefined };
}

/** Text without blanks around it; nothing for an attribute that is absent or blank. */
export function trimText(written: string | number | null | undefined): string | undefined {
  return String(written ?? '').trim() || undefined;
}

/** The words of a setting that holds several, in small letters. */
export function splitWords(list: string): string[] {
  return list.toLowerCase().split(/[\s,]+/);
}
