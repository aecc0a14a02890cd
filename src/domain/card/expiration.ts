import type { Verdict } from '../payment.js';
import { plainText } from './digits.js';

/** A calendar month: the last month in which a card is valid, or the present month. */
export interface YearMonth {
  /** 1 to 12. */
  month: number;
  /** Four digits. */
  year: number;
}

/** How long a month lasts on after its end in UTC, in the last time zone on earth, UTC−12, ms. */
const LAST_ZONE_MS = 12 * 3_600_000;

/** The number of years ahead that an expiry may be. Cards expire much earlier: a later year is a typing error. */
const MAX_YEARS_AHEAD = 20;

/**
 * Parses a card's expiry: a month, then a year of two digits (20YY) or four. With `/`, `-` or `.` between them, the month may have one
 * digit (`1/30`, `01/30`, `1/2030`). Without a separator, the month has two digits (`0130`, `012030`), since `130` could be the beginning
 * of another month. Ignores blanks. Returns `undefined` for any other text.
 *
 * @example
 * ```js
 * import { parseExpiration } from 'balcao/domain';
 *
 * parseExpiration('01/30'); // { month: 1, year: 2030 }
 * parseExpiration('13/30'); // undefined
 * ```
 */
export function parseExpiration(text: string): YearMonth | undefined {
  const match = /^(?:(0?[1-9]|1[0-2])\/|(0[1-9]|1[0-2]))(\d{4}|\d\d)$/.exec(plainExpiration(text));
  if (!match) return undefined;
  const [, separated, joined, year] = match;
  return { month: Number(separated ?? joined), year: Number(year?.padStart(4, '20')) };
}

/**
 * Returns the month that it still is somewhere on earth at an instant (epoch ms). A card is valid to the end of its month, and nobody knows
 * in which time zone its issuer counts: only a month that is over everywhere is past.
 */
export function lastPresentMonth(now: number): YearMonth {
  const date = new Date(now - LAST_ZONE_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 };
}

/** Returns true if a month is over everywhere on earth at an instant (epoch ms). */
export function isMonthOver({ year, month }: YearMonth, now: number): boolean {
  const today = lastPresentMonth(now);
  return year * 12 + month < today.year * 12 + today.month;
}

/**
 * Validates an expiry against the present month. The text may be incomplete. A card is valid to the end of its month. An expiry more than
 * 20 years ahead is `invalid`. `01/20` is `possible` although January 2020 has passed, since `01/2030` begins with the same text. When the
 * shopper has left the field, use `parseExpiration` to tell an expired card from an incomplete text.
 *
 * @example
 * ```js
 * import { verifyExpiration } from 'balcao/domain';
 *
 * const today = { month: 6, year: 2027 };
 * verifyExpiration('05/27', today); // 'invalid'
 * verifyExpiration('06/27', today); // 'valid'
 * verifyExpiration('0', today); // 'possible'
 * ```
 */
export function verifyExpiration(text: string, today: YearMonth): Verdict {
  const expiration = parseExpiration(text);
  if (expiration && isAhead(expiration, today)) return 'valid';
  const plain = plainExpiration(text);
  return writingsAhead(today).some((writing) => writing.startsWith(plain)) ? 'possible' : 'invalid';
}

/**
 * Formats an expiry during typing: `1/30` stays, `0130` becomes `01/30`. A first digit above 1 can only be a month, so `8` becomes `08`. A
 * `1` before a digit above 2 is a month too, so `130` becomes `01/30`.
 */
export function formatExpiration(text: string): string {
  const plain = plainText(text)
    .replace(/[.\s\p{Pd}]+/gu, '/')
    .replace(/[^\d/]/g, '');
  const slash = plain.indexOf('/');
  const digits = plain.replaceAll('/', '');
  if (slash > 0) return `${plain.slice(0, slash).slice(0, 2)}/${digits.slice(slash, slash + 4)}`;
  const month = /^(0[1-9]?|1[0-2]?(?!\d)|1[0-2])/.exec(digits)?.[0] ?? digits.slice(0, 1);
  const rest = digits.slice(month.length, month.length + 4);
  if (!rest) return /^[2-9]$/.test(month) ? `0${month}` : month;
  return `${month.padStart(2, '0')}/${rest}`;
}

/**
 * Shortens the year of a complete expiry, such as one that a password manager fills in: `08/2031` and `2031-08` (the value of a month
 * field) become `08/31`, with any other separator too, and without one. So do `31/08`, since 31 is no month, and a whole date,
 * `31/08/2031` and `2031-08-31`. Returns any other text, and an expiry of another century, unchanged.
 */
export function shortenExpiration(text: string): string {
  const groups = (plainText(text).match(/\d+/g) ?? []).join('/');
  // No month begins with 20, nor is above 20: such digits are the year. A month of one digit has a separator before it.
  const yearFirst = /^(20\d\d|2[1-9]|[3-9]\d)(?:\/(?=\d\b)|\/?(?=\d\d))(\d\d?)(?:\/\d\d?)?$/;
  const expiration = parseExpiration(groups.replace(yearFirst, '$2/$1').replace(/^\d\d?\/(\d\d?\/20\d\d)$/, '$1'));
  if (!expiration || Math.floor(expiration.year / 100) !== 20) return text;
  return [expiration.month, expiration.year % 100].map((part) => String(part).padStart(2, '0')).join('/');
}

/** Normalizes an expiry: without blanks, and with `/` as the only separator. */
function plainExpiration(text: string): string {
  return plainText(text)
    .replace(/\s/g, '')
    .replace(/[.\p{Pd}]/gu, '/');
}

/** True if a month is the present one, or at most 20 years ahead. */
function isAhead({ year, month }: YearMonth, today: YearMonth): boolean {
  const monthsAhead = (year - today.year) * 12 + month - today.month;
  return monthsAhead >= 0 && monthsAhead <= MAX_YEARS_AHEAD * 12;
}

/** Lists every accepted spelling of every month that is still valid. A `possible` text is the beginning of one of them. */
function writingsAhead(today: YearMonth): string[] {
  return Array.from({ length: MAX_YEARS_AHEAD * 12 + 1 }, (_, monthsAhead) => {
    const index = today.month - 1 + monthsAhead;
    const month = String((index % 12) + 1);
    const year = String(today.year + Math.floor(index / 12));
    return [month + '/', month.padStart(2, '0') + '/', month.padStart(2, '0')].map((start) => [start + year, start + year.slice(2)]);
  }).flat(2);
}
