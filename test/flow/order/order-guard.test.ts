import { expect } from '@open-wc/testing';
import { OrderGuard } from '../../../src/flow/order/order-guard.js';
import { MemoryJournal } from '../../../src/flow/ledger/memory-journal.js';
import { APPROVED, DECLINED, FAILED, FakeActivity, GuardWorld, ORDER_KEY, PIX, UNCONFIRMED } from '../support/guard-world.js';

describe('OrderGuard: one page', () => {
  let world: GuardWorld;

  beforeEach(() => {
    world = new GuardWorld();
  });

  it('sends once for seven calls in one task, and answers all of them with the same outcome', async () => {
    const { guard } = world.openTab();
    const calls = Array.from({ length: 7 }, () => guard.pay(world.intent()));
    await world.settle();
    expect(world.sent).to.have.length(1);
    world.sent[0]?.answer(APPROVED);
    const outcomes = await Promise.all(calls);
    expect(new Set(outcomes).size).to.equal(1);
    expect(outcomes[0]).to.include({
      status: 'approved',
      identifier: 'tx-1',
      message: 'Transação aprovada',
      amount: '149.90',
      last4: '1111',
    });
  });

  it('goes from reading to open, paying and paid', async () => {
    const tab = world.openTab();
    expect(tab.guard.state).to.deep.equal({ status: 'reading' });
    await world.settle();
    await world.payAndAnswer(tab, APPROVED);
    expect(tab.changes.map(({ state }) => state.status)).to.deep.equal(['open', 'paying', 'paying', 'paid']);
    expect(tab.outcomes).to.deep.equal([]);
  });

  it('calls a Pix a duplicate that is heard of while a card is being written down', async () => {
    const { guard } = world.openTab();
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const open = world.journal.open.bind(world.journal);
    world.journal.open = async (...args) => {
      const answer = await open(...args);
      await gate;
      return answer;
    };
    const paying = guard.pay(world.intent());
    await world.settle();
    const recording = guard.recordPaid(PIX);
    await world.settle();
    go();
    await world.settle();
    world.sent[0]?.answer(APPROVED);
    expect((await paying).status).to.equal('approved');
    expect(await recording).to.deep.equal({ isDuplicate: true });
  });

  it('pays at once after it was made, the journal not yet read', async () => {
    const tab = world.openTab();
    expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
  });

  it('writes nothing of the intent into the journal but what belongs there', async () => {
    const tab = world.openTab();
    void tab.guard.pay(Object.assign(world.intent({ last4: '4111111111111111' }), { number: '4111111111111111', securityCode: '123' }));
    await world.settle();
    const [attempt] = await world.journal.read(ORDER_KEY);
    expect(attempt).to.have.all.keys('attemptId orderId method amount installments whoPaysFee brand last4 startedAt state'.split(' '));
    expect(attempt).to.include({ last4: '1111', orderId: 'order-7', state: 'open' });
  });

  it('is in flight from the written attempt to the answer', async () => {
    let giveToken: (token: string) => void = () => undefined;
    const token = new Promise((resolve) => (giveToken = resolve));
    const { guard } = world.openTab();
    const paying = guard.pay(world.intent({}, token));
    await world.settle();
    expect(guard.state).to.deep.equal({ status: 'paying' });
    expect(guard.isInFlight).to.equal(false);
    giveToken('t');
    await world.settle();
    expect(guard.state).to.have.nested.property('attempt.state', 'open');
    expect(guard.isInFlight).to.equal(true);
    world.sent[0]?.answer(APPROVED);
    await paying;
    expect(guard.isInFlight).to.equal(false);
  });

  for (const [result, status] of [
    [DECLINED, 'declined'],
    [FAILED, 'failed'],
  ] as const) {
    it(`stays open after ${status}`, async () => {
      const tab = world.openTab();
      expect((await world.payAndAnswer(tab, result)).status).to.equal(status);
      expect(tab.guard.state).to.deep.equal({ status: 'open' });
      expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
      expect(world.sent).to.have.length(2);
    });
  }

  it('gives the stored outcome after an approval, and sends nothing', async () => {
    const tab = world.openTab();
    const first = await world.payAndAnswer(tab, APPROVED);
    expect(await tab.guard.pay(world.intent())).to.deep.equal(first);
    expect(world.sent).to.have.length(1);
  });

  it('is closed after an unconfirmed charge', async () => {
    const tab = world.openTab();
    expect((await world.payAndAnswer(tab, UNCONFIRMED)).status).to.equal('unconfirmed');
    expect(tab.guard.state).to.deep.include({ status: 'unconfirmed', isChecking: false, isShopNotified: false });
    expect((await tab.guard.pay(world.intent())).status).to.equal('unconfirmed');
    expect(world.sent).to.have.length(1);
  });

  it('without an order key lives with its instance alone', async () => {
    const ports = { clock: world.clock, activity: new FakeActivity(), locks: world.locks.of({}) };
    const guard = new OrderGuard({ ...ports, journal: new MemoryJournal(world.clock) });
    const paying = guard.pay(world.intent());
    await world.settle();
    expect(world.sent[0]?.attempt).not.to.have.property('orderId');
    world.sent[0]?.answer(APPROVED);
    expect((await paying).status).to.equal('approved');
    expect((await guard.pay(world.intent())).status).to.equal('approved');
    expect(world.sent).to.have.length(1);
  });

  it('leaves nothing running when nobody uses it, and survives a move in the document', async () => {
    const tab = world.openTab();
    await world.settle();
    tab.guard.release();
    tab.guard.acquire();
    await world.settle();
    expect(tab.activity.listenerCount).to.equal(1);
    tab.guard.release();
    await world.settle();
    expect(tab.activity.listenerCount).to.equal(0);
    expect(world.channels.openCount).to.equal(0);
    expect(world.clock.pending).to.equal(0);
  });

  it('goes on where a listener throws, and leaves the mistake to the console', async () => {
    const reported: unknown[] = [];
    const { reject } = Promise;
    const mistake = new Error('the page made a mistake');
    const tab = world.openTab();
    const stop = tab.guard.subscribe(() => {
      stop();
      throw mistake;
    });
    // The test runner itself ends a test on an unhandled rejection.
    Promise.reject = (reason) => {
      reported.push(reason);
      return new Promise(() => undefined);
    };
    const outcome = await world.payAndAnswer(tab, APPROVED).finally(() => (Promise.reject = reject));
    expect(outcome.status).to.equal('approved');
    expect(reported).to.deep.equal([mistake]);
  });

  it('pays where the journal hangs, after 2 s', async () => {
    const never = new Promise<never>(() => undefined);
    const memory = new MemoryJournal(world.clock);
    const journal = {
      ...memory,
      read: () => never,
      open: memory.open.bind(memory),
      settle: memory.settle.bind(memory),
      forget: () => never,
    };
    const tab = world.openTab({ ports: { journal } });
    const paying = tab.guard.pay(world.intent());
    await world.clock.advance(1999);
    expect(world.sent).to.have.length(0);
    await world.clock.advance(1);
    await world.settle();
    world.sent[0]?.answer(APPROVED);
    expect((await paying).status).to.equal('approved');
  });
});
