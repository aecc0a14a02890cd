/**
 * Removes all saved cards of a customer from this device, in every tab. The shop calls it on logout. The cards stay tokenized at the
 * service. Rejects with a `CheckoutError` if the device's storage is not available.
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
