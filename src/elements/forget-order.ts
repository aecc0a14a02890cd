import { loadLateCode } from './shared/late-element.js';

/**
 * Frees an order that is paid or unconfirmed, at every service, in every tab: for the shop to call once it knows that the order was not charged. A
 * request that still runs keeps the order closed in its tab.
 *
 * @example
 * ```js
 * import { forgetOrder } from 'balcao';
 *
 * // The shop knows that order 42 was not charged.
 * await forgetOrder('42');
 * ```
 */
export async function forgetOrder(orderId: string): Promise<void> {
  await (await loadLateCode()).eraseOrder(orderId);
}
