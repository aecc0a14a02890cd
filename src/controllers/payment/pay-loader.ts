import { createPartLoader } from '../page/part-loader.js';
import type * as payPart from './pay-part.js';

/** What paying needs: the order's guard, the client, what is told of an outcome. */
export type PayPart = typeof payPart;

let loaded: PayPart | undefined;

/** Loads what paying needs, which the first field does not. Rejects with a `CheckoutError`; the next call tries again. */
export const loadPayPart = createPartLoader(async () => (loaded = await import('./pay-part.js')));

/** What paying needs, if it is there already. */
export function loadedPayPart(): PayPart | undefined {
  return loaded;
}

/**
 * Frees an order that is paid or unconfirmed, at every service, in every tab: for the shop to call once it knows that the
 * order was not charged. A request that still runs keeps it closed in its tab.
 */
export async function forgetOrder(orderId: string): Promise<void> {
  await (await loadPayPart()).eraseOrder(orderId);
}
