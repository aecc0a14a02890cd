/** The largest amount, cents: ten digits of reais and two of cents. */
const MAX_CENTS = 999_999_999_999;

/**
 * Parses a decimal text as attributes have it, `"149.90"` or `"149"`, to cents. The amount must be above 0, without sign or blanks, with at
 * most ten digits of reais. Returns `undefined` for any other text.
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
 * Parses a text in Brazilian notation, `1.234,56`, `1234,5` or `R$ 10`, to cents. A point may only separate thousands, so `1,234.56` and
 * `149.90` are refused: the result is `undefined`.
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
 * Formats whole cents as `R$ 1.234,56`, with U+00A0 after `R$`. It does not use `Intl`, so every browser and locale shows the same text.
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
 * Formats cents as reais in decimal text with two decimals, as attributes and events have them: 14990 is `"149.90"`.
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
 * Converts cents to the service's number of reais: 14990 is 149.9. The division returns the nearest double, which prints as that decimal.
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
 * Converts the service's number of reais to cents. Returns `undefined` unless the number is above 0, with at most two decimals and ten
 * digits of reais.
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

/** True if a number is whole cents of a payable amount: from 0,01 to 9.999.999.999,99 reais. */
export function isAmountCents(cents: number): boolean {
  return Number.isInteger(cents) && cents > 0 && cents <= MAX_CENTS;
}

/**
 * Splits a total into equal parts that add up to it. Each of the first parts gets one of the remaining cents.
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

/** Parses digits with a point and at most two decimals to cents. */
function parseDecimal(text: string): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text);
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : undefined;
}
