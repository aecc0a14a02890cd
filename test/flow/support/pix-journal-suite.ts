import { expect } from '@open-wc/testing';
import type { PixJournal } from '../../../src/flow/ledger/pix-journal.js';
import { FakeClock } from '../../support/fake-clock.js';
import { KEY } from './journal-suite.js';
import { createTestCharge } from './pix-world.js';

/** What every journal of Pix charges does. */
export function runPixJournalSuite(name: string, create: (clock: FakeClock) => PixJournal): void {
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
