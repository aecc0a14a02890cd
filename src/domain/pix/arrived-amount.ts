import { centsFromAmount, parseAmount } from '../money.js';

/** An amount that is there and cannot be read: it is never the whole. */
export const UNCLEAR = 'unclear';

/** The amount that arrived by an answer: integer cents, nothing (`undefined`), or what nobody can read. */
export type ArrivedAmount = number | typeof UNCLEAR | undefined;

/** Digits, thousands by point where a comma follows, and the digits after a point or a comma. */
const WRITTEN = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+(?=,))(?:[.,](\d+))?$/;

/**
 * Reads how much arrived, in reais: a number, or text with one or two decimals after a point or a comma (`100`, `100.5`, `100,50`, `1.234,56`),
 * more where they are zeros. `null` and a missing field are no amount. What has two readings (`1.000`) or none, zero and less are unclear.
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
