import { formatAmount } from '../../src/domain/index.js';
import type { Brand, FeeRow } from '../../src/domain/index.js';

/** What the shop's acquirer takes of a plan, by count; a real shop asks its acquirer. */
const RATES = [
  [4, 0.0503],
  [5, 0.0605],
  [6, 0.0708],
  [7, 0.0812],
  [8, 0.0916],
  [9, 0.1022],
  [10, 0.1128],
  [11, 0.1234],
  [12, 0.134],
] as const;

/** Brands whose plans cost more. */
const DEARER: readonly (Brand | undefined)[] = ['american-express', 'elo'];

/** What the shopper pays in all by each plan, to the cent, for this amount alone. */
export function createFeeTable({ amountCents, brand }: { amountCents: number; brand?: Brand }): FeeRow[] {
  const more = DEARER.includes(brand) ? 0.01 : 0;
  return RATES.flatMap(([installments, rate]): FeeRow[] => {
    const totalCents = Math.round(amountCents * (1 + rate + more));
    // Of a few cents no fee is left, and a plan that costs nothing is the shop's.
    if (totalCents <= amountCents) return [];
    return [{ installments, whoPaysFee: 'customer', total: formatAmount(totalCents), amount: formatAmount(amountCents) }];
  });
}
