import { loadLateCode } from './shared/late-element.js';

/**
 * Opens an order for payment again that is paid or unconfirmed, for every service and in every tab. The shop calls this function once it
 * knows that the order was not charged. A request that still runs keeps the order closed in its own tab.
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
