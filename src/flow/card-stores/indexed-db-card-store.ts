import { parseSavedCard, type SavedCard } from '../../domain/card/saved-card.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { createKeyRange, RecordDatabase, type RecordStore } from '../ledger/record-database.js';
import { announceOrder, type OpenTabChannel, type TabChannel } from '../browser/tab-channel.js';

/** Whose cards a store keeps, and what tests replace. */
export interface IndexedDbCardStoreOptions {
  customerId: string;
  /** The database's name. */
  name?: string;
  /** The channel between tabs: it carries the customer's identifier, nothing else. */
  openChannel?: OpenTabChannel;
}

/** A card store on this device, in step across its tabs. A customer's store knows nothing of another's cards. */
export function indexedDbCardStore({ customerId, name, openChannel = openCardsChannel }: IndexedDbCardStoreOptions): CardStore {
  const database = openCards(name);
  const change = async (work: (store: RecordStore) => Promise<unknown>): Promise<void> => {
    await database.write(work);
    announceOrder(customerId, openChannel);
  };
  return {
    list: async () => sortCards(await database.read(customerId)).map(({ card }) => card),
    add: (card) =>
      change(async (store) => {
        const kept = sortCards(await database.collect(store, customerId));
        const place = kept.find((each) => each.card.cardId === card.cardId)?.place ?? (kept.at(-1)?.place ?? 0) + 1;
        await store.put({ ...parseSavedCard(card), place }, [customerId, card.cardId]);
      }),
    remove: (cardId) => change((store) => store.delete([customerId, cardId])),
    subscribe: (changed) => {
      const channel = tryOpen(openChannel);
      channel?.addEventListener('message', ({ data }) => {
        if (data === customerId) changed();
      });
      return () => channel?.close();
    },
  };
}

/** Removes all cards of a customer from this device. Rejects where the database cannot be reached. */
export async function forgetCustomerCards({ customerId, name, openChannel = openCardsChannel }: IndexedDbCardStoreOptions): Promise<void> {
  await openCards(name).write((store) => store.delete(createKeyRange(customerId)));
  announceOrder(customerId, openChannel);
}

function openCards(name = 'balcao-cards'): RecordDatabase<KeptCard> {
  return new RecordDatabase(name, parseKeptCard);
}

/** A card with its place in the order in which the cards were first kept. */
interface KeptCard {
  card: SavedCard;
  place: number;
}

function sortCards(kept: KeptCard[]): KeptCard[] {
  return kept.sort((one, other) => one.place - other.place);
}

function parseKeptCard(value: unknown): KeptCard | undefined {
  const card = parseSavedCard(value);
  return card && { card, place: Number(Object(value).place) || 0 };
}

function openCardsChannel(): BroadcastChannel {
  return new BroadcastChannel('balcao-cards');
}

function tryOpen(openChannel: OpenTabChannel): TabChannel | undefined {
  try {
    return openChannel();
  } catch {
    // Sandboxed frames have none.
    return undefined;
  }
}
