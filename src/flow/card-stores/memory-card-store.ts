import type { SavedCard } from '../../domain/card/saved-card.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { Listeners } from '../listeners.js';

/**
 * Creates a card store that lives as long as the page, for tests and for shops that fill it themselves. `cards` are its initial cards.
 *
 * @example
 * ```js
 * import { memoryCardStore } from 'balcao';
 *
 * const card = { cardId: 'b1c2', name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '12/2030' };
 * const store = memoryCardStore([card]);
 * await store.list(); // [card]
 * ```
 */
export function memoryCardStore(cards: readonly SavedCard[] = []): CardStore {
  const stored = new Map(cards.map((card) => [card.cardId, card]));
  const listeners = new Listeners<void>();
  return {
    list: async () => [...stored.values()],
    add: async (card) => {
      stored.set(card.cardId, card);
      listeners.emit();
    },
    remove: async (cardId) => {
      stored.delete(cardId);
      listeners.emit();
    },
    subscribe: (changed) => listeners.subscribe(changed),
  };
}
