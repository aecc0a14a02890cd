import { expect } from '@open-wc/testing';
import type { TabLocks } from '../../../src/flow/order/order-tabs.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import { APPROVED, DECLINED, GuardWorld, ORDER_KEY, createPaidPix } from '../support/guard-world.js';

describe('OrderLedger, in an order guard', () => {
  let world: GuardWorld;

  beforeEach(() => {
    world = new GuardWorld();
  });

  it('reads once more what changed while it asked who is charging', async () => {
    const one = world.openTab();
    void one.guard.pay(world.intent());
    await world.settle();
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const slow: TabLocks = { request: (...args) => gate.then(() => world.locks.of({}).request(...args)) };
    const two = world.openTab({ ports: { locks: slow } });
    await world.settle();
    await one.guard.saveCharge([createPaidPix()]);
    go();
    await world.settle();
    expect(two.guard.state).to.include({ status: 'paid', method: 'pix' });
  });

  it('misses no change, in whatever turn of the loop it is said', async () => {
    for (let turns = 0; turns < 30; turns += 1) {
      world = new GuardWorld();
      const two = world.openTab({ ports: { openChannel: undefined } });
      await world.settle();
      void two.guard.read();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      const { records } = await world.store.change(ORDER_KEY, () => ({ put: [createPaidPix()] }));
      void two.guard.read();
      await world.settle();
      expect([records.length, two.guard.records.length], `after ${turns} turns`).to.deep.equal([1, 1]);
    }
  });

  it('says to the other tabs what it has written down again', async () => {
    const one = world.openTab();
    await world.payAndAnswer(one, APPROVED);
    world.store = new MemoryLedger();
    const two = world.openTab();
    await world.settle();
    expect(two.guard.state.status).to.equal('open');
    await one.guard.read();
    await world.settle();
    expect(two.guard.state.status).to.equal('paid');
  });

  it('goes on where what was lost cannot be written down again', async () => {
    const one = world.openTab();
    await world.payAndAnswer(one, APPROVED);
    const empty = new MemoryLedger();
    empty.change = async () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
    world.store = empty;
    await one.guard.read();
    expect(one.guard.state.status).to.equal('paid');
  });

  it('says in each tab that two payments were made which knew nothing of each other', async () => {
    const tabs = [1, 2].map(() => world.openTab({ ports: { openChannel: undefined } }));
    await world.settle();
    for (const tab of tabs) {
      world.store = new MemoryLedger();
      await world.payAndAnswer(tab, APPROVED);
    }
    for (const { guard } of [...tabs, ...tabs]) await guard.read();
    for (const { guard, changes } of tabs) {
      expect(guard.state).to.have.property('status', 'paid-twice');
      expect(guard.records.map(({ turn }) => turn)).to.have.members([1, 2]);
      expect(changes.filter(({ duplicate }) => duplicate)).to.have.length(1);
    }
  });

  it('makes nobody wait a day because the clock was put back a day', async () => {
    const tab = world.openTab();
    for (let count = 0; count < 5; count += 1) await world.payAndAnswer(tab, DECLINED);
    world.clock.jump(-86_400_000);
    await tab.guard.read();
    expect(tab.guard.state).to.deep.equal({ status: 'open', payableAt: world.clock.now() + 30_000 });
    world.clock.jump(30_000);
    expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
  });
});
