import { expect } from '@open-wc/testing';
import type { OrderChange } from '../../../src/flow/order/guard-ports.js';
import { APPROVED, createPaidPix, createTimedOut, DECLINED, GuardWorld, type Tab } from '../support/guard-world.js';

describe('OrderGuard: news that no element tells', () => {
  let world: GuardWorld;
  let tab: Tab;

  /** Whoever listens in the tab takes nothing: its elements have left the page. */
  beforeEach(() => {
    world = new GuardWorld();
    tab = world.openTab();
  });

  const list = (): OrderChange[] => [...tab.guard.untold];
  const untold = (): (string | undefined)[] =>
    list().map(({ outcome, duplicate, chargePaid }) => outcome?.status ?? (duplicate && 'duplicate') ?? (chargePaid && 'pix'));

  it('stays untold, and is taken once', async () => {
    const { result, answer } = createTimedOut();
    await world.payAndAnswer(tab, result);
    tab.guard.release();
    answer(APPROVED);
    await world.settle();
    expect(untold()).to.deep.equal(['approved']);
    const [change] = list();
    expect(change?.outcome).to.include({ orderId: 'order-7', late: true });
    expect(change && [tab.guard.take(change), tab.guard.take(change)]).to.deep.equal([true, false]);
    expect(untold()).to.deep.equal([]);
  });

  it('is what pay() returned where whoever called it has left the page, for a listener of now or the next one', async () => {
    const outcome = await world.payAndAnswer(tab, DECLINED);
    expect(untold(), 'whoever called it tells it').to.deep.equal([]);
    tab.guard.passOn({ outcome });
    expect(tab.outcomes).to.deep.equal([outcome]);
    expect(untold()).to.deep.equal(['declined']);
  });

  it('is no news any more where an unconfirmed payment was settled meanwhile', async () => {
    const { result, answer } = createTimedOut();
    const outcome = await world.payAndAnswer(tab, result);
    tab.guard.passOn({ outcome });
    answer(DECLINED);
    await world.settle();
    expect(list().map((change) => tab.guard.take(change))).to.deep.equal([false, true]);
    expect(untold()).to.deep.equal([]);
  });

  it('is an unconfirmed payment for as long as that is so', async () => {
    const outcome = await world.payAndAnswer(tab, createTimedOut().result);
    tab.guard.passOn({ outcome });
    expect(list().map((change) => tab.guard.take(change))).to.deep.equal([true]);
  });

  it('is that money was taken twice, too', async () => {
    const { result, answer } = createTimedOut();
    await world.payAndAnswer(tab, result);
    await tab.guard.saveCharge([createPaidPix()]);
    answer(APPROVED);
    await world.settle();
    expect(untold()).to.have.members(['approved', 'duplicate', 'pix']);
  });

  it('is a paid Pix once, also where the order was forgotten and the payment is learned again', async () => {
    await tab.guard.read();
    await tab.guard.saveCharge([createPaidPix()]);
    expect(list().map((change) => tab.guard.take(change))).to.deep.equal([true]);
    await world.store.forget('order-7', 'forgotten');
    await tab.guard.read(true);
    await tab.guard.saveCharge([createPaidPix()]);
    expect(untold()).to.deep.equal([]);
  });

  it('is told by one listener of several', async () => {
    const told: string[] = [];
    for (const name of ['one', 'two']) tab.guard.subscribe((change) => void (tab.guard.take(change) && told.push(name)));
    const { result, answer } = createTimedOut();
    await world.payAndAnswer(tab, result);
    answer(APPROVED);
    await world.settle();
    expect(told).to.deep.equal(['one']);
  });

  it('is an outcome once, however often it is learned', async () => {
    const outcome = await world.payAndAnswer(tab, APPROVED);
    expect([tab.guard.claim(outcome), tab.guard.claim(outcome)]).to.deep.equal([true, false]);
    await tab.guard.read(true);
    expect(untold()).to.deep.equal([]);
  });
});
