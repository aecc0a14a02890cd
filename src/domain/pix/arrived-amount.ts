import { centsFromAmount, parseAmount } from '../money.js';

/** The value for an amount that a response has, but that cannot be read. An unclear amount never counts as the whole amount. */
export const UNCLEAR = 'unclear';

/** The amount that arrived: integer cents, `undefined` for no amount, or `unclear`. */
export type ArrivedAmount = number | typeof UNCLEAR | undefined;

/** An amount as text: digits, and decimals after a point or a comma. Points may separate thousands if a comma follows. */
const WRITTEN = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+(?=,))(?:[.,](\d+))?$/;

/**
 * Parses the amount that arrived, in reais: a number, or text with one or two decimals after a point or a comma (`100`, `100.5`, `100,50`,
 * `1.234,56`). Further decimals must be zeros. `null` and a missing field are no amount. An amount with two readings (`1.000`) or with none
 * is unclear, and so is an amount of zero or less.
 */
export function parseArrivedAmount(value: unknown): ArrivedAmount {
  if (value === undefined || value === null) return undefined;
  return (typeof value === 'number' ? centsFromAmount(value) : typeof value === 'string' ? parseText(value) : undefined) ?? UNCLEAR;
}

function parseText(text: string): number | undefined {
  const [, whole = '', decimals = ''] = WRITTEN.exec(text) ?? [];
  const mayBeThousands = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (mayBeThousands || !/^\d{0,2}0*$/.test(decimals)) return undefined;
  const cents = decimals.slice(0, 2);
  return parseAmount(whole.replaceAll('.', '') + (cents && `.${cents}`));
}
