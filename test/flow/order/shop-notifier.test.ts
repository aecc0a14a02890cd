import { expect } from '@open-wc/testing';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { APPROVED, DECLINED, GuardWorld, UNCONFIRMED, createPaidPix, createTimedOut } from '../support/guard-world.js';

describe('ShopNotifier, in an order guard', () => {
  it('tells each state of each attempt', async () => {
    const world = new GuardWorld();
    const told: string[] = [];
    const notify = async ({ attemptId, state }: Attempt): Promise<boolean> => Boolean(told.push(`${attemptId} ${state}`));
    const tab = world.openTab({ shop: { notify } });
    await world.payAndAnswer(tab, DECLINED);
    const timedOut = createTimedOut();
    await world.payAndAnswer(tab, timedOut.result);
    timedOut.answer(APPROVED);
    await world.settle();
    expect(told).to.deep.equal(['attempt-1 open', 'attempt-1 declined', 'attempt-2 open', 'attempt-2 unconfirmed', 'attempt-2 approved']);
  });

  it('says that the shop knows only after it took note of the unconfirmed state, and tells it again on return until then', async () => {
    const world = new GuardWorld();
    const states: string[] = [];
    let answer: boolean | Error = false;
    const tab = world.openTab({
      shop: {
        notify: async ({ state }) => {
          states.push(state);
          if (answer instanceof Error) throw answer;
          return state === 'open' || answer;
        },
      },
    });
    await world.payAndAnswer(tab, UNCONFIRMED);
    expect(tab.guard.state).to.have.property('isShopNotified', false);
    for (const [next, isShopNotified] of [
      [new TypeError('Failed to fetch'), false],
      [true, true],
      [true, true],
    ] as const) {
      answer = next;
      tab.activity.change({ visible: true });
      await world.settle();
      expect(tab.guard.state).to.have.property('isShopNotified', isShopNotified);
    }
    expect(states).to.deep.equal(['open', 'unconfirmed', 'unconfirmed', 'unconfirmed']);
  });

  it('tells it again where the shopper came back while a notice that failed was on its way, and no more often', async () => {
    const world = new GuardWorld();
    const states: string[] = [];
    const answers: ((isAcknowledged: boolean) => void)[] = [];
    const notify = async ({ state }: Attempt): Promise<boolean> => {
      states.push(state);
      return state === 'open' || new Promise((resolve) => answers.push(resolve));
    };
    const tab = world.openTab({ shop: { notify } });
    await world.payAndAnswer(tab, UNCONFIRMED);
    for (let times = 0; times < 3; times += 1) {
      tab.activity.change({ visible: true });
      await world.settle();
    }
    expect(states).to.deep.equal(['open', 'unconfirmed']);
    answers[0]?.(false);
    await world.settle();
    expect(states).to.deep.equal(['open', 'unconfirmed', 'unconfirmed']);
    answers[1]?.(false);
    await world.settle();
    expect(states).to.have.length(3);
    tab.activity.change({ visible: true });
    await world.settle();
    answers[2]?.(true);
    await world.settle();
    expect(tab.guard.state).to.have.property('isShopNotified', true);
    expect(states).to.have.length(4);
  });

  it('tells the shop of an attempt whose tab died', async () => {
    const world = new GuardWorld();
    const before = world.openTab();
    void before.guard.pay(world.intent());
    await world.settle();
    before.kill();
    const tab = world.openTab({ shop: { notify: async ({ state }) => state === 'unconfirmed' } });
    await world.settle();
    expect(tab.guard.state).to.deep.include({ status: 'unconfirmed', isShopNotified: true });
  });

  it('tells the shop of an attempt whose tab died before the shop had taken note of its end', async () => {
    const world = new GuardWorld();
    const before = world.openTab({ shop: { notify: async () => false } });
    await world.payAndAnswer(before, APPROVED);
    before.kill();
    const told: string[] = [];
    world.openTab({ shop: { notify: async ({ attemptId, state }) => Boolean(told.push(`${attemptId} ${state}`)) } });
    await world.settle();
    expect(told).to.deep.equal(['attempt-1 approved']);
  });

  it('does not wait for a shop that is silent', async () => {
    const world = new GuardWorld();
    const tab = world.openTab({ shop: { notify: () => new Promise(() => undefined) } });
    expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
    await world.clock.advance(15_000);
    expect(world.clock.pending).to.equal(0);
  });

  it('reports a payment that took money once more as a duplicate, from each tab', async () => {
    const world = new GuardWorld();
    const told: string[] = [];
    const notify = async ({ attemptId, state, duplicate = false }: Attempt): Promise<boolean> =>
      Boolean(told.push(`${attemptId} ${state} ${duplicate}`));
    const tab = world.openTab({ shop: { notify } });
    await world.payAndAnswer(tab, APPROVED);
    world.openTab({ shop: { notify } });
    await world.settle();
    told.length = 0;
    await tab.guard.saveCharge([createPaidPix()]);
    await world.settle();
    expect(told).to.deep.equal(['pix-1 approved true', 'pix-1 approved true']);
  });
});
