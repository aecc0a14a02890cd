import { expect } from '@open-wc/testing';
import { deleteDB } from 'idb';
import { systemClock } from '../../../src/client/system-clock.js';
import { createPageActivity } from '../../../src/flow/browser/page-activity.js';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import { OrderGuards } from '../../../src/flow/order/order-guards.js';
import { APPROVED, DECLINED, FAILED, GuardWorld, UNCONFIRMED, createTimedOut } from '../support/guard-world.js';

describe('OrderGuards', () => {
  it('shares a guard by service and order, and none without an order', () => {
    const world = new GuardWorld();
    const { activity } = world.openTab();
    const guards = new OrderGuards({ clock: world.clock, activity, store: world.store });
    expect(guards.get('https://a.example/', '7')).to.equal(guards.get('https://a.example', '7'));
    expect(guards.get('https://a.example', '7')).not.to.equal(guards.get('https://b.example', '7'));
    expect(guards.get('https://a.example', undefined)).not.to.equal(guards.get('https://a.example', undefined));
  });

  it('frees a forgotten order in every tab, but for a charge whose request still runs', async () => {
    const world = new GuardWorld();
    const { activity } = world.openTab();
    const { clock, store, channels } = world;
    const guards = new OrderGuards({ clock, activity, store, openChannel: channels.open });
    const [paid, running] = [world.openTab(), world.openTab({ orderKey: 'https://other.example|order-7' })];
    await world.payAndAnswer(paid, APPROVED);
    const timedOut = createTimedOut();
    await world.payAndAnswer(running, timedOut.result);
    await guards.forgetOrder('order-7');
    await world.settle();
    expect(paid.guard.state).to.deep.equal({ status: 'open' });
    expect(running.guard.state.status).to.equal('unconfirmed');
    expect((await running.guard.pay(world.intent())).status).to.equal('unconfirmed');
    timedOut.answer(UNCONFIRMED);
    await world.settle();
    expect(running.guard.state.status).to.equal('open');
  });

  for (const [result, status, states] of [
    [APPROVED, 'approved', ['attempt-1 approved']],
    [UNCONFIRMED, 'unconfirmed', ['attempt-1 unconfirmed']],
    [DECLINED, 'declined', []],
    [FAILED, 'failed', []],
  ] as const) {
    it(`tells how a charge ended that ran while its order was forgotten: ${status}`, async () => {
      const world = new GuardWorld();
      const tab = world.openTab();
      const { clock, store, channels } = world;
      const guards = new OrderGuards({ clock, activity: tab.activity, store, openChannel: channels.open });
      const paying = tab.guard.pay(world.intent());
      await world.settle();
      await guards.forgetOrder('order-7');
      await world.settle();
      expect(tab.guard.state.status).to.equal('paying');
      world.sent[0]?.answer(result);
      expect((await paying).status).to.equal(status);
      await tab.guard.read();
      expect(await world.readStates()).to.deep.equal(states);
      expect(tab.guard.state.status).to.equal(states.length > 0 ? (status === 'approved' ? 'paid' : 'unconfirmed') : 'open');
    });
  }

  it('leaves every other order as it is', async () => {
    const world = new GuardWorld();
    const { clock, store, channels } = world;
    const other = world.openTab({ orderKey: 'https://service.example/v1|order-77' });
    await world.payAndAnswer(other, APPROVED);
    const guards = new OrderGuards({ clock, activity: other.activity, store, openChannel: channels.open });
    const here = guards.get('https://service.example/v1', 'order-77');
    await here.read();
    await guards.forgetOrder('order-7');
    await world.settle();
    for (const { state } of [other.guard, here]) expect(state.status).to.equal('paid');
  });

  it('frees an order in the tabs that no channel tells of it, once they read again', async () => {
    const world = new GuardWorld();
    const { clock, store } = world;
    const tab = world.openTab();
    await world.payAndAnswer(tab, APPROVED);
    const guards = new OrderGuards({ clock, activity: tab.activity, store });
    for (let time = 0; time < 2; time += 1) {
      await guards.forgetOrder('order-7');
      expect(tab.guard.state.status).to.equal('paid');
      await tab.guard.read();
      expect(tab.guard.state).to.deep.equal({ status: 'open' });
      expect(await world.readStates()).to.deep.equal([]);
      await world.payAndAnswer(tab, APPROVED);
    }
  });

  it('keeps one charge of two real tabs, by IndexedDB, locks and channel of the browser', async () => {
    const world = new GuardWorld();
    const name = `guards-test-${systemClock.now()}`;
    const createTab = () =>
      new OrderGuards({
        clock: systemClock,
        activity: createPageActivity(),
        store: new IndexedDbLedger(name),
        locks: navigator.locks,
        openChannel: () => new BroadcastChannel(name),
      }).get('https://service.example/v1', 'order-7');
    const tabs = [createTab(), createTab()];
    for (const tab of tabs) tab.acquire();
    const paying = tabs.map((tab) => tab.pay(world.intent()));
    expect(await Promise.race(paying)).to.deep.equal({ status: 'cancelled', reason: 'busy' });
    expect(world.sent).to.have.length(1);
    const paid = tabs.map((tab) => new Promise<void>((resolve) => tab.subscribe(({ state }) => state.status === 'paid' && resolve())));
    world.sent[0]?.answer(APPROVED);
    await Promise.all(paid);
    for (const tab of tabs) tab.release();
    await deleteDB(name);
  });
});
