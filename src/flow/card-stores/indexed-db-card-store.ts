import { parseSavedCard, parseSavedCards, savedCardKey } from '../../domain/card/saved-card.js';
import { presentFields } from '../../domain/present-fields.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { createKeyRange, RecordDatabase, type RecordStore } from '../ledger/record-database.js';
import { announceChange, followChanges, type OpenTabChannel } from '../browser/tab-channel.js';

/** Options of a card store on this device. Tests replace `name` and `openChannel`. */
export interface IndexedDbCardStoreOptions {
  /** The shop's identifier of the customer whose cards the store holds. */
  customerId: string;
  /** The database's name. */
  name?: string;
  /** Opens the channel between tabs. A message is the customer's identifier, nothing else. */
  openChannel?: OpenTabChannel;
}

/**
 * Creates a card store on this device, which all tabs share. It never sees the cards of another customer.
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

/** Removes all cards of a customer from this device. Rejects if the database cannot be reached. */
export async function forgetCustomerCards({ customerId, name, openChannel = openCardsChannel }: IndexedDbCardStoreOptions): Promise<void> {
  await openCards(name).write((store) => store.delete(createKeyRange(customerId)));
  announceChange(customerId, openChannel);
}

/**
 * Records that a payment was made with a card. From the next reading on, the card is the first of its customer's list. Does nothing if the
 * store does not hold the card.
 */
export async function markCardUsed(cardId: string, { customerId, name }: IndexedDbCardStoreOptions): Promise<void> {
  const database = openCards(name);
  // No tab is notified, so that the rows of a list on the screen do not move.
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

/** A row of the database, with the numbers that order the customer's cards. */
interface StoredCard {
  /** The stored value, not validated. */
  row: unknown;
  /** The position in the order in which the cards were added. */
  place: number;
  /**
   * A number that grows with each payment of the customer: the card that was used last has the greatest; 0 for a card that was never used.
   */
  used: number;
}

/**
 * Sorts cards by the order in which they were added, but puts the card that was used last first. If that card was saved more than once, all
 * its copies come first.
 */
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
