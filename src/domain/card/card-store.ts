import type { SavedCard } from './saved-card.js';

/** Where a customer's saved cards are kept: identifiers and labels, never a card. */
export interface CardStore {
  /** The customer's cards, in the order in which they are to be shown. */
  list(): Promise<SavedCard[]>;
  /** Keeps a card; one with the same `cardId` is replaced in its place. */
  add(card: SavedCard): Promise<void>;
  /** Forgets a card; one that is not there is no mistake. */
  remove(cardId: string): Promise<void>;
  /** Calls `changed` whenever the list may have changed, by whatever tab. Answers the undoing. */
  subscribe?(changed: () => void): () => void;
}
