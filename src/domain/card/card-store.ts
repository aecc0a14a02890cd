import type { SavedCard } from './saved-card.js';

/** A store of a customer's saved cards: identifiers and labels, never card data. */
export interface CardStore {
  /** Returns the customer's cards in display order. */
  list(): Promise<SavedCard[]>;
  /** Adds a card. A card with the same `cardId` is replaced and keeps its position. */
  add(card: SavedCard): Promise<void>;
  /** Removes a card. Does nothing if the store has no card with this `cardId`. */
  remove(cardId: string): Promise<void>;
  /** Calls `changed` whenever this tab or another tab may have changed the list. Returns a function that unsubscribes. */
  subscribe?(changed: () => void): () => void;
}
