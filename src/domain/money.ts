/** The largest amount: ten digits of reais and two of cents. */
const MAX_CENTS = 999_999_999_999;

/**
 * Cents from a decimal string as attributes hold it, `"149.90"` or `"149"`: above 0, no sign, no blanks, at most ten digits of reais.
 *
 * @example
 * ```js
 * import { parseAmount } from 'balcao/domain';
 *
 * parseAmount('149.90'); // 14990
 * parseAmount('149,90'); // undefined
 * ```
 */
export function parseAmount(text: string): number | undefined {
  return parseDecimal(text) || undefined;
}

/**
 * Cents from text as Brazilians write it: `1.234,56`, `1234,5`, `R$ 10`. A point may only separate thousands, so `1,234.56` and `149.90` are refused.
 *
 * @example
 * ```js
 * import { parseReais } from 'balcao/domain';
 *
 * parseReais('R$ 1.234,56'); // 123456
 * parseReais('149.90'); // undefined
 * ```
 */
export function parseReais(text: string): number | undefined {
  const plain = text.trim().replace(/^R\$\s*/, '');
  const isGrouped = /^(\d+|[1-9]\d{0,2}(\.\d{3})+)(,\d{1,2})?$/.test(plain);
  return isGrouped ? parseDecimal(plain.replaceAll('.', '').replace(',', '.')) : undefined;
}

/**
 * `R$ 1.234,56` from whole cents, with U+00A0 after `R$`; without `Intl`, so that it is the same in every browser and locale.
 *
 * @example
 * ```js
 * import { formatReais } from 'balcao/domain';
 *
 * formatReais(123456); // 'R$\u00a01.234,56'
 * ```
 */
export function formatReais(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const reais = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${cents < 0 ? '-' : ''}R$\u00a0${reais},${digits.slice(-2)}`;
}

/**
 * Reais as decimal text with two decimals, as attributes and events have them: 14990 is `"149.90"`.
 *
 * @example
 * ```js
 * import { formatAmount } from 'balcao/domain';
 *
 * formatAmount(14990); // '149.90'
 * ```
 */
export function formatAmount(cents: number): string {
  return amountFromCents(cents).toFixed(2);
}

/**
 * The service's number of reais from cents: 14990 is 149.9. The division gives the nearest double, which prints as that decimal.
 *
 * @example
 * ```js
 * import { amountFromCents } from 'balcao/domain';
 *
 * amountFromCents(14990); // 149.9
 * ```
 */
export function amountFromCents(cents: number): number {
  return cents / 100;
}

/**
 * Cents from the service's number of reais; `undefined` unless it is above 0, has at most two decimals and ten digits of reais.
 *
 * @example
 * ```js
 * import { centsFromAmount } from 'balcao/domain';
 *
 * centsFromAmount(149.9); // 14990
 * centsFromAmount(0.001); // undefined
 * ```
 */
export function centsFromAmount(amount: number): number | undefined {
  const cents = Math.round(amount * 100);
  return cents / 100 === amount && isAmountCents(cents) ? cents : undefined;
}

/** True if a number is whole cents of an amount that can be paid: from 1 to 9.999.999.999,99 reais. */
export function isAmountCents(cents: number): boolean {
  return Number.isInteger(cents) && cents > 0 && cents <= MAX_CENTS;
}

/**
 * Splits a total into equal parts that add up to it; each of the first parts gets one of the remaining cents.
 *
 * @example
 * ```js
 * import { splitCents } from 'balcao/domain';
 *
 * splitCents(10000, 3); // [3334, 3333, 3333]
 * ```
 */
export function splitCents(totalCents: number, count: number): number[] {
  const part = Math.floor(totalCents / count);
  const oddCents = totalCents - part * count;
  return Array.from({ length: count }, (_, index) => (index < oddCents ? part + 1 : part));
}

/** Cents from digits with a point and at most two decimals. */
function parseDecimal(text: string): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : undefined;
}
