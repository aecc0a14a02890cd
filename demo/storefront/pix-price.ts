/** What the shop takes off an order that is paid by Pix, in percent. */
const DISCOUNT_PERCENT = 5;

/**
 * What an order costs by Pix, both in whole cents: 5% less, rounded to the nearest cent, half a cent up: of R$ 149,90 it is R$ 142,41. Whole
 * numbers until the last step, so that no binary fraction decides about a half. A real shop's server has this rule, and holds a Pix to it.
 */
export function computePixPriceCents(totalCents: number): number {
  return Math.round((totalCents * (100 - DISCOUNT_PERCENT)) / 100);
}
