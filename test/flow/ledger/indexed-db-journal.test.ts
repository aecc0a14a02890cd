import { expect } from '@open-wc/testing';
import { deleteDB, openDB } from 'idb';
import { RECORD_LIFE_MS } from '../../../src/flow/ledger/attempt-journal.js';
import { IndexedDbJournal } from '../../../src/flow/ledger/indexed-db-journal.js';
import { ResilientJournal } from '../../../src/flow/ledger/resilient-journal.js';
import { FakeClock } from '../../support/fake-clock.js';
import { KEY, createTestAttempt, runJournalSuite } from '../support/journal-suite.js';

let nameCount = 0;
const names: string[] = [];

function newName(): string {
  nameCount += 1;
  names.push(`journal-test-${nameCount}`);
  return `journal-test-${nameCount}`;
}

/** The raw records of a database, as another script of the page could reach them. */
async function withStore<T>(
  name: string,
  work: (store: { put(value: unknown, key: IDBValidKey): Promise<unknown>; count(): Promise<number> }) => T,
) {
  const database = await openDB(name, 1);
  const result = await work(database.transaction('records', 'readwrite').store);
  database.close();
  return result;
}

after(() => {
  for (const name of names) void deleteDB(name);
});

runJournalSuite('IndexedDbJournal', (clock) => new IndexedDbJournal(clock, newName()));
runJournalSuite('ResilientJournal over IndexedDB', (clock) => {
  return new ResilientJournal({ shared: new IndexedDbJournal(clock, newName()), clock, warn: (message) => expect.fail(message) });
});

describe('IndexedDbJournal in several tabs', () => {
  it('opens exactly one of two attempts of two connections at the same instant, every time', async () => {
    const clock = new FakeClock();
    const name = newName();
    const tabs = [new IndexedDbJournal(clock, name), new IndexedDbJournal(clock, name)];
    for (let round = 0; round < 20; round += 1) {
      const key = `${KEY}-${round}`;
      const answers = await Promise.all(
        tabs.map((tab, index) => tab.open(key, createTestAttempt(clock, { attemptId: `${round}-${index}` }))),
      );
      expect(answers.filter(({ opened }) => opened)).to.have.length(1);
    }
  });

  it('is read by a page that comes later', async () => {
    const clock = new FakeClock();
    const name = newName();
    await new IndexedDbJournal(clock, name).open(KEY, createTestAttempt(clock));
    expect(await new IndexedDbJournal(clock, name).read(KEY)).to.have.length(1);
  });

  it('removes what is past its life from the disk, of any order', async () => {
    const clock = new FakeClock();
    const name = newName();
    await new IndexedDbJournal(clock, name).open(KEY, createTestAttempt(clock));
    clock.jump(RECORD_LIFE_MS / 2);
    await new IndexedDbJournal(clock, name).open(`${KEY}-later`, createTestAttempt(clock, { attemptId: 'later' }));
    clock.jump(RECORD_LIFE_MS / 2);
    await new IndexedDbJournal(clock, name).read('https://a.example|another');
    // The reading does not wait for the removal, but the transaction of the count does.
    expect(await withStore(name, (store) => store.count())).to.equal(1);
  });

  it('reads no record of another order, so that a device that sells all day does not grow slow', async () => {
    const clock = new FakeClock();
    const name = newName();
    const journal = new IndexedDbJournal(clock, name);
    await journal.open(KEY, createTestAttempt(clock));
    for (const [index, order] of [`${KEY}-1`, KEY.slice(0, -1), `a${KEY}`].entries()) {
      await journal.open(order, createTestAttempt(clock, { attemptId: `other-${index}` }));
    }
    const { getAll } = IDBObjectStore.prototype;
    const sizes: number[] = [];
    IDBObjectStore.prototype.getAll = function counted(this: IDBObjectStore, ...args: Parameters<typeof getAll>) {
      const request = getAll.apply(this, args);
      request.addEventListener('success', () => sizes.push(request.result.length));
      return request;
    };
    try {
      expect(await journal.read(KEY)).to.have.length(1);
    } finally {
      IDBObjectStore.prototype.getAll = getAll;
    }
    expect(sizes).to.deep.equal([1]);
  });

  it('survives records that are none, and takes a state it does not know for a possible charge', async () => {
    const clock = new FakeClock();
    const name = newName();
    const journal = new IndexedDbJournal(clock, name);
    await journal.read(KEY);
    for (const [index, value] of [null, 7, 'x', {}, [], { attemptId: 'y', state: 'open' }].entries()) {
      await withStore(name, (store) => store.put(value, [KEY, `bad-${index}`]));
    }
    expect(await journal.read(KEY)).to.deep.equal([]);
    await withStore(name, (store) => store.put({ ...createTestAttempt(clock), state: 'captured' }, [KEY, 'one']));
    expect((await journal.read(KEY)).map(({ state }) => state)).to.deep.equal(['unconfirmed']);
    expect((await journal.open(KEY, createTestAttempt(clock, { attemptId: 'two' }))).opened).to.equal(false);
  });

  it('lets go of the database when a newer version wants it', async () => {
    const clock = new FakeClock();
    const name = newName();
    const journal = new IndexedDbJournal(clock, name);
    await journal.open(KEY, createTestAttempt(clock));
    const newer = await openDB(name, 2);
    newer.close();
    let error: unknown;
    await journal.read(KEY).catch((reason: unknown) => (error = reason));
    expect(error).to.have.property('name', 'VersionError');
  });

  it('connects again after its connection was closed under it', async () => {
    const clock = new FakeClock();
    const name = newName();
    const journal = new IndexedDbJournal(clock, name);
    await journal.open(KEY, createTestAttempt(clock));
    await deleteDB(name);
    expect(await journal.read(KEY)).to.deep.equal([]);
  });
});
