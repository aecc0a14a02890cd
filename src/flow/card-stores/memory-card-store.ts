import type { SavedCard } from '../../domain/card/saved-card.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { Listeners } from '../listeners.js';

/** A card store that lives as long as the page, for tests and for shops that fill it themselves. `cards` is what it begins with. */
export function memoryCardStore(cards: readonly SavedCard[] = []): CardStore {
  const kept = new Map(cards.map((card) => [card.cardId, card]));
  const listeners = new Listeners<void>();
  return {
    list: async () => [...kept.values()],
    add: async (card) => {
      kept.set(card.cardId, card);
      listeners.tell();
    },
    remove: async (cardId) => {
      kept.delete(cardId);
      listeners.tell();
    },
    subscribe: (changed) => listeners.add(changed),
  };
}
