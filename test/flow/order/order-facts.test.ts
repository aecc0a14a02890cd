import { expect } from '@open-wc/testing';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import { OrderClosedError } from '../../../src/domain/order/order-closed-error.js';
import type { ChargeIntent } from '../../../src/flow/order/charge-intent.js';
import type { OrderCharges } from '../../../src/flow/order/guard-ports.js';
import { OrderGuard } from '../../../src/flow/order/order-guard.js';
import { OrderGuards } from '../../../src/flow/order/order-guards.js';
import { APPROVED, createPaidPix, createTimedOut, DECLINED, FakeActivity, GuardWorld, ORDER_KEY } from '../support/guard-world.js';

describe('OrderGuard: what only its page knows', () => {
  let world: GuardWorld;

  beforeEach(() => {
    world = new GuardWorld();
  });

  it('says each thing once', () => {
    const { guard } = world.openTab();
    const one: PaymentOutcome = { status: 'invalid', fields: [] };
    const two: PaymentOutcome = { status: 'invalid', fields: [] };
    expect([guard.claim(one), guard.claim(one), guard.claim(two), guard.claim(one)]).to.deep.equal([true, false, true, false]);
  });

  it('awaits an answer while it pays, and after that a late one', async () => {
    const { guard } = world.openTab();
    await world.settle();
    expect(guard.isAwaited).to.equal(false);
    const timedOut = createTimedOut();
    const paying = guard.pay(world.intent());
    expect(guard.isAwaited).to.equal(true);
    await world.settle();
    world.sent[0]?.answer(timedOut.result);
    await paying;
    expect(guard.isAwaited).to.equal(true);
    timedOut.answer(DECLINED);
    await world.settle();
    expect(guard.isAwaited).to.equal(false);
  });

  for (const hasChannel of [false, true]) {
    it(`forgets that the shop closed the order once it frees it${hasChannel ? '' : ', also without a channel'}`, async () => {
      const { clock, store, channels } = world;
      const { activity } = world.openTab({ orderKey: 'https://a.example|none' });
      const guards = new OrderGuards({ clock, activity, store, openChannel: hasChannel ? channels.open : undefined });
      const guard = guards.get('https://a.example', '7');
      guard.acquire();
      await world.settle();
      guard.applyClosing(new OrderClosedError('closed'));
      expect(guard.state).to.deep.equal({ status: 'closed', closed: 'closed' });
      await guards.forgetOrder('other');
      await world.settle();
      expect(guard.state.status).to.equal('closed');
      await guards.forgetOrder('7');
      await world.settle();
      expect(guard.state).to.deep.equal({ status: 'open' });
      guard.release();
    });
  }

  it('names the payment that was in the way, whatever its sender makes of that', async () => {
    const [one, two] = [world.openTab(), world.openTab()];
    let goOn = (): void => undefined;
    const token = new Promise<void>((resolve) => (goOn = resolve));
    const failed: ChargeResult = { status: 'failed', error: new CheckoutError('network', 'The sender broke off.'), sent: false };
    const send: ChargeIntent['send'] = async (_attempt, beforeSend) => {
      await token;
      await beforeSend().catch(() => undefined);
      return failed;
    };
    const paying = two.guard.pay(world.intent({ send }));
    await world.settle();
    void one.guard.pay(world.intent());
    await world.settle();
    goOn();
    expect(await paying).to.deep.equal({ status: 'cancelled', reason: 'busy' });
  });

  it('keeps what the order costs where a new amount cannot be read', async () => {
    const { guard } = world.openTab();
    await world.settle();
    guard.setDue({ dueCents: 20_000 });
    guard.setDue({ dueCents: undefined });
    await guard.saveCharge([createPaidPix('1')]);
    expect(guard.state).to.include({ status: 'paid-short', missing: '50.10' });
  });

  for (const [name, amounts, state] of [
    ['is paid in full by the price by Pix', [{ dueCents: 16_000, duePixCents: 14_990 }], { status: 'paid' }],
    ['is held to a price by Pix that was raised', [{ dueCents: 16_000, duePixCents: 15_000 }], { status: 'paid-short', missing: '0.10' }],
    [
      'keeps the price by Pix that one element says beside another',
      [{ dueCents: 16_000, duePixCents: 14_990 }, { dueCents: 16_000 }],
      { status: 'paid' },
    ],
    [
      'drops the price by Pix of another amount',
      [{ dueCents: 14_990, duePixCents: 14_990 }, { dueCents: 16_000 }],
      { status: 'paid-short', missing: '10.10' },
    ],
  ] as const) {
    it(name, async () => {
      const { guard } = world.openTab();
      await world.settle();
      for (const due of amounts) guard.setDue(due);
      await guard.saveCharge([createPaidPix('1')]);
      expect(guard.state).to.include(state);
    });
  }

  it('forgets its approval with the order', async () => {
    const { clock, store } = world;
    const { activity } = world.openTab({ orderKey: 'https://a.example|none' });
    const guards = new OrderGuards({ clock, activity, store });
    const guard = guards.get('https://a.example', '7');
    guard.acquire();
    const paying = guard.pay(world.intent());
    await world.settle();
    world.sent[0]?.answer(APPROVED);
    expect((await paying).status).to.equal('approved');
    await guards.forgetOrder('7');
    expect(guard.state).to.deep.equal({ status: 'open' });
    guard.release();
  });
});

describe('the Pix charges of an OrderGuard', () => {
  const createPix = (calls: string[], name: string): OrderCharges => ({
    start: () => void calls.push(`${name} start`),
    stop: () => void calls.push(`${name} stop`),
    askBeforeCharge: async () => 'known',
  });

  it('are watched as they are set, while the order is in use', async () => {
    const calls: string[] = [];
    const { clock, store } = new GuardWorld();
    const guard = new OrderGuard({ clock, store, activity: new FakeActivity() }, ORDER_KEY);
    const [one, two] = [createPix(calls, 'one'), createPix(calls, 'two')];
    guard.setCharges(one);
    expect(calls.splice(0)).to.deep.equal([]);
    guard.acquire();
    expect(calls.splice(0)).to.deep.equal(['one start']);
    guard.setCharges(one);
    expect(calls.splice(0)).to.deep.equal([]);
    guard.setCharges(two);
    expect(calls.splice(0)).to.deep.equal(['one stop', 'two start']);
    guard.release();
    await clock.advance(0);
    expect(calls.splice(0)).to.deep.equal(['two stop']);
    guard.setCharges(one);
    expect(calls.splice(0)).to.deep.equal(['two stop']);
  });
});
