import { expect } from '@open-wc/testing';
import { OrderGuard } from '../../../src/flow/order/order-guard.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import {
  APPROVED,
  DECLINED,
  FAILED,
  FakeActivity,
  GuardWorld,
  LIMIT_MS,
  ORDER_KEY,
  UNCONFIRMED,
  createPaidPix,
  wrapLedger,
} from '../support/guard-world.js';

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

  it('says twice that a card was one too many whose order a Pix paid while it was being written down', async () => {
    const { guard, changes } = world.openTab();
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const { store } = world;
    world.store = wrapLedger(store, {
      change: async (...args) => {
        const answer = await store.change(...args);
        await gate;
        return answer;
      },
    });
    const paying = guard.pay(world.intent());
    await world.settle();
    void guard.saveCharge([createPaidPix()]);
    await world.settle();
    go();
    await world.settle();
    world.sent[0]?.answer(APPROVED);
    expect(await paying).to.include({ status: 'approved', duplicate: true });
    expect(guard.state).to.have.property('status', 'paid-twice');
    expect(guard.state).to.deep.nested.include({ 'outcome.method': 'pix' });
    expect(changes.flatMap(({ duplicate }) => duplicate?.payments.map(({ method }) => method) ?? [])).to.deep.equal(['pix', 'card']);
  });

  it('pays at once after it was made, the ledger not yet read', async () => {
    const tab = world.openTab();
    expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
  });

  it('writes nothing of the intent into the ledger but what belongs there', async () => {
    const tab = world.openTab();
    void tab.guard.pay(Object.assign(world.intent({ last4: '4111111111111111' }), { number: '4111111111111111', securityCode: '123' }));
    await world.settle();
    const [record] = (await world.store.read(ORDER_KEY)).records;
    expect(record).to.have.all.keys('kind id orderAmount attempt isLocked limitMs'.split(' '));
    expect(record).to.include({ kind: 'card', orderAmount: '149.90', isLocked: true, limitMs: LIMIT_MS });
    const attempt = record?.kind === 'card' ? record.attempt : undefined;
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

  it('keeps what the shopper agreed to, as the button said it', async () => {
    const tab = world.openTab();
    const agreed = { total: '154.40', parts: ['77.20', '77.20'] };
    const paying = tab.guard.pay(world.intent(agreed));
    await world.settle();
    world.sent[0]?.answer(APPROVED);
    expect(await paying).to.include({ amount: '149.90', total: '154.40', orderId: 'order-7', method: 'card' });
    const later = world.openTab();
    await world.settle();
    expect(later.guard.state).to.deep.nested.include({ parts: agreed.parts, 'outcome.total': '154.40' });
  });

  it('takes no payment after one that fell short, also of an amount that was raised afterwards, until the shop frees the order', async () => {
    const tab = world.openTab();
    tab.guard.setDue({ dueCents: 149_90 });
    await world.payAndAnswer(tab, APPROVED);
    expect(tab.guard.state.status).to.equal('paid');
    tab.guard.setDue({ dueCents: 160_00 });
    await world.settle();
    expect(tab.guard.state).to.include({ status: 'paid-short', arrived: '149.90', missing: '10.10', method: 'card' });
    expect(await tab.guard.pay(world.intent())).to.deep.equal({ status: 'cancelled', reason: 'short' });
    tab.guard.setDue({ dueCents: 149_90 });
    await world.settle();
    expect(tab.guard.state.status).to.equal('paid-short');
    expect(world.sent).to.have.length(1);
  });

  it('goes on saying what it knows where the data of the site are cleared under it, and writes it down again', async () => {
    for (const [result, state] of [
      [APPROVED, 'approved'],
      [UNCONFIRMED, 'unconfirmed'],
    ] as const) {
      world = new GuardWorld();
      const tab = world.openTab();
      await world.payAndAnswer(tab, result);
      world.store = new MemoryLedger();
      await tab.guard.read();
      expect(tab.guard.state.status).to.equal(state === 'approved' ? 'paid' : 'unconfirmed');
      expect(await world.readStates()).to.deep.equal([`attempt-1 ${state}`]);
    }
  });

  it('without an order key lives with its instance alone', async () => {
    const ports = { clock: world.clock, activity: new FakeActivity(), locks: world.locks.of({}) };
    const guard = new OrderGuard({ ...ports, store: new MemoryLedger() });
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

  it('pays where the ledger hangs when it is read, after two readings of 2 s', async () => {
    const tab = world.openTab({ ports: { store: wrapLedger(world.store, { read: () => new Promise(() => undefined) }) } });
    const paying = tab.guard.pay(world.intent());
    await world.clock.advance(3999);
    expect(world.sent).to.have.length(0);
    await world.clock.advance(1);
    await world.settle();
    world.sent[0]?.answer(APPROVED);
    expect((await paying).status).to.equal('approved');
  });
});
