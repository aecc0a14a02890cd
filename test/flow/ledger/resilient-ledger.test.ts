import { expect } from '@open-wc/testing';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import type { ChangedOrder, LedgerStore } from '../../../src/flow/ledger/ledger-store.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import { ResilientLedger } from '../../../src/flow/ledger/resilient-ledger.js';
import { FakeClock } from '../../support/fake-clock.js';
import { wrapLedger } from '../support/guard-world.js';
import { KEY, applyTo, createCardRecord, createCodeRecord, describeRecords } from '../support/ledger-suite.js';

/** A shared ledger behind a gate: while it is shut, nothing starts; `open()` lets all that waits through. */
function createGated(): { shared: LedgerStore; gated: LedgerStore; shut: () => void; open: () => void } {
  const shared: LedgerStore = new MemoryLedger();
  let open = (): void => undefined;
  let gate: Promise<void> = Promise.resolve();
  return {
    shared,
    gated: {
      change: async (...args) => gate.then(() => shared.change(...args)),
      read: async (...args) => gate.then(() => shared.read(...args)),
      forget: async (...args) => gate.then(() => shared.forget(...args)),
      sweep: async (...args) => gate.then(() => shared.sweep(...args)),
    },
    shut: () => void (gate = new Promise((resolve) => (open = resolve))),
    open: () => open(),
  };
}

const openCard = (store: LedgerStore, id: string): Promise<ChangedOrder> => applyTo(store, { type: 'open', record: createCardRecord(id) });
const settle = (store: LedgerStore, id: string, state: 'approved' | 'declined'): Promise<ChangedOrder> =>
  applyTo(store, { type: 'settle', record: createCardRecord(id), change: { state } });
const list = async (store: LedgerStore): Promise<string[]> => describeRecords((await store.read(KEY)).records);

