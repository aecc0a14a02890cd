import { parseSavedCard, parseSavedCards, savedCardKey } from '../../domain/card/saved-card.js';
import { presentFields } from '../../domain/present-fields.js';
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

/**
 * A card store on this device, shared by its tabs. The store of one customer never sees another's cards.
 *
 * @example
 * ```js
 * import { indexedDbCardStore } from 'balcao';
 *
 * const store = indexedDbCardStore({ customerId: 'maria' });
 * await store.add({ cardId: 'b1c2', name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '12/2030' });
 * (await store.list()).map(({ name }) => name); // ['Visa final 1111']
 * ```
 */
export function indexedDbCardStore({ customerId, name, openChannel = openCardsChannel }: IndexedDbCardStoreOptions): CardStore {
  const database = openCards(name);
  const change = async (work: (store: RecordStore) => Promise<unknown>): Promise<void> => {
    await database.write(work);
    announceChange(customerId, openChannel);
  };
  return {
    list: async () => parseSavedCards(sortCards(await database.read(customerId)).map(({ row }) => row)),
    add: (card) =>
      change(async (store) => {
        const stored = await database.collect(store, customerId);
        const { place, used } = stored.find((each) => isOf(each, card.cardId)) ?? {
          place: Math.max(0, ...stored.map((each) => each.place)) + 1,
          used: 0,
        };
        await store.put({ ...parseSavedCard(card), place, ...presentFields({ used: used || undefined }) }, [customerId, card.cardId]);
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

/** Notes that a payment was made with a card: from the next reading on it is the first of its customer's list. Does nothing for a card that is not there. */
export async function markCardUsed(cardId: string, { customerId, name }: IndexedDbCardStoreOptions): Promise<void> {
  const database = openCards(name);
  // No tab is notified: the rows of a list that somebody looks at stay where they are.
  await database.write(async (store) => {
    const stored = await database.collect(store, customerId);
    const row = stored.find((each) => isOf(each, cardId))?.row;
    const used = Math.max(0, ...stored.map((each) => each.used)) + 1;
    if (row) await store.put({ ...Object(row), used }, [customerId, cardId]);
  });
}

function openCards(name = 'balcao-cards'): RecordDatabase<StoredCard> {
  return new RecordDatabase(name, parseStoredCard);
}

/** A stored card, with its place among the customer's cards, in the order in which they were added. */
interface StoredCard {
  row: unknown;
  place: number;
  /** Counts up with each payment: the greatest is of the card that was used last; 0 for one that never was. */
  used: number;
}

/** The card that was used last, as often as it was saved, then all others; either in the order in which they were added. */
function sortCards(cards: StoredCard[]): StoredCard[] {
  const last = Math.max(...cards.map(({ used }) => used));
  const lastCard = last > 0 && parseSavedCard(cards.find(({ used }) => used === last)?.row);
  const isLast = ({ row }: StoredCard): boolean => {
    const card = parseSavedCard(row);
    return Boolean(lastCard && card && savedCardKey(card) === savedCardKey(lastCard));
  };
  return cards
    .map((card) => ({ card, rank: Number(!isLast(card)) }))
    .sort((one, other) => one.rank - other.rank || one.card.place - other.card.place)
    .map(({ card }) => card);
}

function isOf({ row }: StoredCard, cardId: string): boolean {
  return Object(row).cardId === cardId;
}

function parseStoredCard(row: unknown): StoredCard {
  const { place, used } = Object(row);
  return { row, place: Number(place) || 0, used: Number(used) || 0 };
}

function openCardsChannel(): BroadcastChannel {
  return new BroadcastChannel('balcao-cards');
}
