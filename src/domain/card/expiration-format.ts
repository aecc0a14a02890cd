import { plainText } from './digits.js';
import { parseExpiration } from './expiration.js';

/**
 * Formats an expiry while it is typed: `1/30` stays, `0130` becomes `01/30`. A first digit above 1 can only be a month (`8` becomes
 * `08`), and so can `1` before a digit above 2 (`130` becomes `01/30`).
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
 * Shortens the year of a whole expiry, as password managers fill one in: `08/2031`, `08 / 2031` and the `2031-08` of a month field become
 * `08/31`. Any other text, and a year of another century, stays as it is.
 */
export function shortenExpiration(text: string): string {
  const expiration = parseExpiration(plainText(text).replace(/^(\d{4})\D(\d\d)$/, '$2/$1'));
  if (!expiration || Math.floor(expiration.year / 100) !== 20) return text;
  return [expiration.month, expiration.year % 100].map((part) => String(part).padStart(2, '0')).join('/');
}
