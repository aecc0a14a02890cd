/**
 * Removes all saved cards of a customer from this device, in every tab: for the shop to call on logout. The cards stay
 * tokenized at the service. Rejects with a `CheckoutError` where the device's storage cannot be reached.
 *
 * @example
 * ```js
 * import { forgetCustomer, indexedDbCardStore } from 'balcao';
 *
 * const store = indexedDbCardStore({ customerId: 'maria' });
 * await forgetCustomer('maria');
 * await store.list(); // []
 * ```
 */
export async function forgetCustomer(customerId: string): Promise<void> {
  await (await import('./card-stores.js')).forgetSavedCards(customerId);
}
