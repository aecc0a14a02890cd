import { expect } from '@open-wc/testing';
import { deleteDB } from 'idb';
import { IndexedDbPixJournal } from '../../../src/flow/ledger/indexed-db-pix-journal.js';
import { MemoryPixJournal } from '../../../src/flow/ledger/pix-journal.js';
import { ResilientPixJournal } from '../../../src/flow/ledger/resilient-pix-journal.js';
import { FakeClock } from '../../support/fake-clock.js';
import { KEY } from '../support/journal-suite.js';
import { runPixJournalSuite } from '../support/pix-journal-suite.js';
import { createTestCharge } from '../support/pix-world.js';

const DATABASE = 'resilient-pix-journal-test';
let databaseCount = 0;

after(async () => {
  for (let number = 1; number <= databaseCount; number += 1) void deleteDB(`${DATABASE}-${number}`);
});

runPixJournalSuite('ResilientPixJournal', (clock) => {
  databaseCount += 1;
  return new ResilientPixJournal(new IndexedDbPixJournal(clock, `${DATABASE}-${databaseCount}`), clock);
});

describe('Pix charges in a resilient journal', () => {
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
