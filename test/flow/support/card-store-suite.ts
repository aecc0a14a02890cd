import { expect } from '@open-wc/testing';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';

/** A card that may be kept. */
export function createCard(cardId: string, more: Partial<SavedCard> = {}): SavedCard {
  return { cardId, name: `Cartão ${cardId}`, brand: 'visa', last4: '1111', expiration: '01/2031', ...more };
}

/** What every card store does. `open` gives the store of a customer that no other test has. */
export function describeCardStore(open: (customer: string) => CardStore): void {
  let store: CardStore;
  let customer: string;

  beforeEach(() => {
    customer = `customer-${crypto.randomUUID()}`;
    store = open(customer);
  });

  it('is empty at first', async () => {
    expect(await store.list()).to.deep.equal([]);
  });

  it('lists what was added, in that order, as it was added', async () => {
    const cards = [createCard('zz'), createCard('aa', { validUntil: 1_900_000_000_000 }), createCard('mm', { brand: 'unknown' })];
    for (const card of cards) await store.add(card);
    expect(await store.list()).to.deep.equal(cards);
  });

  it('replaces a card of the same identifier in its place', async () => {
    for (const cardId of ['a', 'b', 'c']) await store.add(createCard(cardId));
    await store.add(createCard('b', { validUntil: 7 }));
    expect((await store.list()).map(({ cardId, validUntil }) => [cardId, validUntil])).to.deep.equal([
      ['a', undefined],
      ['b', 7],
      ['c', undefined],
    ]);
  });

  it('forgets a card, and takes one that is not there for no mistake', async () => {
    await store.add(createCard('a'));
    await store.add(createCard('b'));
    await store.remove('a');
    await store.remove('a');
    await store.remove('never');
    expect((await store.list()).map(({ cardId }) => cardId)).to.deep.equal(['b']);
  });

  it('tells of changes until told to stop', async () => {
    let resolve: () => void = () => undefined;
    const changed = new Promise<void>((settle) => (resolve = settle));
    const stop = store.subscribe?.(resolve);
    await store.add(createCard('a'));
    await changed;
    stop?.();
    await store.remove('a');
  });

  it('takes identifiers that are no names', async () => {
    for (const cardId of ['a/b?c#d', 'ção', '%2F']) await store.add(createCard(cardId));
    for (const cardId of ['a/b?c#d', 'ção', '%2F']) await store.remove(cardId);
    expect(await store.list()).to.deep.equal([]);
  });
}
