import { normalizeBaseUrl } from '../../client/http/page-origin.js';
import { parseAmount } from '../../domain/money.js';

/**
 * A format in which a page writes a setting. A value that cannot be parsed counts as absent; the setting's check then reports the problem.
 */
export interface Format<Written, Value> {
  parse(written: Written | undefined): Value | undefined;
}

/** The minimum and maximum of a whole number. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The words that a setting allows. */
export interface Vocabulary<Word> {
  readonly words: readonly Word[];
}

/** Text without surrounding whitespace. */
export const text: Format<string, string> = { parse: trimText };

/** The address of a service, normalized; an invalid address stays as the page wrote it. */
export const baseAddress: Format<string, string> = {
  parse(written) {
    const address = trimText(written);
    return address && (normalizeBaseUrl(address) ?? address);
  },
};

/** Reais as decimal text, parsed as cents. Numbers are not allowed, since they lead to confusion with cents and to rounding errors. */
export const reais: Format<string, number> = {
  parse(written) {
    const amount = trimText(written);
    return amount === undefined ? undefined : parseAmount(amount);
  },
};

/** True or false; `undefined` if nothing is written. */
export const flag: Format<boolean, boolean> = { parse: (written) => (typeof written === 'boolean' ? written : undefined) };

/** Parses a boolean attribute: false for `"false"`, true for any other value; `undefined` if it is absent. */
export function parseFlagAttribute(attribute: string | null): boolean | undefined {
  return attribute === null ? undefined : attribute.trim().toLowerCase() !== 'false';
}

/** Creates the format of a whole number. */
export function count(min: number, max: number): Format<string | number, number> & Range {
  const parse = (written: string | number | undefined): number | undefined => {
    const digits = trimText(written);
    const number = Number(digits);
    return digits !== undefined && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  };
  return { min, max, parse };
}

/** Creates the format of a whole number of seconds, parsed as milliseconds. */
export function seconds(min: number, max: number): Format<string | number, number> & Range {
  const whole = count(min, max);
  const parse = (written: string | number | undefined): number | undefined => {
    const number = whole.parse(written);
    return number === undefined ? undefined : number * 1000;
  };
  return { min, max, parse };
}

/** Creates the format of one word out of several. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Format<Word, Word> & Vocabulary<Word> {
  return { words, parse: (written) => words.find((word) => word === trimText(written)) };
}

/** A list of words that other code knows, in any case, separated by whitespace or commas. */
export const anyWords: Format<string, readonly string[]> = {
  parse(written) {
    const list = trimText(written);
    return list === undefined ? undefined : splitWords(list);
  },
};

/**
 * Creates the format of a list of words in any order and case, separated by whitespace or commas. `Written` is the type of the list as a
 * page writes it.
 */
export function someOf<const Word extends string, Written extends string = string>(
  words: readonly Word[],
): Format<Written, readonly Word[]> & Vocabulary<Word> {
  const parse = (written: Written | undefined): readonly Word[] | undefined =>
    anyWords.parse(written)?.flatMap((each) => words.filter((word) => word === each));
  return { words, parse };
}

/** Creates the format of a word that switches something off. */
export function off<const Word extends string>(word: Word): Format<Word, boolean> {
  return { parse: (written) => (trimText(written) === word ? false : undefined) };
}

/** Creates the format of a value that is used as it is. */
export function asGiven<Value>(): Format<Value, Value> {
  return { parse: (written) => written ?? undefined };
}

/** Returns text without surrounding whitespace; `undefined` for an attribute that is absent or blank. */
export function trimText(written: string | number | null | undefined): string | undefined {
  return String(written ?? '').trim() || undefined;
}

/** Splits the words of a list, in lower case. */
export function splitWords(list: string): string[] {
  return list.toLowerCase().split(/[\s,]+/);
}
