/** The discount on an order that is paid by Pix, in percent. */
const DISCOUNT_PERCENT = 5;

/**
 * Computes the price of an order by Pix, in whole cents: 5% less, rounded to the nearest cent, half a cent up. For R$ 149,90 it is R$
 * 142,41. All numbers are whole until the last step, so that a binary fraction cannot change the rounding of a half. A real shop's server
 * has this rule, and checks the amount of a Pix charge against it.
 */
export function computePixPriceCents(totalCents: number): number {
  return Math.round((totalCents * (100 - DISCOUNT_PERCENT)) / 100);
}
