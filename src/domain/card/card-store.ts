import type { SavedCard } from './saved-card.js';

/** Where a customer's saved cards are stored: identifiers and labels, never card data. */
export interface CardStore {
  /** The customer's cards, in the order in which they are shown. */
  list(): Promise<SavedCard[]>;
  /** Adds a card. A card with the same `cardId` is replaced and keeps its place. */
  add(card: SavedCard): Promise<void>;
  /** Removes a card. Does nothing for a `cardId` that is not there. */
  remove(cardId: string): Promise<void>;
  /** Calls `changed` whenever this tab or another may have changed the list. Returns a function that unsubscribes. */
  subscribe?(changed: () => void): () => void;
}
