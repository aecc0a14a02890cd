import { expect } from '@open-wc/testing';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import type { CardPaymentRecord, LedgerRecord } from '../../../src/domain/order/ledger-record.js';
import type { StoredOrder } from '../../../src/flow/ledger/ledger-store.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import { OrderLedger } from '../../../src/flow/order/order-ledger.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FakeLocks } from '../support/fake-tabs.js';
import { createPaidPix, LIMIT_MS, ORDER_KEY, wrapLedger } from '../support/guard-world.js';

/** No lock and five minutes after its time limit, a request is over. */
const UNSEEN_LIMIT_MS = 300_000;

const LISTENERS = { onRecords: () => undefined, onForgotten: () => undefined };

describe('OrderLedger', () => {
  let clock: FakeClock;
  let store: MemoryLedger;
  let locks: FakeLocks;

  beforeEach(() => {
    clock = new FakeClock();
    store = new MemoryLedger();
    locks = new FakeLocks();
  });

  const createRecord = (change: Partial<CardPaymentRecord> = {}): CardPaymentRecord => {
    const attempt: Attempt = { attemptId: 'a', method: 'card', amount: '149.90', startedAt: clock.now(), state: 'open' };
    return { kind: 'card', id: 'a', orderAmount: '149.90', attempt, isLocked: true, limitMs: LIMIT_MS, ...change };
  };

  describe('isOver', () => {
    it('is not while a living tab charges, however long that takes', async () => {
      const [charging, other] = [1, 2].map(() => new OrderLedger({ clock, store, locks: locks.of({}) }, ORDER_KEY, LISTENERS));
      const record = createRecord();
      const release = charging && (await charging.open(record, charging.tabs.hold(record.attempt)));
      for (const waitMs of [0, LIMIT_MS + UNSEEN_LIMIT_MS + 1]) {
        clock.jump(waitMs);
        expect(await charging?.isOver(createRecord({ attempt: { ...createRecord().attempt, startedAt: 0 } }))).to.equal(false);
        expect(await other?.isOver(createRecord({ attempt: { ...createRecord().attempt, startedAt: 0 } }))).to.equal(false);
      }
      release?.();
      await clock.advance(0);
      expect(await other?.isOver(createRecord())).to.equal(true);
    });

    for (const [name, isLocked, hasLocks] of [
      ['the page has no locks', true, false],
      ['the lock was never granted', false, true],
    ] as const) {
      it(`is only five minutes after the time limit where ${name}`, async () => {
        const ledger = new OrderLedger({ clock, store, locks: hasLocks ? locks.of({}) : undefined }, ORDER_KEY, LISTENERS);
        const record = createRecord({ isLocked });
        clock.jump(LIMIT_MS + UNSEEN_LIMIT_MS);
        expect(await ledger.isOver(record)).to.equal(false);
        clock.jump(1);
        expect(await ledger.isOver(record)).to.equal(true);
      });
    }
  });

  describe('read', () => {
    it('reads once more where it was called while a reading ran', async () => {
      const readings: ((order: StoredOrder) => void)[] = [];
      const slow = wrapLedger(store, { read: () => new Promise((resolve) => readings.push(resolve)) });
      const ledger = new OrderLedger({ clock, store: slow }, ORDER_KEY, LISTENERS);
      const first = ledger.read();
      const second = ledger.read();
      readings[0]?.({ records: [], forgetId: undefined });
      await clock.advance(0);
      expect(readings).to.have.length(2);
      readings[1]?.({ records: [createPaidPix('1', { turn: 1 })], forgetId: undefined });
      await Promise.all([first, second]);
      expect(ledger.records.map(({ id }) => id)).to.deep.equal(['pix-1']);
      expect(readings).to.have.length(2);
    });
  });

  describe('find', () => {
    it('finds a payment by its identifier, and none by another', async () => {
      const ledger = new OrderLedger({ clock, store }, ORDER_KEY, LISTENERS);
      await ledger.saveCharge([createPaidPix('1')]);
      await ledger.saveCharge([createPaidPix('2')]);
      expect(ledger.find('pix-2')?.id).to.equal('pix-2');
      expect(ledger.find('pix-3')).to.equal(undefined);
    });
  });

  describe('where the storage fails', () => {
    const fail = async (): Promise<never> => {
      throw new DOMException('blocked', 'SecurityError');
    };

    it('counts as read, and knows what this page has written', async () => {
      const views: (readonly LedgerRecord[] | undefined)[] = [];
      const broken = { change: fail, read: fail, forget: fail, sweep: fail };
      const onRecords = (before: readonly LedgerRecord[] | undefined): void => void views.push(before);
      const ledger = new OrderLedger({ clock, store: broken }, ORDER_KEY, { ...LISTENERS, onRecords });
      await ledger.read();
      expect(ledger.isRead).to.equal(true);
      await ledger.saveCharge([createPaidPix('1')]);
      expect(ledger.records).to.deep.equal([createPaidPix('1', { turn: 1 })]);
      await ledger.saveCharge([createPaidPix('2')]);
      expect(ledger.find('pix-2')).to.have.property('turn', 2);
      expect(views).to.deep.equal([undefined, [], [createPaidPix('1', { turn: 1 })]]);
    });
  });

  it('goes on knowing what the storage has lost, also what is not worth writing down again', async () => {
    let isCleared = false;
    const cleared = wrapLedger(store, {
      read: async (orderKey) => (isCleared ? { records: [], forgetId: undefined } : store.read(orderKey)),
    });
    const ledger = new OrderLedger({ clock, store: cleared }, ORDER_KEY, LISTENERS);
    await ledger.read();
    await ledger.settle(createRecord(), { state: 'unconfirmed' });
    await ledger.settle(createRecord(), { state: 'declined' });
    isCleared = true;
    await ledger.read();
    expect(ledger.find('a')).to.have.nested.property('attempt.state', 'declined');
  });
});
