import { expect } from '@open-wc/testing';
import type { AttemptJournal } from '../../../src/flow/ledger/attempt-journal.js';
import { IndexedDbJournal } from '../../../src/flow/ledger/indexed-db-journal.js';
import { MemoryJournal } from '../../../src/flow/ledger/memory-journal.js';
import { ResilientJournal } from '../../../src/flow/ledger/resilient-journal.js';
import { FakeClock } from '../../support/fake-clock.js';
import { KEY, createTestAttempt } from '../support/journal-suite.js';

/** A shared journal behind a gate: while it is shut, nothing starts; `open()` lets all that waits through. */
function createGated(clock: FakeClock): { shared: MemoryJournal; gated: AttemptJournal; shut: () => void; open: () => void } {
  const shared = new MemoryJournal(clock);
  let open = (): void => undefined;
  let gate: Promise<void> = Promise.resolve();
  return {
    shared,
    gated: {
      open: async (...args) => gate.then(() => shared.open(...args)),
      settle: async (...args) => gate.then(() => shared.settle(...args)),
      read: async (...args) => gate.then(() => shared.read(...args)),
      forget: async (...args) => gate.then(() => shared.forget(...args)),
    },
    shut: () => void (gate = new Promise((resolve) => (open = resolve))),
    open: () => open(),
  };
}