describe('ResilientLedger', () => {
  let clock: FakeClock;
  let warnings: string[];

  beforeEach(() => {
    clock = new FakeClock();
    warnings = [];
  });

  const create = (shared: LedgerStore, isUnloaded = (): boolean => false): ResilientLedger =>
    new ResilientLedger({ shared, clock, isUnloaded, warn: (message) => void warnings.push(message) });

  it('goes on in memory where IndexedDB throws, and says so once', async () => {
    const broken = async (): Promise<never> => {
      throw new DOMException('A mutation operation was attempted on a database that did not allow mutations.', 'InvalidStateError');
    };
    const ledger = create({ change: broken, read: broken, forget: broken, sweep: broken });
    expect(await list(ledger)).to.deep.equal([]);
    expect(await openCard(ledger, 'one')).not.to.have.property('blocking');
    expect((await openCard(ledger, 'two')).blocking).to.include({ id: 'one' });
    await ledger.sweep({ confirmedNow: clock.now() });
    await ledger.forget('order-7', 'mark-1');
    expect(await ledger.read(KEY)).to.deep.equal({ records: [], forgetId: 'mark-1' });
    expect(warnings).to.have.length(1);
  });

  it('does not go on in memory once the page was unloaded, as the next page would not know of a charge', async () => {
    const gone = async (): Promise<never> => {
      throw new TypeError('indexedDB is null.');
    };
    let isUnloaded = false;
    const ledger = create({ change: gone, read: gone, forget: gone, sweep: gone }, () => isUnloaded);
    await openCard(ledger, 'one');
    isUnloaded = true;
    expect(await openCard(ledger, 'two').catch(String)).to.equal('TypeError: indexedDB is null.');
  });

  it('keeps what only memory knows where IndexedDB can be read and not written, as on a full disk', async () => {
    const full = async (): Promise<never> => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    const ledger = create({ change: full, read: async () => ({ records: [], forgetId: undefined }), forget: full, sweep: full });
    await openCard(ledger, 'one');
    await settle(ledger, 'one', 'approved');
    for (let count = 0; count < 3; count++) {
      expect(await list(ledger)).to.deep.equal(['one approved #1']);
      await clock.advance(1);
    }
  });

  it('goes on in memory where there is no IndexedDB at all', async () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
    try {
      expect(await openCard(create(new IndexedDbLedger('never')), 'one')).not.to.have.property('blocking');
      expect(warnings).to.have.length(1);
    } finally {
      if (original) Object.defineProperty(globalThis, 'indexedDB', original);
      else Reflect.deleteProperty(globalThis, 'indexedDB');
    }
  });

  it('waits 2 s for a slow one, then goes on in memory', async () => {
    const { gated, shut } = createGated();
    shut();
    const ledger = create(gated);
    let answer: ChangedOrder | undefined;
    void openCard(ledger, 'one').then((opened) => (answer = opened));
    await clock.advance(1999);
    expect(answer).to.equal(undefined);
    await clock.advance(1);
    expect(answer).to.deep.equal({ records: [createCardRecord()], forgetId: undefined });
    expect(await list(ledger)).to.have.length(1);
    expect(warnings).to.have.length(1);
    expect(clock.pending).to.equal(0);
  });

  it('waits 2 s for each decisive change and reading as long as it hangs, and for nothing else', async () => {
    const { gated, shut } = createGated();
    shut();
    const ledger = create(gated);
    void ledger.read(KEY);
    await clock.advance(2000);
    for (const begin of [() => openCard(ledger, 'one'), () => ledger.read(KEY, { isDecisive: true })]) {
      let isDone = false;
      void begin().then(() => (isDone = true));
      await clock.advance(1999);
      expect(isDone).to.equal(false);
      await clock.advance(1);
      expect(isDone).to.equal(true);
    }
    expect(describeRecords((await settle(ledger, 'one', 'declined')).records)).to.deep.equal(['one declined']);
    expect(await list(ledger)).to.have.length(1);
    expect(warnings).to.have.length(1);
  });

  it('does not wait out the limit when the answer is there', async () => {
    await openCard(create(new MemoryLedger()), 'one');
    expect(clock.pending).to.equal(0);
    expect(warnings).to.deep.equal([]);
  });

  it('still knows in memory what the shared ledger said before it failed', async () => {
    const { shared, gated, shut } = createGated();
    await applyTo(shared, { type: 'merge', records: [createCardRecord('one', { state: 'unconfirmed' })] });
    const ledger = create(gated);
    await ledger.read(KEY);
    shut();
    const opening = openCard(ledger, 'two');
    await clock.advance(2000);
    expect((await opening).blocking).to.include({ id: 'one' });
  });

  it('lets the late write of a card be followed by what became of it', async () => {
    const { shared, gated, shut, open } = createGated();
    const ledger = create(gated);
    shut();
    void openCard(ledger, 'one');
    await clock.advance(2000);
    await settle(ledger, 'one', 'declined');
    open();
    await clock.advance(0);
    for (const store of [shared, ledger]) expect(await list(store)).to.deep.equal(['one declined']);
    expect(await openCard(ledger, 'two')).not.to.have.property('blocking');
  });

  it('takes a late reading for what it says of other pages, and keeps its own', async () => {
    const { shared, gated, shut, open } = createGated();
    await applyTo(shared, { type: 'merge', records: [createCardRecord('old', { state: 'approved', startedAt: 1 })] });
    shut();
    const ledger = create(gated);
    const reading = list(ledger);
    await clock.advance(2000);
    expect(await reading).to.deep.equal([]);
    await applyTo(ledger, { type: 'merge', records: [createCodeRecord()] });
    open();
    await clock.advance(0);
    expect((await openCard(ledger, 'one')).blocking).to.include({ id: 'old' });
    for (const store of [shared, ledger]) expect(await list(store)).to.deep.equal(['old approved #1', 'pix-p pending']);
  });

  it('does not remember from a late reading what was forgotten meanwhile', async () => {
    const { shared, gated, shut, open } = createGated();
    await applyTo(shared, { type: 'merge', records: [createCardRecord('old', { state: 'approved' })] });
    shut();
    const ledger = create(gated);
    void ledger.read(KEY);
    await clock.advance(2000);
    await ledger.forget('order-7', 'mark-1');
    expect(await ledger.read(KEY)).to.deep.equal({ records: [], forgetId: 'mark-1' });
    open();
    await clock.advance(0);
    for (const store of [shared, ledger]) expect(await store.read(KEY)).to.deep.equal({ records: [], forgetId: 'mark-1' });
    expect(await openCard(ledger, 'one')).not.to.have.property('blocking');
  });

  it('knows that another tab has freed the order while it was late', async () => {
    const { shared, gated, shut, open } = createGated();
    const ledger = create(gated);
    await openCard(ledger, 'one');
    await settle(ledger, 'one', 'approved');
    shut();
    void ledger.read(KEY);
    await clock.advance(2000);
    await shared.forget('order-7', 'mark-1');
    open();
    await clock.advance(0);
    expect(await ledger.read(KEY)).to.deep.equal({ records: [], forgetId: 'mark-1' });
    expect(await list(shared)).to.deep.equal([]);
  });

  describe('after a stall', () => {
    /** A ledger that was given up while it was read, and its gate. */
    async function stall(): Promise<ReturnType<typeof createGated> & { ledger: ResilientLedger }> {
      const gate = createGated();
      gate.shut();
      const ledger = create(gate.gated);
      void ledger.read(KEY);
      await clock.advance(2000);
      return { ...gate, ledger };
    }

    it('knows again what other tabs do', async () => {
      const { ledger, shared, open } = await stall();
      open();
      await clock.advance(0);
      await openCard(shared, 'other');
      expect((await openCard(ledger, 'one')).blocking).to.include({ id: 'other' });
      await settle(shared, 'other', 'approved');
      expect(await list(ledger)).to.deep.equal(['other approved #1']);
    });

    it('opens nothing beside another tab when the answer comes within 2 s', async () => {
      const { ledger, shared, open } = await stall();
      await openCard(shared, 'other');
      const opening = openCard(ledger, 'one');
      await clock.advance(1999);
      open();
      expect((await opening).blocking).to.include({ id: 'other' });
      expect(await list(shared)).to.deep.equal(['other open']);
    });

    it('is given up again at the next one, and says so', async () => {
      const { ledger, shut, open } = await stall();
      open();
      await clock.advance(0);
      shut();
      const reading = list(ledger);
      await clock.advance(2000);
      expect(await reading).to.deep.equal([]);
      expect(warnings).to.have.length(2);
    });

    it('has what was sent meanwhile closing the order, also where another tab was first', async () => {
      const { ledger, shared, open } = await stall();
      await openCard(shared, 'other');
      const opening = openCard(ledger, 'one');
      await clock.advance(2000);
      expect(await opening).not.to.have.property('blocking');
      open();
      await clock.advance(0);
      await settle(shared, 'other', 'declined');
      expect((await openCard(shared, 'third')).blocking).to.include({ id: 'one' });
      await settle(ledger, 'one', 'declined');
      await clock.advance(0);
      expect(await openCard(shared, 'third')).not.to.have.property('blocking');
    });

    it('writes for the other tabs what it took meanwhile, with a turn of its own', async () => {
      const { ledger, shared, open } = await stall();
      await applyTo(shared, { type: 'merge', records: [createCodeRecord('p', { status: 'paid' })] });
      const opening = openCard(ledger, 'one');
      await clock.advance(2000);
      await opening;
      await settle(ledger, 'one', 'approved');
      open();
      await clock.advance(0);
      for (const store of [shared, ledger]) expect((await list(store)).sort()).to.deep.equal(['one approved #2', 'pix-p paid #1']);
    });
  });

  it('writes down again what the shared ledger refused and can take now', async () => {
    const shared: LedgerStore = new MemoryLedger();
    let isFull = true;
    const ledger = create(
      wrapLedger(shared, {
        change: async (...args) => {
          if (isFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
          return shared.change(...args);
        },
      }),
    );
    await openCard(ledger, 'one');
    isFull = false;
    await ledger.read(KEY);
    await clock.advance(0);
    expect(await list(shared)).to.deep.equal(['one open']);
  });

  it('stays with memory for good where the shared ledger has refused a write', async () => {
    const shared: LedgerStore = new MemoryLedger();
    let hasRefused = false;
    let isSilent = false;
    const ledger = create(
      wrapLedger(shared, {
        sweep: async () => {
          hasRefused = true;
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        },
        read: async (...args) => (isSilent ? new Promise(() => undefined) : shared.read(...args)),
      }),
    );
    await ledger.sweep({ confirmedNow: clock.now() });
    expect(hasRefused).to.equal(true);
    for (let count = 0; count < 3; count += 1) {
      await openCard(ledger, `card-${count}`);
      await clock.advance(0);
    }
    isSilent = true;
    // Memory responds at once: the clock does not move.
    expect(await list(ledger)).to.deep.equal(['card-0 open']);
    expect(warnings).to.have.length(1);
  });
});
