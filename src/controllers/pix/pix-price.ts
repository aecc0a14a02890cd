import type { Settings } from '../settings/settings.js';

/** Returns the price by Pix, cents: the shop's own price if it is set, and never more than the order's amount. */
export function getPixPriceCents({ amountCents, pixAmountCents = amountCents }: Settings): number {
  return Math.min(pixAmountCents, amountCents);
}
