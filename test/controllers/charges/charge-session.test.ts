import { expect } from '@open-wc/testing';
import { OrderClosedError } from '../../../src/domain/order/order-closed-error.js';
import type { ChargeSession } from '../../../src/controllers/charges/charge-session.js';
import type { VerifiedCharge } from '../../../src/controllers/pix/pix-kind.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import { ChargeSessionWorld, type TestElement } from './charge-session-world.js';

const LIFE_MS = 1_800_000;
/** Longer than any pause between two status requests. */
const ROUND_MS = 60_000;

describe('ChargeSession', () => {
  let world: ChargeSessionWorld;
  let element: TestElement;
  let session: ChargeSession<VerifiedCharge>;
  const make = (): ReturnType<ChargeSession<VerifiedCharge>['make']> => session.make(new AbortController().signal);
  const catchCode = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => (error instanceof CheckoutError ? error.code : error),
    );

  beforeEach(async () => {
    world = new ChargeSessionWorld();
    element = await world.addElement('test-pix');
    session = world.open(element);
  });

  afterEach(() => {
    session.close();
    world.remove();
  });

  describe('making a charge', () => {
    it('asks for the amount and the life of the settings, shows the code, and sends one event', async () => {
      await element.set({ pixWebhook: true });
      const charge = await make();
      expect(world.requests).to.deep.equal([{ charge: { amount: 149.9, expiresInMs: LIFE_MS, paymentWebhook: true }, orderId: 'order-7' }]);
      expect(charge).to.include({
        chargeId: 'pix-1',
        orderId: 'order-7',
        amount: '149.90',
        createdAt: world.clock.now(),
        status: 'pending',
      });
      expect(session.find()).to.deep.include({ charge, phase: 'waiting' });
      expect(session.find()?.brCode).to.include({ merchantName: 'Loja' });
      expect(world.events).to.deep.equal([{ name: 'balcao-pix-created', from: 'test-pix', detail: { charge } }]);
    });

    it('says no webhook where the setting says no, and nothing of it without the setting', async () => {
      await element.set({ pixWebhook: false });
      await make();
      await element.set({ pixWebhook: undefined });
      await make();
      expect(world.requests.map(({ charge }) => charge)).to.deep.equal([
        { amount: 149.9, expiresInMs: LIFE_MS, paymentWebhook: false },
        { amount: 149.9, expiresInMs: LIFE_MS },
      ]);
    });

    it('waits as long as the service asked for before another try, and no longer than the element stays', async () => {
      world.refusal = new CheckoutError('rate-limited', '429.', { retryAfterMs: 7000 });
      await session.make(new AbortController().signal).catch(() => undefined);
      let isOver = false;
      const waiting = session.waitOut(new AbortController().signal).then(() => (isOver = true));
      await world.clock.advance(6999);
      expect(isOver).to.equal(false);
      const removal = new AbortController();
      const given = session.waitOut(removal.signal).catch((error: unknown) => error);
      removal.abort();
      expect(await given).to.include({ code: 'aborted' });
      await world.clock.advance(1);
      await waiting;
      await session.waitOut(removal.signal);
    });

    it('finds the charge again while it can be paid, and not after', async () => {
      const charge = await make();
      expect(await session.findLive()).to.deep.equal(charge);
      world.clock.jump(LIFE_MS);
      expect(await session.findLive()).to.equal(undefined);
    });

    for (const [what, code, error] of [
      ['of another amount', { key: 'loja@example.com', amountCents: 1 }, 'pix-amount-mismatch'],
      ['that agrees to later payments too', { recurrenceUrl: 'pix.example.com/rec/abc' }, 'pix-code-invalid'],
      ['of a receiver that the shop did not name', { url: 'elsewhere.example/v2/abc' }, 'pix-receiver-mismatch'],
    ] as const) {
      it(`shows no code ${what}, and sends no event of it`, async () => {
        await element.set({ profile: { pixHosts: ['pix.example.com'], pixKeys: ['loja@example.com'] } });
        world.code = code;
        expect(await catchCode(make())).to.equal(error);
        expect(session.find()).to.equal(undefined);
        expect(world.charges.charges).to.deep.equal([]);
        expect(world.eventNames).to.deep.equal([]);
      });
    }

    it('closes the order where the token source says that it is paid', async () => {
      world.refusal = new OrderClosedError('paid');
      expect(await catchCode(make())).to.equal('order-closed');
      expect(world.guard.state).to.deep.equal({ status: 'closed', closed: 'paid' });
    });

    it('leaves the order open after any other failure', async () => {
      world.refusal = new CheckoutError('server', 'HTTP 500.');
      expect(await catchCode(make())).to.equal('server');
      expect(world.guard.state).to.deep.equal({ status: 'open' });
    });
  });

  describe('a price by Pix', () => {
    beforeEach(async () => {
      await element.set({ pixAmount: '142.41' });
    });

    it('is what is asked for, shown and written down, and pays the order in full', async () => {
      world.guard.setDue({ dueCents: 149_90, duePixCents: 142_41 });
      const charge = await make();
      expect(world.requests[0]?.charge.amount).to.equal(142.41);
      expect(charge.amount).to.equal('142.41');
      expect(session.find()?.charge.amount).to.equal('142.41');
      expect(world.guard.records[0]).to.include({ orderAmount: '149.90' });
      world.word = 'paid';
      await world.wait(ROUND_MS);
      expect(world.guard.state).to.include({ status: 'paid' });
      expect(world.guard.state).to.have.nested.property('outcome.amount', '142.41');
    });

    it('is what a static code must have, and nothing else', async () => {
      world.code = { key: 'loja@example.com', amountCents: 149_90 };
      expect(await catchCode(make())).to.equal('pix-amount-mismatch');
      world.code = { key: 'loja@example.com', amountCents: 142_41 };
      expect((await make()).amount).to.equal('142.41');
    });

    it('is never more than the amount, whatever is written', async () => {
      await element.set({ pixAmount: '1424.10' });
      expect((await make()).amount).to.equal('149.90');
    });

    it('withdraws a code when it changes, and shows it again when it changes back', async () => {
      const { chargeId } = await make();
      for (const pixAmount of ['145.00', '142.40', undefined]) {
        await element.set({ pixAmount });
        expect(session.find(), String(pixAmount)).to.equal(undefined);
        expect(session.find(chargeId), String(pixAmount)).to.equal(undefined);
      }
      await element.set({ pixAmount: 142.41 });
      expect(session.find()?.charge.chargeId).to.equal(chargeId);
    });

    it('keeps its code where only the price by card changes', async () => {
      const { chargeId } = await make();
      await element.set({ amount: '160.00' });
      expect(session.find()?.charge.chargeId).to.equal(chargeId);
    });
  });

  describe('another amount', () => {
    it('withdraws the code, and shows it again when it changes back', async () => {
      const { chargeId } = await make();
      await element.set({ amount: '150.00' });
      expect(session.find()).to.equal(undefined);
      expect(session.find(chargeId)).to.equal(undefined);
      await element.set({ amount: '149.9' });
      expect(session.find()?.charge.chargeId).to.equal(chargeId);
      expect(session.find(chargeId)?.charge.chargeId).to.equal(chargeId);
    });

    it('keeps the withdrawn code watched', async () => {
      await make();
      await element.set({ amount: '150.00' });
      world.word = 'paid';
      await world.wait(ROUND_MS);
      expect(world.paidIds).to.deep.equal(['pix-pix-1']);
    });
  });

  describe('the end of a charge', () => {
    beforeEach(async () => {
      await make();
      world.events.length = 0;
    });

    it('is news of the order where it was paid, whatever number of elements the order has', async () => {
      const other = world.open(await world.addElement('test-other'));
      world.word = 'paid';
      await world.wait(ROUND_MS);
      expect(world.events).to.deep.equal([]);
      expect(world.paidNews).to.have.length(1);
      expect(world.paidNews[0]).to.have.property('status', 'paid');
      expect(world.paidIds).to.deep.equal(['pix-pix-1']);
      other.close();
    });

    it('says of a Pix that was paid beside a card that it is one too many', async () => {
      await world.payByCard();
      world.word = 'paid';
      await world.wait(ROUND_MS);
      expect(world.paidNews[0]).to.have.property('duplicate', true);
      expect(world.paidIds).to.deep.equal(['attempt-1', 'pix-pix-1']);
      expect(world.guard.state).to.include({ status: 'paid-twice' });
    });

    it('is one event where nobody paid in time, and news of the order where somebody did late', async () => {
      await world.wait(LIFE_MS + ROUND_MS);
      expect(world.eventNames).to.deep.equal(['balcao-pix-expired']);
      world.word = 'paid';
      await world.wait(10 * ROUND_MS);
      expect(world.eventNames).to.deep.equal(['balcao-pix-expired']);
      expect(world.paidNews[0]).to.have.property('late', true);
    });

    for (const word of ['cancelled', 'refunded', 'failed'] as const) {
      it(`is one event where it is ${word}`, async () => {
        world.word = word;
        await world.wait(ROUND_MS);
        await world.wait(ROUND_MS);
        expect(world.eventNames).to.deep.equal(['balcao-pix-ended']);
      });
    }

    it('renders the element anew', async () => {
      await element.host.updateComplete;
      const { updates } = element.host;
      world.word = 'cancelled';
      await world.wait(ROUND_MS);
      await element.host.updateComplete;
      expect(element.host.updates).to.be.greaterThan(updates);
    });
  });

  it('sends one event of a charge that cannot be asked for, with a line for the developer', async () => {
    const { error } = console;
    const lines: unknown[] = [];
    console.error = (line: unknown) => void lines.push(line);
    await make();
    world.word = new CheckoutError('not-found', 'HTTP 404.');
    await world.wait(10 * ROUND_MS);
    console.error = error;
    expect(world.eventNames).to.deep.equal(['balcao-pix-created', 'balcao-problem']);
    expect(world.events[1]?.detail).to.deep.include({ operation: 'pix-status', error: world.word });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/status-url/);
  });

  it('asks nobody before the settings are good for it', async () => {
    const other = new ChargeSessionWorld();
    other.obstacle = new CheckoutError('invalid-config', 'No amount.');
    const opened = other.open(await other.addElement('test-pix'));
    await opened.make(new AbortController().signal);
    await other.wait(ROUND_MS);
    expect(other.asked).to.equal(0);
    other.obstacle = undefined;
    opened.allowPolling();
    await other.wait(ROUND_MS);
    expect(other.asked).to.be.greaterThan(0);
    opened.close();
    other.remove();
  });

  it('sends no event after it was closed, though the charge is still watched', async () => {
    await make();
    session.close();
    world.word = 'paid';
    await world.wait(ROUND_MS);
    expect(world.eventNames).to.deep.equal(['balcao-pix-created']);
    expect(world.paidIds).to.have.length(1);
  });

  describe('of an element that is taken out of its checkout', () => {
    let checkout: TestElement;
    let inner: TestElement;

    beforeEach(async () => {
      session.close();
      checkout = await world.addElement('balcao-checkout');
      inner = await world.addElement('test-inner', checkout.host);
      session = world.open(inner);
      await make();
      world.events.length = 0;
      inner.host.remove();
    });

    it('sends its events from the checkout', async () => {
      session.detach();
      world.word = 'cancelled';
      await world.wait(ROUND_MS);
      expect(world.events.map(({ name, from }) => `${from}: ${name}`)).to.deep.equal(['balcao-checkout: balcao-pix-ended']);
    });

    it('gives way to the session of an element that comes into the page', async () => {
      session.detach();
      const next = world.open(await world.addElement('test-next'));
      world.word = 'cancelled';
      await world.wait(ROUND_MS);
      expect(world.events.map(({ name, from }) => `${from}: ${name}`)).to.deep.equal(['test-next: balcao-pix-ended']);
      next.close();
    });

    it('ends where the checkout has gone as well', async () => {
      checkout.host.remove();
      session.detach();
      world.word = 'cancelled';
      await world.wait(ROUND_MS);
      expect(world.eventNames).to.deep.equal([]);
    });
  });
});
