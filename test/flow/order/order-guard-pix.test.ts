import { expect } from '@open-wc/testing';
import type { PixStatus } from '../../../src/domain/pix/status.js';
import { decideChange } from '../../../src/domain/order/ledger-decision.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { ChargeIntent } from '../../../src/flow/order/charge-intent.js';
import { WatchedCharges } from '../../../src/flow/charges/watched-charges.js';
import type { PixCharge } from '../../../src/domain/order/charge.js';
import { APPROVED, GuardWorld, ORDER_KEY, wrapLedger, type Tab } from '../support/guard-world.js';
import { createPixRecord, createTestCharge, LIFE_MS } from '../support/pix-world.js';

const UNKNOWN = { status: 'invalid', fields: ['pixNotPaid'] };

describe('an order guard and Pix codes that nobody in the page watches', () => {
  let world: GuardWorld;
  let tab: Tab;
  let word: PixStatus;
  let watchCount: number;

  beforeEach(async () => {
    world = new GuardWorld();
    tab = world.openTab();
    word = 'pending';
    watchCount = 0;
    await world.settle();
  });

  /** The charges of the tab's order, watched from now on. */
  function watch(): WatchedCharges {
    const { guard, activity } = tab;
    const charges = new WatchedCharges({ guard, clock: world.clock, activity, random: () => 0.5 });
    charges.setSource({ ask: async () => ({ status: word }) });
    guard.setCharges(charges);
    watchCount += 1;
    return charges;
  }

  /** A code that another page has made, of which no channel has told this one. */
  async function leaveCharge(change: Partial<PixCharge> = {}, orderKey = ORDER_KEY): Promise<void> {
    const record = createPixRecord(createTestCharge(world.clock, change));
    await world.store.change(orderKey, (records) => decideChange(records, { type: 'merge', records: [record] }, {}));
  }

  /** What a payment with a card comes to, once it is answered or about to be sent. */
  async function pay(change: Partial<ChargeIntent> = {}): Promise<unknown> {
    const paying = tab.guard.pay(world.intent(change));
    await world.settle();
    world.sent.at(-1)?.answer(APPROVED);
    return paying;
  }

  for (const [name, change] of [
    ['may be paid', {}],
    ['has expired', { status: 'expired', expiresAt: 0 }],
    ['is unknown', { status: 'unknown' }],
  ] as const) {
    it(`wants the shopper's word when a code ${name} and nobody can watch it`, async () => {
      await leaveCharge(change);
      expect(await pay()).to.deep.equal(UNKNOWN);
      expect(world.sent).to.have.length(0);
      expect(await pay({ isPixDenied: true })).to.include({ status: 'approved' });
      expect(world.sent).to.have.length(1);
    });
  }

  it('has the codes watched, and charges no card when one is paid', async () => {
    await leaveCharge();
    word = 'paid';
    expect(await pay({ watchCharges: async () => watch() })).to.include({ status: 'approved', attemptId: 'pix-pix-1' });
    expect(world.sent).to.have.length(0);
  });

  it('has the codes watched, once, and goes on when none is paid', async () => {
    await leaveCharge();
    const watchCharges = async () => watch();
    word = 'unknown';
    expect(await pay({ watchCharges })).to.deep.equal(UNKNOWN);
    word = 'pending';
    expect(await pay({ watchCharges })).to.include({ status: 'approved' });
    expect(world.sent).to.have.length(1);
    expect(watchCount).to.equal(1);
  });

  it('tries again with the next payment to have them watched', async () => {
    await leaveCharge();
    const failing = async (): Promise<never> => {
      throw new CheckoutError('network', 'A part of Balcão could not be loaded.');
    };
    expect(await pay({ watchCharges: failing })).to.deep.equal(UNKNOWN);
    word = 'paid';
    expect(await pay({ watchCharges: async () => watch() })).to.include({ attemptId: 'pix-pix-1' });
  });

  it('waits 10 s for the code that watches', async () => {
    await leaveCharge();
    let outcome: unknown;
    void tab.guard.pay(world.intent({ watchCharges: () => new Promise(() => undefined) })).then((paid) => (outcome = paid));
    await world.clock.advance(9999);
    expect(outcome).to.equal(undefined);
    await world.clock.advance(1);
    expect(outcome).to.deep.equal(UNKNOWN);
  });

  for (const status of ['cancelled', 'refunded', 'failed'] as const) {
    it(`asks for nothing about a code that is ${status}`, async () => {
      await leaveCharge({ status });
      expect(await pay({ watchCharges: async () => watch() })).to.include({ status: 'approved', method: 'card' });
      expect([world.sent.length, watchCount]).to.deep.equal([1, 0]);
    });
  }

  it('charges no card where another page has written down that a code was paid, and asks for nothing', async () => {
    await leaveCharge({ status: 'paid' });
    expect(await pay({ watchCharges: async () => watch() })).to.include({ status: 'approved', attemptId: 'pix-pix-1' });
    expect([world.sent.length, watchCount]).to.deep.equal([0, 0]);
  });

  it('asks for nothing where the order has no code, also where another order has one', async () => {
    await leaveCharge({}, 'https://service.example/v1|order-8');
    expect(await pay({ watchCharges: async () => watch() })).to.include({ status: 'approved' });
    expect([world.sent.length, watchCount]).to.deep.equal([1, 0]);
  });

  it('goes on where the ledger cannot be read', async () => {
    const read = async (): Promise<never> => {
      throw new DOMException('x', 'InvalidStateError');
    };
    tab = world.openTab({ ports: { store: wrapLedger(world.store, { read }) } });
    expect(await pay()).to.include({ status: 'approved' });
  });

  describe('while a code is being made', () => {
    let make: (charge: PixCharge) => Promise<void>;
    let fail: () => void;

    beforeEach(() => {
      const charges = watch();
      const making = new Promise<PixCharge>((resolve, reject) => {
        make = async (charge) => resolve(charge);
        fail = () => reject(new CheckoutError('server', 'HTTP 500.'));
      }).then((charge) => charges.add(charge, charge.amount));
      charges.expect(making).catch(() => undefined);
    });

    it('waits for it, and asks about it', async () => {
      const paying = tab.guard.pay(world.intent());
      await world.clock.advance(9000);
      expect(world.sent).to.have.length(0);
      word = 'paid';
      await make(createTestCharge(world.clock));
      await world.settle();
      expect(await paying).to.include({ status: 'approved', attemptId: 'pix-pix-1' });
      expect(world.sent).to.have.length(0);
    });

    it('goes on when it comes to nothing', async () => {
      void tab.guard.pay(world.intent());
      await world.settle();
      fail();
      await world.settle();
      expect(world.sent).to.have.length(1);
    });

    it("wants the shopper's word after 10 s", async () => {
      let outcome: unknown;
      void tab.guard.pay(world.intent()).then((paid) => (outcome = paid));
      await world.clock.advance(10_000);
      expect(outcome).to.deep.equal(UNKNOWN);
      await make(createTestCharge(world.clock, { expiresAt: world.clock.now() + LIFE_MS }));
      expect(await pay()).to.include({ status: 'approved' });
    });
  });
});
