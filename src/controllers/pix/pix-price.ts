import type { Settings } from '../settings/settings.js';

/** What is paid by Pix, cents: the shop's price for it where there is one, and never more than the order's amount. */
export function readPixPriceCents({ amountCents, pixAmountCents = amountCents }: Settings): number {
  return Math.min(pixAmountCents, amountCents);
}
