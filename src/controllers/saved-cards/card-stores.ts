import { systemClock } from '../../client/system-clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { forgetCustomerCards, indexedDbCardStore, markCardUsed } from '../../flow/card-stores/indexed-db-card-store.js';
import type { Settings } from '../settings/settings.js';

/** The time limit for a call of a store, ms. A result that arrives later still counts. */
const STORE_LIMIT_MS = 3000;

const stores = new Map<string, CardStore>();

/**
 * Finds the store for the settings: the shop's own, else this device's store for the customer. Without a customer there is no store on the
 * device.
 */
export function findCardStore({ cardStore, customerId }: Pick<Settings, 'cardStore' | 'customerId'>): CardStore | undefined {
  if (cardStore || customerId === undefined) return cardStore;
  const store = stores.get(customerId) ?? indexedDbCardStore({ customerId });
  stores.set(customerId, store);
  return store;
}

/** Runs a call of a store with a time limit, since the call may throw, reject or never settle. Rejects with a `CheckoutError`. */
export async function useStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeLimit(Promise.resolve().then(work), systemClock, STORE_LIMIT_MS);
  } catch (error) {
    throw isCheckoutError(error) ? error : new CheckoutError('store', 'The store of saved cards failed.');
  }
}

/**
 * Records on this device which card was used last, if the customer's cards are stored on this device. A shop's own store decides the order
 * of its list itself.
 */
export async function rememberUse({ cardStore, customerId }: Pick<Settings, 'cardStore' | 'customerId'>, cardId: string): Promise<void> {
  if (cardStore || customerId === undefined) return;
  // If this fails, another card is chosen in advance, which needs no report.
  await useStore(() => markCardUsed(cardId, { customerId })).catch(() => undefined);
}

/** Removes all cards of a customer from this device. */
export async function forgetSavedCards(customerId: string): Promise<void> {
  await useStore(() => forgetCustomerCards({ customerId }));
}
