import { parseSavedCard, readSavedCards } from '../../domain/card/saved-card.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { createKeyRange, RecordDatabase, type RecordStore } from '../ledger/record-database.js';
import { announceChange, followChanges, type OpenTabChannel } from '../browser/tab-channel.js';

/** Whose cards a store holds, and what tests replace. */
export interface IndexedDbCardStoreOptions {
  customerId: string;
  /** The database's name. */
  name?: string;
  /** Opens the channel between tabs, which carries the customer's identifier, nothing else. */
  openChannel?: OpenTabChannel;
}

/** A card store on this device, shared by its tabs. The store of one customer never sees another's cards. */
export function indexedDbCardStore({ customerId, name, openChannel = openCardsChannel }: IndexedDbCardStoreOptions): CardStore {
  const database = openCards(name);
  const change = async (work: (store: RecordStore) => Promise<unknown>): Promise<void> => {
    await database.write(work);
    announceChange(customerId, openChannel);
  };
  return {
    list: async () => readSavedCards(sortCards(await database.read(customerId)).map(({ row }) => row)),
    add: (card) =>
      change(async (store) => {
        const stored = sortCards(await database.collect(store, customerId));
        const place = stored.find(({ row }) => Object(row).cardId === card.cardId)?.place ?? (stored.at(-1)?.place ?? 0) + 1;
        await store.put({ ...parseSavedCard(card), place }, [customerId, card.cardId]);
      }),
    remove: (cardId) => change((store) => store.delete([customerId, cardId])),
    subscribe: (changed) => {
      const channel = followChanges(customerId, openChannel, changed);
      return () => channel?.close();
    },
  };
}

/** Removes all cards of a customer from this device. Rejects where the database cannot be reached. */
export async function forgetCustomerCards({ customerId, name, openChannel = openCardsChannel }: IndexedDbCardStoreOptions): Promise<void> {
  await openCards(name).write((store) => store.delete(createKeyRange(customerId)));
  announceChange(customerId, openChannel);
}

function openCards(name = 'balcao-cards'): RecordDatabase<StoredCard> {
  return new RecordDatabase(name, readStoredCard);
}

/** What is stored of a card, with its place among the customer's cards, in the order in which they were added. */
interface StoredCard {
  row: unknown;
  place: number;
}

function sortCards(cards: StoredCard[]): StoredCard[] {
  return cards.sort((one, other) => one.place - other.place);
}

function readStoredCard(row: unknown): StoredCard {
  return { row, place: Number(Object(row).place) || 0 };
}

function openCardsChannel(): BroadcastChannel {
  return new BroadcastChannel('balcao-cards');
}
