import { expect } from '@open-wc/testing';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { decideChange, type LedgerChange } from '../../../src/domain/order/ledger-decision.js';
import { ResilientLedger } from '../../../src/flow/ledger/resilient-ledger.js';
import { createCardRecord } from '../../support/ledger-records.js';
import { APPROVED, DECLINED, GuardWorld, ORDER_KEY, createPaidPix, createTimedOut, wrapLedger, type Tab } from '../support/guard-world.js';

describe('OrderGuard: tabs and reloads', () => {
  let world: GuardWorld;

  beforeEach(() => {
    world = new GuardWorld();
  });

  /** Two tabs, the first of which is charging a card. */
  const openWhilePaying = async (): Promise<[Tab, Tab]> => {
    const [one, two] = [world.openTab(), world.openTab()];
    await world.settle();
    void one.guard.pay(world.intent());
    await world.settle();
    return [one, two];
  };

  it('charges once when two tabs pay at the same instant', async () => {
    const [one, two] = [world.openTab(), world.openTab()];
    await world.settle();
    const paying = [one.guard.pay(world.intent()), two.guard.pay(world.intent())];
    await world.settle();
    expect(world.sent).to.have.length(1);
    expect(await Promise.race(paying)).to.deep.equal({ status: 'cancelled', reason: 'busy' });
    expect([one, two].map(({ guard }) => guard.state.status).sort()).to.deep.equal(['elsewhere', 'paying']);
    world.sent[0]?.answer(APPROVED);
    await world.settle();
    expect([one, two].map(({ guard }) => guard.state.status)).to.deep.equal(['paid', 'paid']);
  });

  it('tells the other tab what the paying one came to, and not as late', async () => {
    const [one, two] = [world.openTab(), world.openTab()];
    await world.settle();
    await world.payAndAnswer(one, APPROVED);
    expect(one.outcomes).to.deep.equal([]);
    expect(two.outcomes).to.have.length(1);
    expect(two.outcomes[0]).to.include({ status: 'approved', identifier: 'tx-1' }).and.not.have.property('late');
  });

  it('lets the other tab pay after a decline', async () => {
    const [one, two] = [world.openTab(), world.openTab()];
    await world.settle();
    await world.payAndAnswer(one, DECLINED);
    expect(two.guard.state.status).to.equal('open');
    expect((await world.payAndAnswer(two, APPROVED)).status).to.equal('approved');
  });

  it('charges once though IndexedDB had stalled when one of the tabs began', async () => {
    const { store, clock } = world;
    let end: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => (end = resolve));
    const shared = wrapLedger(store, {
      change: async (...args) => stalled.then(() => store.change(...args)),
      read: async (...args) => stalled.then(() => store.read(...args)),
    });
    const one = world.openTab({ ports: { store: new ResilientLedger({ shared, clock, isUnloaded: () => false, warn: () => undefined }) } });
    await clock.advance(2000);
    expect(one.guard.state).to.deep.equal({ status: 'open' });
    end();
    const two = world.openTab();
    await world.settle();
    for (const { guard } of [two, one]) void guard.pay(world.intent());
    await world.settle();
    expect(world.sent).to.have.length(1);
    expect([one, two].map(({ guard }) => guard.state.status).sort()).to.deep.equal(['elsewhere', 'paying']);
  });

  it('shows the paid order after a reload, and pay() gives the stored outcome', async () => {
    const before = world.openTab();
    await world.payAndAnswer(before, APPROVED);
    before.kill();
    const after = world.openTab();
    await world.settle();
    expect(after.guard.state).to.have.nested.property('outcome.identifier', 'tx-1');
    expect(after.outcomes).to.deep.equal([]);
    expect(await after.guard.pay(world.intent())).to.include({ status: 'approved', identifier: 'tx-1' });
    expect(world.sent).to.have.length(1);
  });

  it('calls an attempt unconfirmed whose tab died in flight', async () => {
    const before = world.openTab();
    void before.guard.pay(world.intent());
    await world.settle();
    before.kill();
    const after = world.openTab();
    expect((await after.guard.pay(world.intent())).status).to.equal('unconfirmed');
    expect(after.guard.state.status).to.equal('unconfirmed');
    expect(world.sent).to.have.length(1);
  });

  it('sees at once when the paying tab dies', async () => {
    const [one, two] = await openWhilePaying();
    expect(two.guard.state.status).to.equal('elsewhere');
    one.kill();
    await world.settle();
    expect(two.guard.state.status).to.equal('unconfirmed');
  });

  it('calls the card one too many whose order a Pix paid while another tab was charging it, in every tab', async () => {
    const [one, two] = await openWhilePaying();
    await two.guard.saveCharge([createPaidPix()]);
    await world.settle();
    expect(two.guard.state).to.include({ status: 'paid', method: 'pix' });
    world.sent[0]?.answer(APPROVED);
    await world.settle();
    for (const { guard, changes } of [one, two, world.openTab()]) {
      await world.settle();
      expect(guard.state.status).to.equal('paid-twice');
      expect(guard.state).to.have.nested.property('outcome.method', 'pix');
      // Who opens the order later is shown it, and was told nothing new.
      expect(changes.filter(({ duplicate }) => duplicate)).to.have.length(guard === one.guard || guard === two.guard ? 1 : 0);
    }
  });

  it('decides in the transaction which payment was first, not by who looked first', async () => {
    const tabs = [world.openTab(), world.openTab(), world.openTab()];
    await world.settle();
    await Promise.all(tabs.map(({ guard }, index) => guard.saveCharge([createPaidPix(`code-${index}`)])));
    await world.settle();
    const firsts = tabs.map(({ guard }) => guard.records.filter(({ turn }) => turn === 1).map(({ id }) => id));
    expect(firsts).to.deep.equal([['pix-code-0'], ['pix-code-0'], ['pix-code-0']]);
    for (const { guard, changes } of tabs) {
      expect(guard.state).to.have.property('status', 'paid-twice');
      expect(changes.filter(({ duplicate }) => duplicate)).to.have.length(2);
      expect(changes.flatMap(({ chargePaid }) => chargePaid?.charge.chargeId ?? []).sort()).to.deep.equal(['code-0', 'code-1', 'code-2']);
    }
  });

  it('tells the other tab that there is a Pix code to watch, and when there is none any more', async () => {
    const [one, two] = [world.openTab(), world.openTab()];
    const pix = createPaidPix();
    const told: string[] = [];
    two.guard.subscribe(() => told.push(two.guard.openMethods.join(' ')));
    await world.settle();
    told.length = 0;

    await one.guard.saveCharge([{ ...pix, charge: { ...pix.charge, status: 'pending' } }]);
    await world.settle();
    expect(told).to.deep.equal(['pix']);
    await one.guard.saveCharge([{ ...pix, charge: { ...pix.charge, status: 'cancelled' } }]);
    await world.settle();
    expect(told).to.deep.equal(['pix', '']);
  });

  it('takes a Pix for the payment when the card that another tab charged comes to nothing', async () => {
    const [, two] = await openWhilePaying();
    await two.guard.saveCharge([createPaidPix()]);
    world.sent[0]?.answer(DECLINED);
    await world.settle();
    expect(two.guard.state.status).to.equal('paid');
    expect(two.changes.filter(({ duplicate }) => duplicate)).to.deep.equal([]);
  });

  it('refuses as busy while another tab pays, without an event', async () => {
    const [, two] = await openWhilePaying();
    expect(await two.guard.pay(world.intent())).to.deep.equal({ status: 'cancelled', reason: 'busy' });
    expect(two.outcomes).to.deep.equal([]);
  });

  it('stops waiting for the paying tab when nobody uses it', async () => {
    const [, two] = await openWhilePaying();
    expect(world.locks.waitingCount).to.equal(1);
    two.guard.release();
    await world.settle();
    expect(world.locks.waitingCount).to.equal(0);
  });

  it('takes an open attempt of another tab for unconfirmed where there are no locks', async () => {
    const one = world.openTab({ ports: { locks: undefined } });
    void one.guard.pay(world.intent());
    await world.settle();
    const two = world.openTab({ ports: { locks: undefined } });
    await world.settle();
    expect(one.guard.state.status).to.equal('paying');
    expect(two.guard.state.status).to.equal('unconfirmed');
    world.sent[0]?.answer(APPROVED);
    await world.settle();
    expect(two.outcomes[0]).to.include({ status: 'approved', late: true });
  });

  it('pays where locks and channels fail', async () => {
    const refuse = (): never => {
      throw new DOMException('no', 'SecurityError');
    };
    const tab = world.openTab({ ports: { locks: { request: refuse }, openChannel: refuse } });
    expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
  });

  it('gives the very outcome that was told, also after another card was approved: elements know by it what was said', async () => {
    const tab = world.openTab();
    await world.settle();
    const approve = async (attemptId: string, startedAt: number): Promise<void> => {
      const attempt: Attempt = { attemptId, orderId: 'order-7', method: 'card', amount: '149.90', startedAt, state: 'approved' };
      const change: LedgerChange = { type: 'merge', records: [createCardRecord(attempt)] };
      await world.store.change(ORDER_KEY, (records) => decideChange(records, change, {}));
      await tab.guard.read();
    };
    await approve('other-1', 1);
    await approve('other-2', 2);
    expect(tab.outcomes).to.have.length(2);
    expect(await tab.guard.pay(world.intent())).to.equal(tab.outcomes[0]);
    await world.settle();
    expect(await tab.guard.pay(world.intent())).to.equal(tab.outcomes[0]);
    await world.store.forget('order-7', 'freed');
    await tab.guard.read();
    await approve('other-1', 1);
    expect(tab.outcomes).to.have.length(3);
    expect(tab.outcomes[2], 'a freed order whose request ends late').to.equal(tab.outcomes[0]);
  });

  it('reads again on return where there are no channels', async () => {
    const two = world.openTab({ ports: { openChannel: undefined } });
    await world.settle();
    await world.payAndAnswer(world.openTab(), APPROVED);
    expect(two.guard.state.status).to.equal('open');
    two.activity.change({ visible: false });
    await world.settle();
    expect(two.guard.state.status).to.equal('open');
    two.activity.change({ visible: true });
    await world.settle();
    expect(two.guard.state.status).to.equal('paid');
  });

  it('holds the lock until the late answer, and no longer', async () => {
    const tab = world.openTab();
    const timedOut = createTimedOut();
    await world.payAndAnswer(tab, timedOut.result);
    expect(world.locks.heldNames).to.have.length(1);
    timedOut.answer(DECLINED);
    await world.settle();
    expect(world.locks.heldNames).to.deep.equal([]);
  });
});
