import { expect } from '@open-wc/testing';
import { deleteDB } from 'idb';
import { systemClock } from '../../../src/client/system-clock.js';
import { browserPageActivity } from '../../../src/flow/browser/page-activity.js';
import { IndexedDbJournal } from '../../../src/flow/ledger/indexed-db-journal.js';
import { OrderGuards } from '../../../src/flow/order/order-guards.js';
import { APPROVED, GuardWorld, UNCONFIRMED, createTimedOut } from '../support/guard-world.js';

describe('OrderGuards', () => {
  it('shares a guard by service and order, and none without an order', () => {
    const world = new GuardWorld();
    const { activity } = world.openTab();
    const guards = new OrderGuards({ clock: world.clock, activity, journal: world.journal });
    expect(guards.get('https://a.example/', '7')).to.equal(guards.get('https://a.example', '7'));
    expect(guards.get('https://a.example', '7')).not.to.equal(guards.get('https://b.example', '7'));
    expect(guards.get('https://a.example', undefined)).not.to.equal(guards.get('https://a.example', undefined));
  });

  it('frees a forgotten order in every tab, but for a charge whose request still runs', async () => {
    const world = new GuardWorld();
    const { activity } = world.openTab();
    const { clock, journal, channels } = world;
    const guards = new OrderGuards({ clock, activity, journal, openChannel: channels.open });
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

  it('keeps one charge of two real tabs, by IndexedDB, locks and channel of the browser', async () => {
    const world = new GuardWorld();
    const name = `guards-test-${systemClock.now()}`;
    const createTab = () =>
      new OrderGuards({
        clock: systemClock,
        activity: browserPageActivity(),
        journal: new IndexedDbJournal(systemClock, name),
        locks: navigator.locks,
        openChannel: () => new BroadcastChannel(name),
      }).get('https://service.example/v1', 'order-7');
    const tabs = [createTab(), createTab()];
    for (const tab of tabs) tab.acquire();
    const paying = tabs.map((tab) => tab.pay(world.intent()));
    expect(await Promise.race(paying)).to.have.nested.property('error.code', 'order-closed');
    expect(world.sent).to.have.length(1);
    const paid = tabs.map((tab) => new Promise<void>((resolve) => tab.subscribe(({ state }) => state.status === 'paid' && resolve())));
    world.sent[0]?.answer(APPROVED);
    await Promise.all(paid);
    for (const tab of tabs) tab.release();
    await deleteDB(name);
  });
});