describe('ResilientJournal', () => {
  let clock: FakeClock;
  let warnings: string[];

  beforeEach(() => {
    clock = new FakeClock();
    warnings = [];
  });

  const create = (shared: AttemptJournal): ResilientJournal => {
    return new ResilientJournal({ shared, clock, warn: (message) => void warnings.push(message) });
  };

  it('goes on in memory where IndexedDB throws, and says so once', async () => {
    const broken = async (): Promise<never> => {
      throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.', 'InvalidStateError');
    };
    const journal = create({ open: broken, settle: broken, read: broken, forget: broken });
    expect(await journal.read(KEY)).to.deep.equal([]);
    expect((await journal.open(KEY, createTestAttempt(clock))).opened).to.equal(true);
    expect((await journal.open(KEY, createTestAttempt(clock, { attemptId: 'two' }))).opened).to.equal(false);
    expect(warnings).to.have.length(1);
  });

  it('keeps what only memory knows where IndexedDB can be read and not written, as on a full disk', async () => {
    const full = async (): Promise<never> => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    const journal = create({ open: full, settle: full, read: async () => [], forget: full });
    const attempt = createTestAttempt(clock);
    expect((await journal.open(KEY, attempt)).opened).to.equal(true);
    await journal.settle(KEY, attempt, { state: 'approved' });
    for (let count = 0; count < 3; count++) {
      expect((await journal.read(KEY)).map(({ state }) => state)).to.deep.equal(['approved']);
      await clock.advance(1);
    }
  });

  it('goes on in memory where there is no IndexedDB at all', async () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
    try {
      const journal = create(new IndexedDbJournal(clock, 'never'));
      expect((await journal.open(KEY, createTestAttempt(clock))).opened).to.equal(true);
      expect(warnings).to.have.length(1);
    } finally {
      if (original) Object.defineProperty(globalThis, 'indexedDB', original);
      else Reflect.deleteProperty(globalThis, 'indexedDB');
    }
  });

  it('waits 2 s for a slow one, then goes on in memory', async () => {
    const { gated, shut } = createGated(clock);
    shut();
    const journal = create(gated);
    let answer: unknown;
    void journal.open(KEY, createTestAttempt(clock)).then((opened) => (answer = opened));
    await clock.advance(1999);
    expect(answer).to.equal(undefined);
    await clock.advance(1);
    expect(answer).to.deep.equal({ opened: true });
    expect(await journal.read(KEY)).to.have.length(1);
    expect(warnings).to.have.length(1);
    expect(clock.pending).to.equal(0);
  });

  it('waits 2 s for each opening as long as it hangs, and for nothing else', async () => {
    const { gated, shut } = createGated(clock);
    shut();
    const journal = create(gated);
    void journal.read(KEY);
    await clock.advance(2000);
    let answer: unknown;
    const attempt = createTestAttempt(clock);
    void journal.open(KEY, attempt).then((opened) => (answer = opened));
    await clock.advance(1999);
    expect(answer).to.equal(undefined);
    await clock.advance(1);
    expect(answer).to.deep.equal({ opened: true });
    expect(await journal.settle(KEY, attempt, { state: 'declined' })).to.include({ state: 'declined' });
    expect(await journal.read(KEY)).to.have.length(1);
    expect(warnings).to.have.length(1);
  });

  describe('after a stall', () => {
    const other = (state: 'open' | 'approved') =>
      createTestAttempt(clock, { attemptId: 'of another tab', startedAt: 1_700_000_000_000, state });

    /** A journal that was given up while it was read, and its gate. */
    async function stall(): Promise<ReturnType<typeof createGated> & { journal: ResilientJournal }> {
      const gate = createGated(clock);
      gate.shut();
      const journal = create(gate.gated);
      void journal.read(KEY);
      await clock.advance(2000);
      return { ...gate, journal };
    }

    it('knows again what other tabs do', async () => {
      const { journal, shared, open } = await stall();
      open();
      await clock.advance(0);
      await shared.open(KEY, other('open'));
      expect(await journal.open(KEY, createTestAttempt(clock))).to.deep.equal({ opened: false, blocking: other('open') });
      await shared.settle(KEY, other('open'), { state: 'approved' });
      expect((await journal.read(KEY)).map(({ state }) => state)).to.deep.equal(['approved']);
    });

    it('opens nothing beside another tab when the answer comes within 2 s', async () => {
      const { journal, shared, open } = await stall();
      await shared.open(KEY, other('approved'));
      const opening = journal.open(KEY, createTestAttempt(clock));
      await clock.advance(1999);
      open();
      expect(await opening).to.deep.equal({ opened: false, blocking: other('approved') });
    });

    it('is given up again at the next one, and says so', async () => {
      const { journal, shut, open } = await stall();
      open();
      await clock.advance(0);
      shut();
      const reading = journal.read(KEY);
      await clock.advance(2000);
      expect(await reading).to.deep.equal([]);
      expect(warnings).to.have.length(2);
    });

    it('has what was sent meanwhile closing the order, also where another tab was first', async () => {
      const { journal, shared, open } = await stall();
      await shared.open(KEY, other('open'));
      const opening = journal.open(KEY, createTestAttempt(clock));
      await clock.advance(2000);
      expect(await opening).to.deep.equal({ opened: true });
      open();
      await clock.advance(0);
      await shared.settle(KEY, other('open'), { state: 'declined' });
      expect((await shared.open(KEY, createTestAttempt(clock, { attemptId: 'third' }))).opened).to.equal(false);
      await journal.settle(KEY, createTestAttempt(clock), { state: 'declined' });
      await clock.advance(0);
      expect((await shared.open(KEY, createTestAttempt(clock, { attemptId: 'third' }))).opened).to.equal(true);
    });

    it('takes for an end what became of an attempt before the other tab was heard of', async () => {
      const { journal, shared, open } = await stall();
      await shared.open(KEY, other('open'));
      void journal.open(KEY, createTestAttempt(clock));
      await clock.advance(2000);
      await journal.settle(KEY, createTestAttempt(clock), { state: 'declined' });
      open();
      await clock.advance(0);
      expect((await shared.read(KEY)).map(({ attemptId }) => attemptId)).to.deep.equal(['of another tab']);
    });
  });

  it('does not wait out the limit when the answer is there', async () => {
    const journal = create(new MemoryJournal(clock));
    await journal.open(KEY, createTestAttempt(clock));
    expect(clock.pending).to.equal(0);
    expect(warnings).to.deep.equal([]);
  });

  it('still knows in memory what the shared journal said before it failed', async () => {
    const { shared, gated, shut } = createGated(clock);
    await shared.open(KEY, createTestAttempt(clock, { state: 'unconfirmed' }));
    const journal = create(gated);
    await journal.read(KEY);
    shut();
    const opening = journal.open(KEY, createTestAttempt(clock, { attemptId: 'two' }));
    await clock.advance(2000);
    expect((await opening).opened).to.equal(false);
  });

  it('lets the late write of an attempt be followed by what became of it', async () => {
    const { shared, gated, shut, open } = createGated(clock);
    const journal = create(gated);
    shut();
    const attempt = createTestAttempt(clock);
    void journal.open(KEY, attempt);
    await clock.advance(2000);
    await journal.settle(KEY, attempt, { state: 'declined' });
    open();
    await clock.advance(0);
    expect((await shared.read(KEY)).map(({ state }) => state)).to.deep.equal(['declined']);
    expect((await journal.read(KEY)).map(({ state }) => state)).to.deep.equal(['declined']);
    expect((await journal.open(KEY, createTestAttempt(clock, { attemptId: 'two' }))).opened).to.equal(true);
  });

  it('takes a late reading for what it says of other pages, and keeps its own', async () => {
    const { shared, gated, shut, open } = createGated(clock);
    await shared.open(KEY, createTestAttempt(clock, { attemptId: 'old', state: 'approved' }));
    shut();
    const journal = create(gated);
    const reading = journal.read(KEY);
    await clock.advance(2000);
    expect(await reading).to.deep.equal([]);
    open();
    await clock.advance(0);
    expect((await journal.open(KEY, createTestAttempt(clock))).opened).to.equal(false);
  });

  it('does not remember from a late reading what was forgotten meanwhile', async () => {
    const { shared, gated, shut, open } = createGated(clock);
    await shared.open(KEY, createTestAttempt(clock, { attemptId: 'old', state: 'approved' }));
    shut();
    const journal = create(gated);
    void journal.read(KEY);
    await clock.advance(2000);
    await journal.forget('order-7');
    open();
    await clock.advance(0);
    expect((await journal.open(KEY, createTestAttempt(clock))).opened).to.equal(true);
  });
});
