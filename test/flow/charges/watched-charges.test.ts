import { expect } from '@open-wc/testing';
import { OrderClosedError } from '../../../src/domain/order/order-closed-error.js';
import { decideChange } from '../../../src/domain/order/ledger-decision.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { PixStatus } from '../../../src/domain/pix/status.js';
import type { OrderGuard } from '../../../src/flow/order/order-guard.js';
import { WatchedCharges, type WatchedChange } from '../../../src/flow/charges/watched-charges.js';
import { APPROVED, DECLINED, GuardWorld, ORDER_KEY, createTimedOut, wrapLedger, type Tab } from '../support/guard-world.js';
import { createPixRecord, createTestCharge, LIFE_MS } from '../support/pix-world.js';

describe('WatchedCharges', () => {
  let world: GuardWorld;
  let asked: string[];
  let words: Map<string, PixStatus | Error>;
  let changes: WatchedChange[];
  let reports: CheckoutError[];

  beforeEach(() => {
    world = new GuardWorld();
    asked = [];
    words = new Map();
    changes = [];
    reports = [];
  });

  /** The charges of a tab's order, connected to its guard and to a service that says what `words` holds. */
  function connect(tab: Tab, guard: OrderGuard = tab.guard): WatchedCharges {
    const charges = new WatchedCharges({ guard, clock: world.clock, activity: tab.activity, random: () => 0.5 });
    charges.subscribe((change) => changes.push(change));
    charges.setSource({
      ask: async ({ chargeId }) => {
        asked.push(chargeId);
        const word = words.get(chargeId) ?? 'pending';
        if (word instanceof Error) throw word;
        return { status: word };
      },
      report: (error) => reports.push(error),
    });
    guard.setCharges(charges);
    return charges;
  }

  async function openWithCharge(): Promise<{ tab: Tab; charges: WatchedCharges }> {
    const tab = world.openTab();
    const charges = connect(tab);
    await world.settle();
    await charges.add(createTestCharge(world.clock), '149.90');
    return { tab, charges };
  }

  /** A card that somebody wants to pay with is not charged: the Pix was paid. */
  async function expectPaidByPix({ guard }: Tab): Promise<void> {
    const paying = guard.pay(world.intent());
    await world.settle();
    expect(world.sent, 'cards that were charged').to.have.length(0);
    expect(await paying).to.include({ status: 'approved', attemptId: 'pix-pix-1' });
  }

  const news = (): string[] => changes.flatMap((change) => (change.news ? [`${change.news} ${change.charge.chargeId}`] : []));

  it('closes the order for good when a code is paid, in every tab and reload, and tells it once', async () => {
    const { tab } = await openWithCharge();
    const other = world.openTab();
    words.set('pix-1', 'paid');
    await world.clock.advance(60_000);
    expect(news()).to.deep.equal(['paid pix-1']);
    expect(changes.at(-1)?.charge).not.to.have.property('duplicate');
    for (const { guard } of [tab, other, world.openTab()]) {
      await world.settle();
      expect(guard.state).to.deep.include({ status: 'paid', method: 'pix' });
      expect(await guard.pay(world.intent())).to.include({ status: 'approved', attemptId: 'pix-pix-1', amount: '149.90' });
    }
    expect(world.sent).to.have.length(0);
    expect(await world.readStates()).to.deep.equal(['pix-pix-1 paid']);
  });

  it('tells no approved outcome beside the news, here or in another tab', async () => {
    const { tab } = await openWithCharge();
    const other = world.openTab();
    words.set('pix-1', 'paid');
    await world.clock.advance(60_000);
    expect([...tab.outcomes, ...other.outcomes]).to.deep.equal([]);
  });

  it('picks a charge up again after a reload, and asks at once', async () => {
    const { tab } = await openWithCharge();
    tab.kill();
    await world.settle();
    const later = connect(world.openTab());
    await later.ready();
    await world.settle();
    expect(later.find('pix', 149_90)).to.deep.include({ phase: 'waiting' });
    expect(later.find('pix', 149_90)?.charge.brCode).to.equal('000201');
    expect(later.find('pix', 150_00)).to.equal(undefined);
    expect(asked).to.deep.equal(['pix-1']);
  });

  it('does not tell again after a reload what was told', async () => {
    const { tab } = await openWithCharge();
    words.set('pix-1', 'paid');
    await world.clock.advance(60_000);
    tab.kill();
    const later = connect(world.openTab());
    await later.ready();
    await world.clock.advance(60_000);
    expect(news()).to.deep.equal(['paid pix-1']);
    expect(later.charges).to.deep.equal([]);
  });

  it('watches a replaced code on, and tells its late payment once', async () => {
    const { charges } = await openWithCharge();
    await world.clock.advance(LIFE_MS + 1);
    expect(news()).to.deep.equal(['expired pix-1']);
    expect(charges.find('pix', 149_90)).to.equal(undefined);
    await charges.add(createTestCharge(world.clock, { chargeId: 'pix-2' }), '149.90');
    expect(charges.find('pix', 149_90)?.charge.chargeId).to.equal('pix-2');
    words.set('pix-1', 'paid');
    await world.clock.advance(120_000);
    expect(news()).to.deep.equal(['expired pix-1', 'paid pix-1']);
    expect(charges.get('pix-pix-1')?.charge).to.include({ status: 'paid', late: true });
    words.set('pix-2', 'paid');
    await world.clock.advance(120_000);
    expect(news().at(-1)).to.equal('paid pix-2');
    expect(charges.get('pix-pix-2')?.charge).to.include({ duplicate: true });
  });

  it('remembers across a reload that expiry was said', async () => {
    const { tab } = await openWithCharge();
    await world.clock.advance(LIFE_MS + 1);
    tab.kill();
    const later = connect(world.openTab());
    await world.settle();
    words.set('pix-1', 'paid');
    await world.clock.advance(120_000);
    expect(news()).to.deep.equal(['expired pix-1', 'paid pix-1']);
    expect(later.get('pix-pix-1')?.charge).to.include({ late: true });
  });

  it('marks a Pix that is paid after a card as duplicate, and leaves the card its order', async () => {
    const { tab } = await openWithCharge();
    expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
    words.set('pix-1', 'paid');
    await world.clock.advance(60_000);
    expect(changes.at(-1)).to.deep.include({ news: 'paid' });
    expect(changes.at(-1)?.charge).to.include({ duplicate: true });
    expect(tab.guard.state).to.deep.nested.include({ status: 'paid-twice', 'outcome.method': 'card' });
    expect((await world.store.read(ORDER_KEY)).records[0]).to.include({ id: 'pix-pix-1', turn: 2 });
  });

  for (const [name, answer, status] of [
    ['approved', APPROVED, 'paid-twice'],
    ['declined', DECLINED, 'paid'],
  ] as const) {
    it(`is told at once that a Pix was paid while a card is being charged, and the card then: ${name}`, async () => {
      const { tab } = await openWithCharge();
      const paying = tab.guard.pay(world.intent());
      await world.settle();
      words.set('pix-1', 'paid');
      await world.clock.advance(20_000);
      expect(news()).to.deep.equal(['paid pix-1']);
      expect(changes.at(-1)?.charge.duplicate).to.equal(undefined);
      world.sent[0]?.answer(answer);
      await world.settle();
      expect((await paying).status).to.equal(name);
      expect(news()).to.deep.equal(['paid pix-1']);
      expect(tab.guard.state.status).to.equal(status);
    });
  }

  it('says that two codes were paid which it notices at the same moment', async () => {
    const { tab, charges } = await openWithCharge();
    await charges.add(createTestCharge(world.clock, { chargeId: 'pix-2' }), '149.90');
    for (const chargeId of ['pix-1', 'pix-2']) words.set(chargeId, 'paid');
    await world.clock.advance(60_000);
    expect(news()).to.deep.equal(['paid pix-1', 'paid pix-2']);
    expect(tab.guard.state.status).to.equal('paid-twice');
    expect(tab.changes.filter(({ duplicate }) => duplicate)).to.have.length(1);
    expect(charges.get('pix-pix-2')?.charge).to.include({ duplicate: true });
  });

  it('says what is missing where less arrived, and keeps it for later pages', async () => {
    const { tab, charges } = await openWithCharge();
    charges.setSource({ ask: async () => ({ status: 'paid', paidAmount: '100.00' }) });
    await world.clock.advance(60_000);
    expect(news()).to.deep.equal(['paid pix-1']);
    expect(changes.at(-1)?.charge).to.include({ missing: '49.90' });
    for (const { guard } of [tab, world.openTab()]) {
      await world.settle();
      expect(guard.state).to.include({ status: 'paid-short', arrived: '100.00', missing: '49.90', method: 'pix' });
    }
  });

  it('takes an amount that nobody can read for no payment of the whole, and keeps that for later pages', async () => {
    const { tab, charges } = await openWithCharge();
    charges.setSource({ ask: async () => ({ status: 'paid', paidAmount: 'unclear' }) });
    await world.clock.advance(60_000);
    expect(news()).to.deep.equal(['paid pix-1']);
    expect(changes.at(-1)?.charge).to.include({ unclear: true });
    for (const { guard } of [tab, world.openTab()]) {
      await world.settle();
      expect(guard.state).to.include({ status: 'paid-unclear', method: 'pix' });
      expect(await guard.findRefusal()).to.deep.equal({ status: 'cancelled', reason: 'short' });
    }
  });

  it('shows and watches the newer code of an identifier that the service gives out again', async () => {
    const { charges } = await openWithCharge();
    await world.clock.advance(LIFE_MS + 1);
    expect(charges.get('pix-pix-1')?.phase).to.equal('expired');
    await charges.add(createTestCharge(world.clock, { brCode: '000202' }), '149.90');
    expect(charges.find('pix', 149_90)).to.deep.nested.include({ phase: 'waiting', 'charge.brCode': '000202' });
    words.set('pix-1', 'paid');
    await world.clock.advance(60_000);
    expect(news()).to.deep.equal(['expired pix-1', 'paid pix-1']);
  });

  it('closes an order whose card is unconfirmed', async () => {
    const { tab } = await openWithCharge();
    await world.payAndAnswer(tab, createTimedOut().result);
    words.set('pix-1', 'paid');
    await world.clock.advance(60_000);
    expect(tab.guard.state).to.deep.include({ status: 'paid', method: 'pix' });
  });

  describe('before a card is charged', () => {
    it('asks once more, and charges no card when the Pix is paid', async () => {
      const { tab } = await openWithCharge();
      words.set('pix-1', 'paid');
      const outcome = await tab.guard.pay(world.intent());
      expect(outcome).to.include({ status: 'approved', attemptId: 'pix-pix-1' });
      expect(asked).to.deep.equal(['pix-1']);
      expect(world.sent).to.have.length(0);
      expect(news()).to.deep.equal(['paid pix-1']);
    });

    it('waits until the paid Pix is written down, however slow the ledger', async () => {
      const { tab } = await openWithCharge();
      const fast = world.store;
      world.store = wrapLedger(fast, {
        change: (...args) => new Promise((resolve) => world.clock.schedule(() => resolve(fast.change(...args)), 500)),
      });
      words.set('pix-1', 'paid');
      const paying = tab.guard.pay(world.intent());
      await world.settle();
      await world.clock.advance(499);
      expect(world.sent).to.have.length(0);
      await world.clock.advance(1);
      expect(await paying).to.include({ status: 'approved', attemptId: 'pix-pix-1' });
      expect(world.sent).to.have.length(0);
    });

    it('goes on when the Pix is pending', async () => {
      const { tab } = await openWithCharge();
      expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
      expect(asked).to.deep.equal(['pix-1']);
    });

    for (const [name, word] of [
      ['says an unknown word', 'unknown'],
      ['does not answer', new CheckoutError('network', 'Broken.')],
      ['cannot be asked', new CheckoutError('not-found', 'HTTP 404.', { status: 404 })],
    ] as const) {
      it(`wants the shopper's word when the service ${name}`, async () => {
        const { tab } = await openWithCharge();
        words.set('pix-1', word);
        expect(await tab.guard.pay(world.intent())).to.deep.equal({ status: 'invalid', fields: ['pixNotPaid'] });
        expect(world.sent).to.have.length(0);
        expect(await world.readStates()).to.deep.equal(['pix-pix-1 pending']);
        void tab.guard.pay(world.intent({ isPixDenied: true }));
        await world.settle();
        expect(world.sent).to.have.length(1);
      });
    }

    it('waits 10 s for an answer', async () => {
      const tab = world.openTab();
      const charges = connect(tab);
      charges.setSource({ ask: () => new Promise(() => undefined) });
      await charges.add(createTestCharge(world.clock), '149.90');
      let outcome: unknown;
      void tab.guard.pay(world.intent()).then((paid) => (outcome = paid));
      await world.clock.advance(9999);
      expect(outcome).to.equal(undefined);
      await world.clock.advance(1);
      expect(outcome).to.include({ status: 'invalid' });
    });

    it('asks about a code that another tab has made meanwhile', async () => {
      const tab = world.openTab();
      connect(tab);
      await world.settle();
      const record = createPixRecord(createTestCharge(world.clock, { chargeId: 'other-tab' }));
      await world.store.change(ORDER_KEY, (records) => decideChange(records, { type: 'merge', records: [record] }, {}));
      words.set('other-tab', 'paid');
      expect((await tab.guard.pay(world.intent())).status).to.equal('approved');
      expect(world.sent).to.have.length(0);
    });

    it('asks about an expired code whose last answer came before the end of its grace', async () => {
      const { tab } = await openWithCharge();
      await world.clock.advance(LIFE_MS + 1);
      expect(news()).to.deep.equal(['expired pix-1']);
      tab.activity.change({ visible: false });
      await world.clock.advance(120_000);
      words.set('pix-1', 'paid');
      await expectPaidByPix(tab);
      expect(changes.at(-1)?.charge).to.include({ status: 'paid', late: true });
    });

    for (const [name, awayMs] of [
      ['whose grace is over', 61_000],
      ['that is no longer picked up', 90_000_000],
    ] as const) {
      it(`asks once more after a reload about a code ${name}`, async () => {
        const { tab } = await openWithCharge();
        await world.clock.advance(LIFE_MS + 1);
        tab.kill();
        world.clock.jump(awayMs);
        const later = world.openTab();
        later.activity.visible = false;
        connect(later);
        await world.settle();
        words.set('pix-1', 'paid');
        await expectPaidByPix(later);
      });
    }

    it('asks however late after the end, whatever was heard before', async () => {
      const { tab } = await openWithCharge();
      await world.clock.advance(LIFE_MS + 86_410_000);
      words.set('pix-1', 'paid');
      await expectPaidByPix(tab);
    });

    it('asks once per payment, about all codes at once, also about one that was asked about a moment ago', async () => {
      const { tab, charges } = await openWithCharge();
      await charges.add(createTestCharge(world.clock, { chargeId: 'pix-2' }), '149.90');
      await world.clock.advance(LIFE_MS + 1);
      asked.length = 0;
      void tab.guard.pay(world.intent());
      await world.settle();
      expect(asked).to.deep.equal(['pix-1', 'pix-2']);
      expect(world.sent).to.have.length(1);
    });

    it('charges no card beside a code that was paid since the last question past its end', async () => {
      const { tab } = await openWithCharge();
      await world.clock.advance(LIFE_MS + 1);
      await world.settle();
      words.set('pix-1', 'paid');
      await expectPaidByPix(tab);
    });

    it('charges no card beside a code that was paid since a question that a jump of the clock brought', async () => {
      const { tab } = await openWithCharge();
      world.clock.jump(86_400_000);
      tab.activity.change({});
      await world.settle();
      words.set('pix-1', 'paid');
      await expectPaidByPix(tab);
    });

    for (const [name, jumpMs] of [
      ['back', -86_400_000],
      ['ahead', 86_400_000],
    ] as const) {
      it(`asks after the clock was put a day ${name}`, async () => {
        const { tab } = await openWithCharge();
        tab.activity.change({ visible: false });
        world.clock.jump(jumpMs);
        words.set('pix-1', 'paid');
        await expectPaidByPix(tab);
      });
    }
  });

  it('leaves nothing running when nobody uses the order any more', async () => {
    const { tab } = await openWithCharge();
    await world.clock.advance(20_000);
    tab.guard.release();
    await world.settle();
    expect([world.clock.pending, tab.activity.listenerCount]).to.deep.equal([0, 0]);
    const count = asked.length;
    await world.clock.advance(600_000);
    expect(asked).to.have.length(count);
    tab.guard.acquire();
    await world.settle();
    expect(asked).to.have.length(count + 1);
  });

  it('takes the word of the shop that the order is paid, without a report', async () => {
    const { tab } = await openWithCharge();
    words.set('pix-1', new OrderClosedError('paid'));
    await world.clock.advance(20_000);
    expect(tab.guard.state).to.deep.equal({ status: 'closed', closed: 'paid' });
    expect(changes.at(-1)?.phase).to.equal('shop-will-confirm');
    expect(reports).to.deep.equal([]);
  });

  it('reports once that the status cannot be asked for', async () => {
    await openWithCharge();
    words.set('pix-1', new CheckoutError('not-found', 'HTTP 404.', { status: 404 }));
    await world.clock.advance(600_000);
    expect(reports.map(({ code }) => code)).to.deep.equal(['not-found']);
    expect(asked).to.have.length(2);
  });

  it('tells the shop of the paid attempt', async () => {
    const told: string[] = [];
    const tab = world.openTab({
      shop: { notify: async ({ attemptId, state, method }) => told.push(`${method} ${attemptId} ${state}`) > 0 },
    });
    const charges = connect(tab);
    await charges.add(createTestCharge(world.clock), '149.90');
    words.set('pix-1', 'paid');
    await world.clock.advance(60_000);
    expect(told).to.deep.equal(['pix pix-pix-1 approved']);
  });
});
