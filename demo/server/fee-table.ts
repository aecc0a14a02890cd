import { formatAmount } from '../../src/domain/index.js';
import type { Brand, FeeRow } from '../../src/domain/index.js';

/** The acquirer's fee for a plan, by the number of installments. A real shop asks its acquirer. */
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

/** The brands whose plans cost more. */
const DEARER: readonly (Brand | undefined)[] = ['american-express', 'elo'];

/** Computes the total that the shopper pays by each plan, to the cent, for this amount only. */
export function createFeeTable({ amountCents, brand }: { amountCents: number; brand?: Brand }): FeeRow[] {
  const more = DEARER.includes(brand) ? 0.01 : 0;
  return RATES.flatMap(([installments, rate]): FeeRow[] => {
    const totalCents = Math.round(amountCents * (1 + rate + more));
    // The fee of a few cents rounds to zero. A plan without a fee is not the shopper's to pay, so it is left out.
    if (totalCents <= amountCents) return [];
    return [{ installments, whoPaysFee: 'customer', total: formatAmount(totalCents), amount: formatAmount(amountCents) }];
  });
}
