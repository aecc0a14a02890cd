import { expect } from '@open-wc/testing';
import type { AttemptJournal } from '../../../src/flow/ledger/attempt-journal.js';
import { ResilientJournal } from '../../../src/flow/ledger/resilient-journal.js';
import { APPROVED, DECLINED, GuardWorld, PIX, createTimedOut, type Tab } from '../support/guard-world.js';

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
    expect(await Promise.race(paying)).to.have.nested.property('error.code', 'order-closed');
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
    const { journal, clock } = world;
    let end: () => void = () => undefined;
    const stalled = new Promise<void>((resolve) => (end = resolve));
    const shared: AttemptJournal = {
      open: async (...args) => stalled.then(() => journal.open(...args)),
      settle: async (...args) => stalled.then(() => journal.settle(...args)),
      read: async (...args) => stalled.then(() => journal.read(...args)),
      forget: async (...args) => stalled.then(() => journal.forget(...args)),
    };
    const one = world.openTab({ ports: { journal: new ResilientJournal({ shared, clock, warn: () => undefined }) } });
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

  it('calls a Pix a duplicate that was paid while another tab charged a card', async () => {
    const [, two] = await openWhilePaying();
    const recording = two.guard.recordPaid(PIX);
    await world.clock.advance(3000);
    world.sent[0]?.answer(APPROVED);
    await world.clock.advance(1000);
    expect(await recording).to.deep.equal({ isDuplicate: true });
  });

  it('takes a Pix for the payment when the card that another tab charged comes to nothing', async () => {
    const [, two] = await openWhilePaying();
    const recording = two.guard.recordPaid(PIX);
    world.sent[0]?.answer(DECLINED);
    await world.clock.advance(1000);
    expect(await recording).to.deep.equal({ isDuplicate: false });
    expect(two.guard.state.status).to.equal('paid');
  });

  it('waits no more than 35 s for the card of a tab that the system froze', async () => {
    const [, two] = await openWhilePaying();
    let answer: { isDuplicate: boolean } | undefined;
    void two.guard.recordPaid(PIX).then((recorded) => (answer = recorded));
    await world.clock.advance(34_000);
    expect(answer).to.equal(undefined);
    await world.clock.advance(1000);
    expect(answer).to.deep.equal({ isDuplicate: false });
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
