import { systemClock } from '../../client/system-clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { forgetCustomerCards, indexedDbCardStore, markCardUsed } from '../../flow/card-stores/indexed-db-card-store.js';
import type { Settings } from '../settings/settings.js';

/** The time limit for a store's answer, ms. A later answer still counts. */
const STORE_LIMIT_MS = 3000;

const stores = new Map<string, CardStore>();

/** Finds the store of the settings: the shop's own, else this device's for the customer. Without a customer there is none. */
export function findCardStore({ cardStore, customerId }: Pick<Settings, 'cardStore' | 'customerId'>): CardStore | undefined {
  if (cardStore || customerId === undefined) return cardStore;
  const store = stores.get(customerId) ?? indexedDbCardStore({ customerId });
  stores.set(customerId, store);
  return store;
}

/** Limits the time of a store's work, which may throw, fail or never end. Rejects with a `CheckoutError`. */
export async function useStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeLimit(Promise.resolve().then(work), systemClock, STORE_LIMIT_MS);
  } catch (error) {
    throw isCheckoutError(error) ? error : new CheckoutError('store', 'The store of saved cards failed.');
  }
}

/**
 * Stores on this device which card was used last, where the customer's cards are stored on it. A shop's store shows by the order of its list which
 * card is first.
 */
export async function rememberUse({ cardStore, customerId }: Pick<Settings, 'cardStore' | 'customerId'>, cardId: string): Promise<void> {
  if (cardStore || customerId === undefined) return;
  // Without it another card is chosen in advance, which nobody has to know.
  await useStore(() => markCardUsed(cardId, { customerId })).catch(() => undefined);
}

/** Removes all cards of a customer from this device. */
export async function forgetSavedCards(customerId: string): Promise<void> {
  await useStore(() => forgetCustomerCards({ customerId }));
}
