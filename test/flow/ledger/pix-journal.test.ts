import { expect } from '@open-wc/testing';
import { deleteDB, openDB } from 'idb';
import { RECORD_LIFE_MS } from '../../../src/flow/ledger/attempt-journal.js';
import { IndexedDbPixJournal } from '../../../src/flow/ledger/indexed-db-pix-journal.js';
import { MemoryPixJournal, type PixJournal } from '../../../src/flow/ledger/pix-journal.js';
import { ResilientPixJournal } from '../../../src/flow/ledger/resilient-pix-journal.js';
import { FakeClock } from '../../support/fake-clock.js';
import { createTestCharge } from '../support/pix-world.js';

const KEY = 'https://a.example|order-7';
const names: string[] = [];

function newName(): string {
  names.push(`pix-journal-test-${names.length}`);
  return names.at(-1) ?? '';
}

after(() => {
  for (const name of names) void deleteDB(name);
});

function runSuite(name: string, create: (clock: FakeClock) => PixJournal): void {
  describe(name, () => {
    let clock: FakeClock;
    let journal: PixJournal;

    beforeEach(() => {
      clock = new FakeClock();
      journal = create(clock);
    });

    it('gives back what was written, oldest first, orders apart', async () => {
      const charge = createTestCharge(clock, { number: 7, late: true, duplicate: true });
      await journal.put(KEY, createTestCharge(clock, { chargeId: 'younger', createdAt: clock.now() + 1 }));
      await journal.put(KEY, charge);
      await journal.put('https://a.example|order-8', createTestCharge(clock, { chargeId: 'other' }));
      const charges = await journal.read(KEY);
      expect(charges[0]).to.deep.equal(charge);
      expect(charges.map(({ chargeId }) => chargeId)).to.deep.equal(['pix-1', 'younger']);
    });

    it('never goes back from paid', async () => {
      const charge = createTestCharge(clock);
      await journal.put(KEY, { ...charge, status: 'paid' });
      expect((await journal.put(KEY, { ...charge, status: 'expired' })).status).to.equal('paid');
      expect((await journal.read(KEY)).map(({ status }) => status)).to.deep.equal(['paid']);
    });
  });
}

runSuite('MemoryPixJournal', () => new MemoryPixJournal());
runSuite('IndexedDbPixJournal', (clock) => new IndexedDbPixJournal(clock, newName()));
runSuite('ResilientPixJournal', (clock) => new ResilientPixJournal(new IndexedDbPixJournal(clock, newName()), clock));

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

  it('are read from all tabs again after a stall', async () => {
    const clock = new FakeClock();
    const shared = new MemoryPixJournal();
    let end: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => (end = resolve));
    const journal = new ResilientPixJournal(
      { put: async (...args) => shared.put(...args), read: (...args) => stalled.then(() => shared.read(...args)) },
      clock,
    );
    const reading = journal.read(KEY);
    await clock.advance(2000);
    expect(await reading).to.deep.equal([]);
    await shared.put(KEY, createTestCharge(clock));
    const again = journal.read(KEY);
    await clock.advance(1999);
    end();
    expect(await again).to.have.length(1);
    await shared.put(KEY, createTestCharge(clock, { chargeId: 'of another tab' }));
    expect(await journal.read(KEY)).to.have.length(2);
  });

  it('go on in memory where the database fails', async () => {
    const clock = new FakeClock();
    const broken = async (): Promise<never> => {
      throw new DOMException('x', 'InvalidStateError');
    };
    const journal = new ResilientPixJournal({ put: broken, read: broken }, clock);
    await journal.put(KEY, createTestCharge(clock));
    expect(await journal.read(KEY)).to.have.length(1);
  });
});
