import { expect } from '@open-wc/testing';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { RECORD_LIFE_MS } from '../../../src/flow/ledger/attempt-journal.js';
import type { AttemptJournal } from '../../../src/flow/ledger/attempt-journal.js';
import { FakeClock } from '../../support/fake-clock.js';

export const KEY = 'https://a.example|order-7';

/** An open attempt of the suite's order. */
export function createTestAttempt(clock: FakeClock, change: Partial<Attempt> = {}): Attempt {
  return { attemptId: 'one', orderId: 'order-7', method: 'card', amount: '10.00', startedAt: clock.now(), state: 'open', ...change };
}

/** What every journal does. */
export function runJournalSuite(name: string, create: (clock: FakeClock) => AttemptJournal): void {
  describe(name, () => {
    let clock: FakeClock;
    let journal: AttemptJournal;

    beforeEach(() => {
      clock = new FakeClock();
      journal = create(clock);
    });

    it('opens one attempt and reads it back', async () => {
      const attempt = createTestAttempt(clock);
      expect(await journal.open(KEY, attempt)).to.deep.equal({ opened: true });
      expect(await journal.read(KEY)).to.deep.equal([attempt]);
    });

    for (const state of ['open', 'unconfirmed', 'approved'] as const) {
      it(`opens none beside one that is ${state}, and names it`, async () => {
        const first = createTestAttempt(clock);
        await journal.open(KEY, first);
        if (state !== 'open') await journal.settle(KEY, first, { state });
        expect(await journal.open(KEY, createTestAttempt(clock, { attemptId: 'two' }))).to.deep.equal({
          opened: false,
          blocking: { ...first, state },
        });
        expect(await journal.read(KEY)).to.have.length(1);
      });
    }

    for (const state of ['declined', 'failed'] as const) {
      it(`opens another after one that is ${state}`, async () => {
        const first = createTestAttempt(clock);
        await journal.open(KEY, first);
        await journal.settle(KEY, first, { state });
        expect((await journal.open(KEY, createTestAttempt(clock, { attemptId: 'two', startedAt: clock.now() + 1 }))).opened).to.equal(true);
        expect((await journal.read(KEY)).map((attempt) => attempt.state)).to.deep.equal([state, 'open']);
      });
    }

    it('opens exactly one of many that ask at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 7 }, (_, index) => journal.open(KEY, createTestAttempt(clock, { attemptId: `n${index}` }))),
      );
      expect(answers.filter(({ opened }) => opened)).to.have.length(1);
      expect(await journal.read(KEY)).to.have.length(1);
    });

    it('opens the same attempt twice without harm', async () => {
      await journal.open(KEY, createTestAttempt(clock));
      expect((await journal.open(KEY, createTestAttempt(clock))).opened).to.equal(true);
      expect(await journal.read(KEY)).to.have.length(1);
    });

    it('keeps orders apart', async () => {
      await journal.open(KEY, createTestAttempt(clock));
      expect((await journal.open('https://a.example|order-8', createTestAttempt(clock, { attemptId: 'two' }))).opened).to.equal(true);
      expect(await journal.read('https://a.example|order-9')).to.deep.equal([]);
    });

    it('never takes an approval back', async () => {
      const attempt = createTestAttempt(clock);
      await journal.open(KEY, attempt);
      await journal.settle(KEY, attempt, { state: 'approved', identifier: 'tx' });
      expect(await journal.settle(KEY, attempt, { state: 'declined' })).to.deep.equal({ ...attempt, state: 'approved', identifier: 'tx' });
    });

    it('forgets an order at every service, and no other', async () => {
      await journal.open(KEY, createTestAttempt(clock));
      await journal.open('https://b.example|order-7', createTestAttempt(clock));
      await journal.open('https://a.example|order-77', createTestAttempt(clock));
      await journal.forget('order-7');
      expect(await journal.read(KEY)).to.deep.equal([]);
      expect(await journal.read('https://b.example|order-7')).to.deep.equal([]);
      expect(await journal.read('https://a.example|order-77')).to.have.length(1);
    });

    it('writes a forgotten attempt anew when it was or may have been charged, else not', async () => {
      for (const [state, count] of [
        ['approved', 1],
        ['unconfirmed', 1],
        ['declined', 0],
        ['failed', 0],
      ] as const) {
        expect((await journal.settle(KEY, createTestAttempt(clock), { state })).state).to.equal(state);
        expect(await journal.read(KEY), state).to.have.length(count);
        await journal.forget('order-7');
      }
    });

    it('keeps records for 90 days', async () => {
      const attempt = createTestAttempt(clock, { state: 'approved' });
      await journal.open(KEY, attempt);
      clock.jump(RECORD_LIFE_MS - 1);
      expect(await journal.read(KEY)).to.have.length(1);
      clock.jump(1);
      expect(await journal.read(KEY)).to.deep.equal([]);
      expect((await journal.open(KEY, createTestAttempt(clock, { attemptId: 'two' }))).opened).to.equal(true);
    });
  });
}
