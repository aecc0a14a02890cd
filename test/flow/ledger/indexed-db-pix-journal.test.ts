import { expect } from '@open-wc/testing';
import { deleteDB, openDB } from 'idb';
import { RECORD_LIFE_MS } from '../../../src/flow/ledger/attempt-journal.js';
import { IndexedDbPixJournal } from '../../../src/flow/ledger/indexed-db-pix-journal.js';
import { FakeClock } from '../../support/fake-clock.js';
import { KEY } from '../support/journal-suite.js';
import { runPixJournalSuite } from '../support/pix-journal-suite.js';
import { createTestCharge } from '../support/pix-world.js';

const names: string[] = [];

function newName(): string {
  names.push(`pix-journal-test-${names.length}`);
  return names.at(-1) ?? '';
}

after(() => {
  for (const name of names) void deleteDB(name);
});

runPixJournalSuite('IndexedDbPixJournal', (clock) => new IndexedDbPixJournal(clock, newName()));

describe('Pix charges in IndexedDB', () => {
  it('are there for a later page, for 90 days', async () => {
    const clock = new FakeClock();
    const name = newName();
    await new IndexedDbPixJournal(clock, name).put(KEY, createTestCharge(clock));
    clock.jump(RECORD_LIFE_MS - 1);
    expect(await new IndexedDbPixJournal(clock, name).read(KEY)).to.have.length(1);
    clock.jump(1);
    expect(await new IndexedDbPixJournal(clock, name).read(KEY)).to.deep.equal([]);
  });

  it('survive records that are none, keep no other field, and know no status that this version does not', async () => {
    const clock = new FakeClock();
    const name = newName();
    const journal = new IndexedDbPixJournal(clock, name);
    await journal.read(KEY);
    const database = await openDB(name, 1);
    const charge = createTestCharge(clock);
    const records = [null, 7, {}, { ...charge, expiresAt: 'soon' }, { ...charge, brCode: 1 }, { ...charge, status: 'settled', extra: 'x' }];
    for (const [index, record] of records.entries()) await database.put('records', record, [KEY, `record-${index}`]);
    database.close();
    expect(await journal.read(KEY)).to.deep.equal([{ ...charge, status: 'unknown' }]);
  });
});
