import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import { findUnusableRows } from '../../../src/domain/card/saved-card.js';
import { forgetCustomerCards, indexedDbCardStore, markCardUsed } from '../../../src/flow/card-stores/indexed-db-card-store.js';
import { createCard, describeCardStore } from '../support/card-store-suite.js';

describe('indexedDbCardStore', () => {
  const name = `cards-${crypto.randomUUID()}`;

  describeCardStore((customerId) => indexedDbCardStore({ customerId, name }));

  it('keeps customers apart, also those whose identifiers begin alike', async () => {
    for (const customerId of ['ana', 'ana1', 'an', 'ana,x'])
      await indexedDbCardStore({ customerId, name }).add(createCard(`of ${customerId}`));
    expect(await indexedDbCardStore({ customerId: 'ana', name }).list()).to.deep.equal([createCard('of ana')]);
    await forgetCustomerCards({ customerId: 'ana', name });
    expect(await indexedDbCardStore({ customerId: 'ana', name }).list()).to.deep.equal([]);
    for (const customerId of ['ana1', 'an', 'ana,x'])
      expect(await indexedDbCardStore({ customerId, name }).list(), customerId).to.have.length(1);
  });

  it('tells other tabs of the customer, and of no other', async () => {
    const heard: string[] = [];
    const [ana, bia] = ['ana', 'bia'].map((customerId) => indexedDbCardStore({ customerId: `${customerId}-${name}`, name }));
    const stops = [ana?.subscribe?.(() => heard.push('ana')), bia?.subscribe?.(() => heard.push('bia'))];
    const done = new Promise<void>((resolve) => bia?.subscribe?.(resolve));
    await indexedDbCardStore({ customerId: `ana-${name}`, name }).add(createCard('a'));
    await indexedDbCardStore({ customerId: `bia-${name}`, name }).add(createCard('b'));
    await done;
    stops.forEach((stop) => stop?.());
    expect(heard).to.deep.equal(['ana', 'bia']);
  });

  it('lists the card that was used last first, as often as it was saved, and moves no row of a list that is shown', async () => {
    const customerId = 'returning';
    const store = indexedDbCardStore({ customerId, name });
    const ids = async (): Promise<string[]> => (await store.list()).map(({ cardId }) => cardId);
    for (const card of [
      createCard('a'),
      createCard('b', { last4: '2222' }),
      createCard('c', { last4: '3333' }),
      createCard('b2', { last4: '2222' }),
    ])
      await store.add(card);
    let changes = 0;
    const stop = store.subscribe?.(() => changes++);
    await markCardUsed('c', { customerId, name });
    await markCardUsed('b2', { customerId, name });
    await markCardUsed('gone', { customerId, name });
    expect(await ids()).to.deep.equal(['b', 'b2', 'a', 'c']);
    await store.add(createCard('b2', { last4: '2222', validUntil: 7 }));
    expect(await ids(), 'also when it is marked').to.deep.equal(['b', 'b2', 'a', 'c']);
    await markCardUsed('a', { customerId, name });
    expect(await ids()).to.deep.equal(['a', 'b', 'c', 'b2']);
    stop?.();
    expect(changes, 'of the one that was added').to.be.at.most(1);
  });

  it('works where tabs cannot talk to each other', async () => {
    const openChannel = (): never => {
      throw new DOMException('no', 'SecurityError');
    };
    const store = indexedDbCardStore({ customerId: 'sandboxed', name, openChannel });
    store.subscribe?.(() => undefined)();
    await store.add(createCard('a'));
    expect(await store.list()).to.have.length(1);
  });

  it('leaves out what is no card, and writes no field that is none of a card', async () => {
    const store = indexedDbCardStore({ customerId: 'corrupt', name });
    await store.add(Object.assign(createCard('a'), { number: '4000000000000002', securityCode: '987' }));
    const database = await openDB(name);
    const [storeName] = database.objectStoreNames;
    await database.put(storeName ?? '', 'rubbish', ['corrupt', 'b']);
    await database.put(storeName ?? '', { ...createCard('c'), expiration: 'soon' }, ['corrupt', 'c']);
    const record: unknown = await database.get(storeName ?? '', ['corrupt', 'a']);
    database.close();
    expect(Object.keys(Object(record))).to.have.members(['cardId', 'name', 'brand', 'last4', 'expiration', 'place']);
    const cards = await store.list();
    expect(cards).to.deep.equal([createCard('a')]);
    expect(findUnusableRows(cards)).to.have.length(2);
  });

  it('rejects where there is no database to be had', async () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const store = indexedDbCardStore({ customerId: 'ana', name: `blocked-${name}` });
    const answers = await Promise.allSettled([store.list(), store.add(createCard('a')), store.remove('a')]);
    IDBFactory.prototype.open = open;
    expect(answers.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'rejected']);
  });
});
