import { expect } from '@open-wc/testing';
import type { Clock } from '../../../src/domain/clock.js';
import { OrderClosedError } from '../../../src/domain/order/order-closed-error.js';
import type { LedgerRecord } from '../../../src/domain/order/ledger-record.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import { waitUntil } from '../../support/wait-until.js';
import { APPROVED, DECLINED, GuardWorld, ORDER_KEY } from '../support/guard-world.js';

describe('a charge of an order guard', () => {
  let world: GuardWorld;

  beforeEach(() => {
    world = new GuardWorld();
  });

  it('is open after a failure before anything was sent, with no attempt written', async () => {
    const { guard } = world.openTab();
    const outcome = await guard.pay(world.intent({}, Promise.reject(new CheckoutError('token-source', 'No token.'))));
    expect(outcome).to.have.nested.property('error.code', 'token-source');
    expect(guard.state).to.deep.equal({ status: 'open' });
    expect(await world.readStates()).to.deep.equal([]);
  });

  it('takes a sender that breaks for unconfirmed once the attempt was opened, else for failed', async () => {
    const broken = { ...world.intent(), send: async () => Promise.reject(new TypeError('x')) };
    const { guard } = world.openTab();
    expect(await guard.pay(broken)).to.have.nested.property('error.code', 'aborted');
    const brokenLater = await guard.pay({
      ...world.intent(),
      send: async (_attempt, beforeSend) => {
        await beforeSend();
        throw new TypeError('x');
      },
    });
    expect(brokenLater.status).to.equal('unconfirmed');
  });

  it('writes down the identifier of a card that was tokenized on the way to the request', async () => {
    const { guard } = world.openTab();
    let written: readonly LedgerRecord[] = [];
    const outcome = await guard.pay({
      ...world.intent(),
      send: async (_attempt, beforeSend) => {
        await beforeSend({ cardId: 'card-9' });
        written = (await world.store.read(ORDER_KEY)).records;
        return APPROVED;
      },
    });
    expect(written).to.have.length(1);
    expect(written[0]).to.deep.nested.include({ 'attempt.state': 'open', 'attempt.cardId': 'card-9' });
    expect(outcome).to.include({ status: 'approved', cardId: 'card-9' });
    const [settled] = (await world.store.read(ORDER_KEY)).records;
    expect(settled).to.deep.nested.include({ 'attempt.state': 'approved', 'attempt.cardId': 'card-9' });
  });

  it('writes down nothing of what a sender puts into the attempt itself', async () => {
    const { guard } = world.openTab();
    await guard.pay({
      ...world.intent(),
      send: async (attempt, beforeSend) => {
        Object.assign(attempt, { number: '4111111111111111' });
        await beforeSend();
        return APPROVED;
      },
    });
    const [record] = (await world.store.read(ORDER_KEY)).records;
    expect(record).to.have.nested.property('attempt.state', 'approved');
    expect(record).not.to.have.nested.property('attempt.number');
  });

  it('tells the payer the outcome once it is written down, right after the listeners heard of the state', async () => {
    const { guard } = world.openTab();
    const said: string[] = [];
    guard.subscribe(({ state }) => {
      said.push(state.status);
      queueMicrotask(() => said.push('rendered'));
    });
    const paying = guard.pay({
      ...world.intent({ onOutcome: ({ status }) => said.push(`told ${status}`) }),
      send: async (_attempt, beforeSend) => {
        await beforeSend();
        await world.settle();
        said.length = 0;
        return APPROVED;
      },
    });
    expect(await paying).to.include({ status: 'approved' });
    expect(said).to.deep.equal(['paid', 'told approved', 'rendered']);
    expect(await world.readStates()).to.deep.equal(['attempt-1 approved']);
  });

  it('has the outcome that it has, also where the payer fails over it', async () => {
    const errors: unknown[] = [];
    const handle = (event: PromiseRejectionEvent): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      errors.push(event.reason);
    };
    addEventListener('unhandledrejection', handle, true);
    const onOutcome = (): void => {
      throw new TypeError('broken');
    };
    const { guard } = world.openTab();
    const tab = guard.pay({ ...world.intent({ onOutcome }), send: async (_, beforeSend) => (await beforeSend(), APPROVED) });
    expect(await tab).to.include({ status: 'approved' });
    await waitUntil(() => errors.length, 'the error in the console');
    expect(errors[0]).to.be.instanceOf(TypeError);
    removeEventListener('unhandledrejection', handle, true);
  });

  it('waits Retry-After out, two minutes at most', async () => {
    const limited = (retryAfterMs: number): CheckoutError => new CheckoutError('rate-limited', '429', { status: 429, retryAfterMs });
    const tab = world.openTab();
    await world.payAndAnswer(tab, { status: 'failed', error: limited(3_600_000), sent: true });
    expect(tab.guard.state).to.deep.equal({ status: 'open', payableAt: world.clock.now() + 120_000 });
    await world.clock.advance(20_000);
    const refused = await tab.guard.pay(world.intent());
    expect(refused).to.have.nested.property('error.code', 'rate-limited');
    expect(refused).to.have.nested.property('error.retryAfterMs', 100_000);
    await world.clock.advance(100_000);
    expect(tab.guard.state).to.deep.equal({ status: 'open' });
    expect((await world.payAndAnswer(tab, APPROVED)).status).to.equal('approved');
  });

  it('has waits grow after five declines, also in a page that comes later', async () => {
    const tab = world.openTab();
    for (let count = 0; count < 5; count += 1) await world.payAndAnswer(tab, DECLINED);
    expect(tab.guard.state).to.have.property('payableAt', world.clock.now() + 30_000);
    const later = world.openTab();
    await world.settle();
    expect(await later.guard.pay(world.intent())).to.have.nested.property('error.code', 'rate-limited');
    await world.clock.advance(30_000);
    await world.payAndAnswer(later, DECLINED);
    expect(later.guard.state).to.have.property('payableAt', world.clock.now() + 60_000);
    expect(world.sent).to.have.length(6);
  });

  it("is closed, and nothing failed, when the shop's token answer says paid", async () => {
    const { guard } = world.openTab();
    const paying = guard.pay(world.intent({}, Promise.reject(new OrderClosedError('paid'))));
    expect(await paying).to.deep.equal({ status: 'cancelled', reason: 'busy' });
    expect(guard.state).to.deep.equal({ status: 'closed', closed: 'paid' });
    expect(await guard.pay(world.intent())).to.deep.equal({ status: 'cancelled', reason: 'busy' });
  });

  it("is closed when the shop's token answer says closed", async () => {
    const { guard } = world.openTab();
    const outcome = await guard.pay(world.intent({}, Promise.reject(new OrderClosedError('closed'))));
    expect(outcome).to.have.nested.property('error.code', 'order-closed');
    expect(guard.state).to.deep.equal({ status: 'closed', closed: 'closed' });
    expect(await guard.pay(world.intent())).to.have.nested.property('error.code', 'order-closed');
  });

  it("is busy for as long as the shop's token answer says, half a minute where it does not", async () => {
    for (const [error, waitMs] of [
      [new OrderClosedError('busy'), 30_000],
      [new OrderClosedError('busy', { retryAfterMs: 7000 }), 7000],
    ] as const) {
      world = new GuardWorld();
      const { guard } = world.openTab();
      expect(await guard.pay(world.intent({}, Promise.reject(error)))).to.deep.equal({ status: 'cancelled', reason: 'busy' });
      await world.clock.advance(waitMs - 1);
      expect(guard.state).to.deep.equal({ status: 'elsewhere', payableAt: world.clock.now() + 1 });
      await world.clock.advance(1);
      expect(guard.state).to.deep.equal({ status: 'open' });
    }
  });

  it('is no longer busy either where a timer rings 1 ms early and the wait ends while the page looks', async () => {
    let readings: number | undefined;
    const clock: Clock = {
      now: () => world.clock.now() + (readings === undefined ? 0 : (readings += 1)),
      elapsed: () => world.clock.elapsed(),
      schedule: (callback, delayMs) =>
        world.clock.schedule(() => {
          readings ??= -1;
          callback();
        }, delayMs - 1),
    };
    const { guard } = world.openTab({ ports: { clock } });
    await guard.pay(world.intent({}, Promise.reject(new OrderClosedError('busy', { retryAfterMs: 1000 }))));
    expect(guard.state).to.have.property('status', 'elsewhere');
    await world.clock.advance(2000);
    expect(guard.state).to.deep.equal({ status: 'open' });
  });
});
