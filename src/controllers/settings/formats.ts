import { normalizeBaseUrl } from '../../client/http/page-origin.js';
import { parseAmount } from '../../domain/money.js';

/** How a page writes a setting. What cannot be read is as if it were not there; the setting's check says what is wrong with it. */
export interface Format<Written, Value> {
  read(written: Written | undefined): Value | undefined;
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
export const text: Format<string, string> = { read: readText };

/** The address of a service, written the one way that names it; as the page wrote it where it is none. */
export const baseAddress: Format<string, string> = {
  read(written) {
    const address = readText(written);
    return address && (normalizeBaseUrl(address) ?? address);
  },
};

/** Reais as decimal text, in cents once they are read. Text alone: a number is how cents and rounding errors get in. */
export const reais: Format<string, number> = {
  read(written) {
    const amount = readText(written);
    return amount === undefined ? undefined : parseAmount(amount);
  },
};

/** Yes or no; neither where nothing is written. */
export const flag: Format<boolean, boolean> = { read: (written) => (typeof written === 'boolean' ? written : undefined) };

/** An attribute that says yes by being there, and no by `"false"`. */
export function readFlagAttribute(attribute: string | null): boolean | undefined {
  return attribute === null ? undefined : attribute.trim().toLowerCase() !== 'false';
}

/** A whole number. */
export function count(min: number, max: number): Format<string | number, number> & Range {
  const read = (written: string | number | undefined): number | undefined => {
    const digits = readText(written);
    const number = Number(digits);
    return digits !== undefined && Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  };
  return { min, max, read };
}

/** A whole number of seconds, in milliseconds once they are read. */
export function seconds(min: number, max: number): Format<string | number, number> & Range {
  const whole = count(min, max);
  const read = (written: string | number | undefined): number | undefined => {
    const number = whole.read(written);
    return number === undefined ? undefined : number * 1000;
  };
  return { min, max, read };
}

/** One of a few words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Format<Word, Word> & Vocabulary<Word> {
  return { words, read: (written) => words.find((word) => word === readText(written)) };
}

/** Some of a few words in any order and case, with blanks or commas between; `Written` is what types take of them. */
export function someOf<const Word extends string, Written extends string = string>(
  words: readonly Word[],
): Format<Written, readonly Word[]> & Vocabulary<Word> {
  const read = (written: Written | undefined): readonly Word[] | undefined => {
    const list = readText(written);
    return list === undefined ? undefined : splitWords(list).flatMap((each) => words.filter((word) => word === each));
  };
  return { words, read };
}

/** The one word that switches something off. */
export function off<const Word extends string>(word: Word): Format<Word, boolean> {
  return { read: (written) => (readText(written) === word ? false : undefined) };
}

/** Whatever the page gives, untouched. */
export function asGiven<Value>(): Format<Value, Value> {
  return { read: (written) => written ?? undefined };
}

/** Text without blanks around it; nothing for an attribute that is absent or blank. */
export function readText(written: string | number | null | undefined): string | undefined {
  return String(written ?? '').trim() || undefined;
}

/** The words of a setting that holds several, in small letters. */
export function splitWords(list: string): string[] {
  return list.toLowerCase().split(/[\s,]+/);
}
