import type * as pageGuards from './page-guards.js';
import { createPartLoader } from '../page/part-loader.js';

/** The code that guards orders. It comes after the first input, which does not need it. */
export type PageGuards = typeof pageGuards;

let loaded: PageGuards | undefined;

/** The guards' code, if it is loaded already. */
export function loadedGuards(): PageGuards | undefined {
  return loaded;
}

/** Loads the guards' code. */
export const loadGuards = createPartLoader(async () => (loaded = await import('./page-guards.js')));

/**
 * Frees an order that is paid or unconfirmed, at every service, in every tab: for the shop to call once it knows that the
 * order was not charged. A request that still runs keeps it closed in its tab.
 */
export async function forgetOrder(orderId: string): Promise<void> {
  await (await loadGuards()).eraseOrder(orderId);
}
