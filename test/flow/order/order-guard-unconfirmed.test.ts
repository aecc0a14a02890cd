import { expect } from '@open-wc/testing';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import type { Resolution } from '../../../src/domain/order/resolution.js';
import type { TabLocks } from '../../../src/flow/order/order-tabs.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import {
  APPROVED,
  DECLINED,
  FAILED,
  GuardWorld,
  LIMIT_MS,
  UNCONFIRMED,
  createPaidPix,
  createTimedOut,
  wrapLedger,
} from '../support/guard-world.js';
import type { Tab } from '../support/guard-world.js';

/** A shop that is asked, and answers when the test says so. */
class FakeShop {
  readonly asked: Attempt[] = [];
  readonly signals: AbortSignal[] = [];
  answer: (resolution: unknown) => void = () => undefined;
  fail: (error: unknown) => void = () => undefined;

  readonly resolve = (attempt: Attempt, { signal }: { signal: AbortSignal }): Promise<Resolution> => {
    this.asked.push(attempt);
    this.signals.push(signal);
    return new Promise((resolve, reject) => {
      // What a shop's server sends is not checked by any compiler.
      this.answer = (resolution) => resolve(resolution as Resolution);
      this.fail = reject;
    });
  };
}

describe('OrderGuard: unconfirmed', () => {
  let world: GuardWorld;
  let shop: FakeShop;

  beforeEach(() => {
    world = new GuardWorld();
    shop = new FakeShop();
  });

  async function openUnconfirmed(): Promise<Tab> {
    const tab = world.openTab({ shop: { resolve: shop.resolve } });
    await world.payAndAnswer(tab, UNCONFIRMED);
    return tab;
  }

  for (const [name, answer, status] of [
    ['approved', APPROVED, 'approved'],
    ['declined', DECLINED, 'declined'],
    ['failed', FAILED, 'failed'],
  ] as const) {
    it(`is settled by a late answer that says ${name}`, async () => {
      const tab = world.openTab();
      const timedOut = createTimedOut();
      expect((await world.payAndAnswer(tab, timedOut.result)).status).to.equal('unconfirmed');
      timedOut.answer(answer);
      await world.settle();
      expect(tab.outcomes.map((outcome) => outcome.status)).to.deep.equal([status]);
      expect(tab.guard.state.status).to.equal(status === 'approved' ? 'paid' : 'open');
      expect(await world.readStates()).to.deep.equal([`attempt-1 ${status}`]);
      if (status === 'approved') expect(tab.outcomes[0]).to.include({ late: true, message: 'Transação aprovada' });
    });
  }

  it('is settled once where the late answer comes while the answer of the shop is being written down', async () => {
    let finish: () => void = () => undefined;
    const writing = new Promise<void>((resolve) => (finish = resolve));
    const store = new MemoryLedger();
    let isSlow = false;
    world.store = wrapLedger(store, {
      change: async (orderKey, decide) => {
        if (isSlow) await writing;
        return store.change(orderKey, decide);
      },
    });
    const tab = world.openTab({ shop: { resolve: shop.resolve } });
    const timedOut = createTimedOut();
    await world.payAndAnswer(tab, timedOut.result);
    void tab.guard.check();
    await world.settle();
    isSlow = true;
    shop.answer({ status: 'charged', identifier: 'tx-1' });
    await world.settle();
    timedOut.answer(APPROVED);
    await world.settle();
    finish();
    await world.settle();
    expect(tab.outcomes.map(({ status }) => status)).to.deep.equal(['approved']);
    expect(tab.guard.state.status).to.equal('paid');
  });

  it('is freed by "not charged" though the storage was cleared in flight, since its lock is remembered', async () => {
    const tab = world.openTab({ shop: { resolve: shop.resolve } });
    const paying = tab.guard.pay(world.intent());
    await world.settle();
    world.store = new MemoryLedger();
    world.sent.at(-1)?.answer(UNCONFIRMED);
    expect((await paying).status).to.equal('unconfirmed');
    await world.settle();
    tab.kill();
    const later = world.openTab({ shop: { resolve: shop.resolve } });
    await world.settle();
    expect(later.guard.state.status).to.equal('unconfirmed');
    shop.answer({ status: 'not-charged' });
    await world.settle();
    expect(later.guard.state.status).to.equal('open');
  });

  it('stays unconfirmed when the request ends without an answer', async () => {
    const tab = world.openTab();
    const timedOut = createTimedOut();
    await world.payAndAnswer(tab, timedOut.result);
    timedOut.answer(UNCONFIRMED);
    await world.settle();
    expect(tab.guard.state.status).to.equal('unconfirmed');
    expect(tab.outcomes).to.deep.equal([]);
  });

  it('follows a late answer after the element has gone', async () => {
    const tab = world.openTab();
    const timedOut = createTimedOut();
    await world.payAndAnswer(tab, timedOut.result);
    tab.guard.release();
    timedOut.answer(APPROVED);
    await world.settle();
    expect(await world.readStates()).to.deep.equal(['attempt-1 approved']);
  });

  it('asks the shop on load, on return and by check(), once at a time', async () => {
    const tab = await openUnconfirmed();
    expect(shop.asked).to.have.length(0);
    void tab.guard.check();
    void tab.guard.check();
    await world.settle();
    expect(shop.asked).to.have.length(1);
    expect(shop.asked[0]?.state).to.equal('unconfirmed');
    expect(tab.guard.state).to.have.property('isChecking', true);
    shop.answer({ status: 'unknown' });
    await world.settle();
    expect(tab.guard.state).to.have.property('isChecking', false);
    tab.activity.change({ online: false });
    await world.settle();
    expect(shop.asked).to.have.length(1);
    tab.activity.change({ online: true });
    await world.settle();
    expect(shop.asked).to.have.length(2);
    tab.kill();
    world.openTab({ shop: { resolve: shop.resolve } });
    await world.settle();
    expect(shop.asked).to.have.length(3);
  });

  it('asks as soon as it is told how', async () => {
    const tab = world.openTab();
    await world.payAndAnswer(tab, UNCONFIRMED);
    tab.guard.setShop({ resolve: shop.resolve });
    tab.guard.setShop({ resolve: shop.resolve });
    await world.settle();
    expect(shop.asked).to.have.length(1);
  });

  it('is paid when the shop says charged', async () => {
    const tab = await openUnconfirmed();
    void tab.guard.check();
    await world.settle();
    shop.answer({ status: 'charged', identifier: 'shop-1', message: 'Pago' });
    await world.settle();
    expect(tab.outcomes).to.have.length(1);
    expect(tab.outcomes[0]).to.include({ status: 'approved', identifier: 'shop-1', message: 'Pago', late: true });
    expect(tab.guard.state.status).to.equal('paid');
  });

  it('is open again when the shop says not charged', async () => {
    const tab = await openUnconfirmed();
    void tab.guard.check();
    await world.settle();
    shop.answer({ status: 'not-charged' });
    await world.settle();
    expect(tab.outcomes.map(({ status }) => status)).to.deep.equal(['failed']);
    expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
    expect(world.sent).to.have.length(2);
  });

  for (const garbage of [undefined, null, 'charged', 7, {}, { status: 'CHARGED' }, { status: true }, [], { charged: true }]) {
    it(`stays unconfirmed when the shop says ${JSON.stringify(garbage)}`, async () => {
      const tab = await openUnconfirmed();
      void tab.guard.check();
      await world.settle();
      shop.answer(garbage);
      await world.settle();
      expect(tab.guard.state).to.deep.include({ status: 'unconfirmed', isChecking: false });
    });
  }

  it('stays unconfirmed when the shop fails, or throws at once', async () => {
    const tab = await openUnconfirmed();
    void tab.guard.check();
    await world.settle();
    shop.fail(new TypeError('Failed to fetch'));
    await world.settle();
    expect(tab.guard.state).to.deep.include({ status: 'unconfirmed', isChecking: false });
    tab.guard.setShop({
      resolve: () => {
        throw new Error('x');
      },
    });
    await tab.guard.check();
    expect(tab.guard.state).to.deep.include({ status: 'unconfirmed', isChecking: false });
  });

  it('waits 15 s for a silent shop, and ignores what it says afterwards', async () => {
    const tab = await openUnconfirmed();
    void tab.guard.check();
    await world.clock.advance(14_999);
    expect(tab.guard.state).to.have.property('isChecking', true);
    await world.clock.advance(1);
    expect(tab.guard.state).to.have.property('isChecking', false);
    expect(shop.signals[0]?.aborted).to.equal(true);
    shop.answer({ status: 'not-charged' });
    await world.settle();
    expect(tab.guard.state.status).to.equal('unconfirmed');
    expect(world.clock.pending).to.equal(0);
  });

  it('does not open while the timed-out request still runs, and asks again when it has ended', async () => {
    const tab = world.openTab({ shop: { resolve: shop.resolve } });
    const timedOut = createTimedOut();
    await world.payAndAnswer(tab, timedOut.result);
    void tab.guard.check();
    await world.settle();
    shop.answer({ status: 'not-charged' });
    await world.settle();
    expect(tab.guard.state.status).to.equal('unconfirmed');
    timedOut.answer(UNCONFIRMED);
    await world.settle();
    expect(shop.asked).to.have.length(2);
    shop.answer({ status: 'not-charged' });
    await world.settle();
    expect(tab.guard.state.status).to.equal('open');
  });

  it('does not open while the timed-out request of another tab still runs', async () => {
    const timedOut = createTimedOut();
    const paying = world.openTab();
    await world.payAndAnswer(paying, timedOut.result);
    const tab = world.openTab({ shop: { resolve: shop.resolve } });
    await world.settle();
    shop.answer({ status: 'not-charged' });
    await world.settle();
    expect(tab.guard.state.status).to.equal('unconfirmed');
    timedOut.answer(APPROVED);
    await world.settle();
    expect(tab.outcomes[0]).to.include({ status: 'approved', late: true });
  });

  it("ignores the shop's answer after the charge's own late answer", async () => {
    for (const resolution of [{ status: 'charged' }, { status: 'not-charged' }]) {
      world = new GuardWorld();
      const tab = world.openTab({ shop: { resolve: shop.resolve } });
      const timedOut = createTimedOut();
      await world.payAndAnswer(tab, timedOut.result);
      void tab.guard.check();
      await world.settle();
      timedOut.answer(DECLINED);
      await world.settle();
      expect(shop.signals.at(-1)?.aborted).to.equal(true);
      shop.answer(resolution);
      await world.settle();
      expect(tab.outcomes.map(({ status }) => status)).to.deep.equal(['declined']);
      expect(tab.guard.state.status).to.equal('open');
    }
  });

  it("keeps the shop's charged against a late decline, and tells an approval once", async () => {
    for (const late of [DECLINED, APPROVED]) {
      world = new GuardWorld();
      const tab = world.openTab({ shop: { resolve: shop.resolve } });
      const timedOut = createTimedOut();
      await world.payAndAnswer(tab, timedOut.result);
      void tab.guard.check();
      await world.settle();
      shop.answer({ status: 'charged' });
      await world.settle();
      timedOut.answer(late);
      await world.settle();
      expect(tab.outcomes.map(({ status }) => status)).to.deep.equal(['approved']);
      expect(tab.guard.state.status).to.equal('paid');
    }
  });

  it('stops asking when nobody uses it', async () => {
    const tab = await openUnconfirmed();
    void tab.guard.check();
    await world.settle();
    tab.guard.release();
    await world.settle();
    expect(shop.signals[0]?.aborted).to.equal(true);
    expect(world.clock.pending).to.equal(0);
  });

  describe('where no lock tells whether its request still runs', () => {
    const never: TabLocks = { request: () => new Promise(() => undefined) };
    for (const [name, locks] of [
      ['there are no locks', undefined],
      ['locks are never granted', never],
    ] as const) {
      it(`stays for its time limit and five minutes more, whatever the shop says: ${name}`, async () => {
        const ports = { locks };
        const before = world.openTab({ ports });
        void before.guard.pay(world.intent());
        await world.clock.advance(5000);
        expect(world.sent).to.have.length(1);
        before.kill();
        const tab = world.openTab({ ports, shop: { resolve: async () => ({ status: 'not-charged' }) } });
        await world.clock.advance(LIMIT_MS + 290_000);
        await Promise.all([tab.guard.check(), world.clock.advance(5000)]);
        expect(tab.guard.state.status).to.equal('unconfirmed');
        await world.clock.advance(10_000);
        await Promise.all([tab.guard.check(), world.clock.advance(5000)]);
        expect(tab.guard.state.status).to.equal('open');
      });
    }

    it('takes for ended what had a lock, and not what had none, where another tab has locks', async () => {
      const before = world.openTab({ ports: { locks: undefined } });
      void before.guard.pay(world.intent());
      await world.settle();
      before.kill();
      const tab = world.openTab({ shop: { resolve: async () => ({ status: 'not-charged' }) } });
      await world.settle();
      expect(tab.guard.state.status).to.equal('unconfirmed');
    });
  });

  describe('beside a Pix that was paid', () => {
    it('goes on being asked about, and is said when it turns out charged', async () => {
      const tab = await openUnconfirmed();
      await tab.guard.saveCharge([createPaidPix()]);
      expect(tab.guard.state).to.deep.nested.include({ status: 'paid', method: 'pix', 'unconfirmed.attemptId': 'attempt-1' });
      void tab.guard.check();
      await world.settle();
      expect(shop.asked.map(({ attemptId }) => attemptId)).to.deep.equal(['attempt-1']);
      shop.answer({ status: 'charged', identifier: 'shop-1' });
      await world.settle();
      expect(tab.guard.state).to.have.property('status', 'paid-twice');
      expect(tab.changes.flatMap(({ duplicate }) => duplicate ?? [])).to.deep.equal([
        {
          orderId: 'order-7',
          payments: [
            { method: 'pix', chargeId: '1', amount: '149.90' },
            { method: 'card', identifier: 'shop-1', amount: '149.90' },
          ],
        },
      ]);
      expect(tab.outcomes).to.have.length(1);
      expect(tab.outcomes[0]).to.include({ status: 'approved', late: true, duplicate: true });
    });

    it('is forgotten about when the shop says not charged', async () => {
      const tab = await openUnconfirmed();
      await tab.guard.saveCharge([createPaidPix()]);
      void tab.guard.check();
      await world.settle();
      shop.answer({ status: 'not-charged' });
      await world.settle();
      expect(tab.guard.state).to.include({ status: 'paid' }).and.not.have.property('unconfirmed');
    });
  });
});
