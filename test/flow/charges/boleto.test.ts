import { expect } from '@open-wc/testing';
import { decideChange } from '../../../src/domain/order/ledger-decision.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import { getChargeMethod } from '../../../src/domain/order/charge.js';
import { getPayableUntil } from '../../../src/domain/order/charge-progress.js';
import type { PixStatusAnswer } from '../../../src/domain/pix/status.js';
import { computePollDelay } from '../../../src/flow/charges/poll-timer.js';
import type { StatusStreamListener } from '../../../src/flow/charges/charge-poller.js';
import { WatchedCharges, type WatchedChange } from '../../../src/flow/charges/watched-charges.js';
import { createBoletoRecord, createTestBoleto, DAY_MS } from '../support/boleto-charge.js';
import { APPROVED, GuardWorld, ORDER_KEY, type Tab } from '../support/guard-world.js';
import { createTestCharge } from '../support/pix-world.js';

const PAID: PixStatusAnswer = { status: 'paid', paidAmount: '149.90' };
const PAID_TWICE: PixStatusAnswer = { ...PAID, furtherAmounts: ['149.90'] };

describe('a boleto of an order', () => {
  let world: GuardWorld;
  /** The charges that were asked about. */
  let asked: string[];
  /** What the shop says of a charge; `pending` by default. */
  let answers: Map<string, PixStatusAnswer | Error>;
  let changes: WatchedChange[];

  beforeEach(() => {
    world = new GuardWorld();
    [asked, answers, changes] = [[], new Map(), []];
  });

  function connect({ guard, activity }: Tab): WatchedCharges {
    const charges = new WatchedCharges({ guard, clock: world.clock, activity, random: () => 0 });
    charges.subscribe((change) => changes.push(change));
    charges.setSource({
      ask: async (charge) => {
        const key = `${getChargeMethod(charge)} ${charge.chargeId}`;
        asked.push(key);
        const answer = answers.get(key) ?? { status: 'pending' };
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    guard.setCharges(charges);
    return charges;
  }

  async function open(): Promise<{ tab: Tab; charges: WatchedCharges }> {
    const tab = world.openTab();
    const charges = connect(tab);
    await charges.ready();
    return { tab, charges };
  }

  async function openWithBoleto(isHybrid = false): Promise<{ tab: Tab; charges: WatchedCharges }> {
    const { tab, charges } = await open();
    await charges.add(createTestBoleto(world.clock, isHybrid ? { brCode: '000201' } : {}), '149.90');
    return { tab, charges };
  }

  const comeBack = async ({ activity }: Tab): Promise<void> => {
    activity.change({ visible: false });
    activity.change({ visible: true });
    await world.settle();
  };
  const news = (): string[] => changes.flatMap(({ news: each, charge }) => (each ? [`${each} ${charge.chargeId}`] : []));
  const duplicates = ({ changes: heard }: Tab): number => heard.filter(({ duplicate }) => duplicate).length;
  const paidNews = ({ changes: heard }: Tab): string[] => heard.flatMap(({ chargePaid }) => chargePaid?.charge.chargeId ?? []);

  it('is asked about four times a day at most, and once more at each return', async () => {
    const { tab } = await openWithBoleto();
    await world.clock.advance(DAY_MS);
    expect(asked).to.have.length(4);
    await world.clock.advance(DAY_MS);
    expect(asked).to.have.length(8);
    await world.clock.advance(3_600_000);
    await comeBack(tab);
    expect(asked).to.have.length(9);
    await world.clock.advance(DAY_MS / 4 - 1);
    expect(asked, 'the return asked for this while').to.have.length(9);
  });

  it('is not asked about because its stream opens again, but because the stream has news', async () => {
    const { tab } = await openWithBoleto();
    tab.kill();
    const later = connect(world.openTab());
    const opened: StatusStreamListener[] = [];
    later.setSource({
      ask: async () => {
        asked.push('boleto 1');
        return { status: 'pending' };
      },
      openStream: (_charge, listener) => {
        opened.push(listener);
        return () => undefined;
      },
    });
    await later.ready();
    await world.settle();
    expect(opened).to.have.length(1);
    asked.length = 0;
    for (let time = 0; time < 5; time += 1) {
      opened.at(-1)?.setLive(true);
      await world.clock.advance(1_800_000);
      opened.at(-1)?.setLive(false);
    }
    expect(asked).to.deep.equal([]);
    opened.at(-1)?.hint();
    await world.clock.advance(1000);
    expect(asked).to.deep.equal(['boleto 1']);
  });

  it('repeats a question without an answer a few times, then waits again', () => {
    const moment = {
      method: 'boleto',
      ageMs: DAY_MS,
      lifeMs: DAY_MS,
      payableMs: DAY_MS,
      sinceReturnMs: undefined,
      isStreaming: false,
    } as const;
    for (const failureCount of [1, 2, 3]) expect(computePollDelay({ ...moment, failureCount }, () => 0)).to.be.below(60_000);
    expect(computePollDelay({ ...moment, failureCount: 4 }, () => 0)).to.equal(DAY_MS / 4);
  });

  it('waits no shorter than a quarter of a day, whatever the moment', () => {
    for (const random of [0, 0.5, 1])
      for (const lifeMs of [1, -1, DAY_MS])
        for (const failureCount of [0, 9])
          for (const isStreaming of [false, true]) {
            const moment = {
              method: 'boleto',
              ageMs: 0,
              lifeMs,
              payableMs: lifeMs - 1,
              sinceReturnMs: 100,
              isStreaming,
              failureCount,
            } as const;
            expect(computePollDelay(moment, () => random)).to.be.within(DAY_MS / 4, DAY_MS / 4 + 1_200_000);
          }
  });

  it('is past its due date at the end of its last day, in a page that stays open', async () => {
    const { tab, charges } = await openWithBoleto();
    const [{ charge } = {}] = charges.charges;
    const payableUntil = charge && getPayableUntil(charge);
    if (payableUntil === undefined) throw new Error('There is no boleto.');
    await world.clock.advance(payableUntil - world.clock.now() - DAY_MS / 12);
    await comeBack(tab);
    [asked.length, changes.length] = [0, 0];
    await world.clock.advance(DAY_MS / 12 + 60_000);
    expect(changes.map(({ phase }) => phase)).to.deep.equal(['confirming']);
    expect(asked).to.have.length(1);
    await world.clock.advance(DAY_MS);
    expect(asked).to.have.length(5);
  });

  it('is asked about at the end of its last day in the place of a few hours before', () => {
    const moment = {
      method: 'boleto',
      ageMs: DAY_MS,
      lifeMs: 4 * DAY_MS,
      sinceReturnMs: undefined,
      isStreaming: false,
      failureCount: 0,
    } as const;
    const delayAt = (payableMs: number): number => computePollDelay({ ...moment, payableMs }, () => 0);
    expect([1, DAY_MS / 4, DAY_MS / 2 - 1].map(delayAt)).to.deep.equal([60_001, DAY_MS / 4 + 60_000, DAY_MS / 2 + 59_999]);
    expect([DAY_MS / 2, 0, -1].map(delayAt)).to.deep.equal([DAY_MS / 4, DAY_MS / 4, DAY_MS / 4]);
  });

  it('stays for days, also across a reload and in a second tab, which ask at once', async () => {
    const { tab } = await openWithBoleto();
    await world.clock.advance(2 * DAY_MS);
    tab.kill();
    asked.length = 0;
    for (const later of [world.openTab(), world.openTab()]) {
      const charges = connect(later);
      await charges.ready();
      await world.settle();
      expect(charges.find('boleto', 149_90)).to.deep.nested.include({ phase: 'waiting', 'charge.dueDate': '2023-11-17' });
      expect(charges.find('boleto', 150_00)).to.equal(undefined);
      expect(charges.find('pix', 149_90)).to.equal(undefined);
      expect(later.guard.openMethods).to.deep.equal(['boleto']);
      expect(later.guard.state.status, 'another method stays possible').to.equal('open');
    }
    expect(asked).to.deep.equal(['boleto 1', 'boleto 1']);
  });

  it('is paid in every tab, and each tells so once', async () => {
    const { tab } = await openWithBoleto();
    const other = world.openTab();
    connect(other);
    await world.settle();
    answers.set('boleto 1', PAID);
    await world.clock.advance(DAY_MS);
    for (const each of [tab, other]) {
      expect(each.guard.state).to.deep.include({ status: 'paid', method: 'boleto' });
      expect(paidNews(each)).to.deep.equal(['1']);
      expect(duplicates(each)).to.equal(0);
    }
    expect(await world.readStates()).to.deep.equal(['boleto-1 paid']);
    asked.length = 0;
    await world.clock.advance(DAY_MS);
    expect(asked, 'nothing more can become of it').to.deep.equal([]);
  });

  it('is past its due date while its money may be under way, and expired only by an answer after that', async () => {
    const { tab, charges } = await openWithBoleto();
    answers.set('boleto 1', { status: 'expired' });
    await world.clock.advance(3 * DAY_MS + 1);
    await comeBack(tab);
    expect(charges.get('boleto-1')).to.deep.nested.include({ phase: 'confirming', 'charge.status': 'pending' });
    await world.clock.advance(3 * DAY_MS - 3_600_000);
    expect(news()).to.deep.equal([]);
    answers.set('boleto 1', new CheckoutError('network', 'Broken.'));
    await world.clock.advance(DAY_MS);
    expect(news(), 'without an answer').to.deep.equal([]);
    answers.set('boleto 1', { status: 'pending' });
    await world.clock.advance(DAY_MS / 4 + 1);
    expect(news()).to.deep.equal(['expired 1']);
    expect(charges.get('boleto-1')?.phase).to.equal('expired');
    expect(charges.find('boleto', 149_90), 'another one may be made').to.equal(undefined);
    answers.set('boleto 1', PAID);
    await comeBack(tab);
    expect(news()).to.deep.equal(['expired 1', 'paid 1']);
    expect(charges.get('boleto-1')?.charge).to.include({ status: 'paid', late: true });
  });

  it('that was cancelled is ended, and no more is asked', async () => {
    const { tab, charges } = await openWithBoleto(true);
    answers.set('boleto 1', { status: 'cancelled' });
    await comeBack(tab);
    expect(news()).to.deep.equal(['ended 1']);
    expect(charges.get('boleto-1')?.phase).to.equal('final');
    asked.length = 0;
    await world.clock.advance(DAY_MS);
    expect(asked).to.deep.equal([]);
  });

  it('says what is missing where less arrived', async () => {
    const { tab } = await openWithBoleto();
    answers.set('boleto 1', { status: 'paid', paidAmount: '100.00' });
    await comeBack(tab);
    expect(tab.guard.state).to.include({ status: 'paid-short', arrived: '100.00', missing: '49.90', method: 'boleto' });
  });

  describe('with a Pix code', () => {
    it('is one payment, and is asked about on: its other code may be paid as well', async () => {
      const { tab } = await openWithBoleto(true);
      answers.set('boleto 1', PAID);
      await comeBack(tab);
      expect(tab.guard.state).to.deep.include({ status: 'paid', method: 'boleto' });
      asked.length = 0;
      await world.clock.advance(DAY_MS);
      expect(asked).to.have.length(4);
      expect(tab.guard.state.status).to.equal('paid');
      expect(await world.readStates()).to.deep.equal(['boleto-1 paid']);
    });

    for (const [when, isLater] of [
      ['at once', false],
      ['days apart', true],
    ] as const)
      it(`is paid twice by its Pix and its bar code, ${when}: one payment is told, and one duplicate`, async () => {
        const { tab } = await openWithBoleto(true);
        const other = world.openTab();
        connect(other);
        await world.settle();
        if (isLater) {
          answers.set('boleto 1', PAID);
          await world.clock.advance(2 * DAY_MS);
        }
        answers.set('boleto 1', PAID_TWICE);
        await world.clock.advance(2 * DAY_MS);
        tab.kill();
        const later = world.openTab();
        connect(later);
        await world.clock.advance(DAY_MS);
        for (const each of [tab, other, later]) expect(each.guard.state.status).to.equal('paid-twice');
        for (const each of [tab, other]) {
          expect(paidNews(each)).to.deep.equal(['1']);
          expect(duplicates(each)).to.equal(1);
        }
        expect([paidNews(later), duplicates(later)], 'a page that comes later knows it from the ledger').to.deep.equal([[], 0]);
        const { records } = await world.store.read(ORDER_KEY);
        expect(records.map(({ id, turn, paidAmount }) => [id, turn, paidAmount])).to.deep.equal([
          ['boleto-1', 1, '149.90'],
          ['boleto-1+2', 2, '149.90'],
        ]);
      });

    it('names the second amount as unclear where nobody can read it', async () => {
      const { tab } = await openWithBoleto(true);
      answers.set('boleto 1', { ...PAID, furtherAmounts: ['unclear'] });
      await comeBack(tab);
      const [news] = tab.changes.flatMap(({ duplicate }) => duplicate ?? []);
      expect(news?.payments).to.deep.equal([
        { method: 'boleto', chargeId: '1', amount: '149.90' },
        { method: 'boleto', chargeId: '1', amount: '149.90', unclear: true },
      ]);
    });
  });

  describe('beside another method', () => {
    it('is asked about before a card is charged, and refuses it once paid', async () => {
      const { tab } = await openWithBoleto();
      answers.set('boleto 1', PAID);
      const outcome = await tab.guard.pay(world.intent());
      expect(outcome).to.include({ status: 'approved', method: 'boleto', attemptId: 'boleto-1' });
      expect(world.sent).to.have.length(0);
    });

    it('wants the shopper’s word before a card where nobody knows of it', async () => {
      const { tab } = await openWithBoleto();
      answers.set('boleto 1', new CheckoutError('network', 'Broken.'));
      expect(await tab.guard.pay(world.intent())).to.deep.equal({ status: 'invalid', fields: ['pixNotPaid'] });
      expect(world.sent).to.have.length(0);
      void tab.guard.pay(world.intent({ isPixDenied: true }));
      await world.settle();
      expect(world.sent).to.have.length(1);
    });

    it('is a duplicate where it is paid days after a card', async () => {
      const { tab } = await openWithBoleto();
      expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
      await world.clock.advance(2 * DAY_MS);
      answers.set('boleto 1', PAID);
      await world.clock.advance(DAY_MS / 4 + 1);
      expect(tab.guard.state).to.deep.nested.include({ status: 'paid-twice', 'outcome.method': 'card' });
      expect(duplicates(tab)).to.equal(1);
      expect(changes.at(-1)?.charge).to.include({ status: 'paid', duplicate: true });
    });

    it('is told from a Pix with the same identifier, and both paid are money twice', async () => {
      const { tab, charges } = await openWithBoleto();
      await charges.add(createTestCharge(world.clock, { chargeId: '1' }), '149.90');
      expect(charges.find('boleto', 149_90)?.charge).to.have.property('line');
      expect(charges.find('pix', 149_90)?.charge).to.not.have.property('line');
      answers.set('pix 1', PAID);
      await world.clock.advance(60_000);
      expect(tab.guard.state).to.include({ status: 'paid', method: 'pix' });
      answers.set('boleto 1', PAID);
      await comeBack(tab);
      expect(tab.guard.state.status).to.equal('paid-twice');
      expect(duplicates(tab)).to.equal(1);
      expect((await world.readStates()).toSorted()).to.deep.equal(['boleto-1 paid', 'pix-1 paid']);
    });

    it('is told from an earlier boleto of the order, and both paid are money twice', async () => {
      const { tab, charges } = await openWithBoleto();
      await world.clock.advance(6 * DAY_MS + DAY_MS / 4);
      expect(news()).to.deep.equal(['expired 1']);
      const second = createTestBoleto(world.clock, { chargeId: '2', line: '00190500954014481606906809350314437380000000100' });
      await charges.add(second, '149.90');
      expect(charges.find('boleto', 149_90)?.charge.chargeId).to.equal('2');
      answers.set('boleto 2', PAID);
      await comeBack(tab);
      expect(tab.guard.state).to.include({ status: 'paid', method: 'boleto' });
      answers.set('boleto 1', PAID);
      await comeBack(tab);
      await world.clock.advance(DAY_MS);
      expect(news()).to.deep.equal(['expired 1', 'paid 2', 'paid 1']);
      expect(tab.guard.state.status).to.equal('paid-twice');
      expect(charges.get('boleto-1')?.charge).to.include({ late: true, duplicate: true });
    });

    it('is asked about before a card also where another tab has just had it made', async () => {
      const { tab } = await open();
      const record = createBoletoRecord(createTestBoleto(world.clock));
      await world.store.change(ORDER_KEY, (records) => decideChange(records, { type: 'merge', records: [record] }, {}));
      answers.set('boleto 1', PAID);
      expect(await tab.guard.pay(world.intent())).to.include({ status: 'approved', attemptId: 'boleto-1' });
      expect(world.sent).to.have.length(0);
    });
  });

  describe('on a device whose clock jumps', () => {
    it('is asked about as often as before after a jump back', async () => {
      const { tab } = await openWithBoleto();
      world.clock.jump(-30 * DAY_MS);
      await comeBack(tab);
      asked.length = 0;
      await world.clock.advance(DAY_MS);
      expect(asked).to.have.length(4);
    });

    it('is not expired by the device’s clock while the true time is within its days', async () => {
      const { tab, charges } = await open();
      const startAt = world.clock.now();
      charges.setSource({ ask: async () => ({ status: 'expired' }), trueNow: () => startAt + DAY_MS });
      await charges.add(createTestBoleto(world.clock), '149.90');
      world.clock.jump(400 * DAY_MS);
      await comeBack(tab);
      expect(news()).to.deep.equal([]);
      expect(charges.get('boleto-1')).to.deep.nested.include({ phase: 'waiting', 'charge.status': 'pending' });
    });
  });
});
