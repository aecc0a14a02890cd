import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../../src/domain/errors.js';
import { createTestCharge, LIFE_MS, PixWorld } from '../support/pix-world.js';

describe('the phase of a charge, by a ChargePoller: time', () => {
  let world: PixWorld;

  beforeEach(() => {
    world = new PixWorld();
  });

  it('asks at the expiry and says expired only after the answer', async () => {
    world.word = undefined;
    const poller = world.startPoller({ charge: createTestCharge(world.clock, { expiresAt: world.clock.now() + 12_000 }) });
    await world.clock.advance(11_000);
    await world.questions[0]?.answer('pending');
    await world.clock.advance(1000);
    expect(world.askedAtMs).to.deep.equal([11_000, 12_000]);
    expect(poller.phase).to.equal('confirming');
    expect(world.news).to.deep.equal([]);
    await world.questions[1]?.answer('pending');
    expect(poller.phase).to.equal('expired');
    expect(world.news).to.deep.equal(['expired']);
    expect(world.changes.map(({ phase }) => phase)).to.deep.equal(['confirming', 'expired']);
  });

  it('does not say expired by an answer to a question from before the expiry', async () => {
    world.word = undefined;
    const poller = world.startPoller({ charge: createTestCharge(world.clock, { expiresAt: world.clock.now() + 12_000 }) });
    await world.clock.advance(13_000);
    await world.questions[0]?.answer('pending');
    expect(poller.phase).to.equal('confirming');
    expect(world.news).to.deep.equal([]);
  });

  it('says nothing while the question after the expiry has no answer', async () => {
    world.word = new CheckoutError('network', 'Broken.');
    const poller = world.startPoller();
    await world.clock.advance(LIFE_MS + 300_000);
    expect(poller.phase).to.equal('confirming');
    expect(world.news).to.deep.equal([]);
    world.word = 'paid';
    await world.clock.advance(120_000);
    expect(world.news).to.deep.equal(['paid']);
    expect(poller.charge).not.to.have.property('late');
  });

  it('is asked through the grace, then slowly, and a late payment is told once, as late', async () => {
    world.startPoller();
    await world.clock.advance(LIFE_MS);
    const before = world.questions.length;
    await world.clock.advance(60_000);
    expect(world.questions.length - before).to.equal(6);
    world.word = 'paid';
    await world.clock.advance(600_000);
    expect(world.news).to.deep.equal(['expired', 'paid']);
    expect(world.changes.at(-1)?.charge).to.include({ status: 'paid', late: true });
    expect(world.clock.pending).to.equal(0);
  });

  it('asks about a charge that expired while the page was away, before it says so', async () => {
    const charge = createTestCharge(world.clock, { expiresAt: world.clock.now() - 60_000 });
    world.word = undefined;
    const poller = world.startPoller({ charge, isNew: false });
    expect(poller.phase).to.equal('confirming');
    expect(world.questions).to.have.length(1);
    await world.questions[0]?.answer('pending');
    expect(poller.phase).to.equal('expired');
  });

  it('knows after sleep or throttled timers that the time is over', async () => {
    const poller = world.startPoller();
    world.clock.jump(LIFE_MS);
    expect(poller.phase).to.equal('confirming');
    await world.clock.advance(0);
    expect(poller.phase).to.equal('expired');
  });

  for (const [name, offsetMs] of [
    ['ahead', 600_000],
    ['behind', -600_000],
  ] as const) {
    it(`expires at the right instant on a device that is ten minutes ${name}`, async () => {
      world.offsetMs = offsetMs;
      const createdAt = world.clock.now() - offsetMs;
      const poller = world.startPoller({ charge: createTestCharge(world.clock, { createdAt, expiresAt: createdAt + LIFE_MS }) });
      await world.clock.advance(LIFE_MS - 1);
      expect(poller.phase).to.equal('waiting');
      await world.clock.advance(1);
      expect(poller.phase).to.equal('expired');
    });
  }

  it('does not say expired where the answer brings true time, by which the code is good', async () => {
    world.word = undefined;
    // The device is ten minutes ahead, and a reload does not know it yet.
    const charge = createTestCharge(world.clock, { expiresAt: world.clock.now() - 300_000 });
    const poller = world.startPoller({ charge, isNew: false });
    expect(poller.phase).to.equal('confirming');
    world.offsetMs = 600_000;
    await world.questions[0]?.answer('pending');
    expect(poller.phase).to.equal('waiting');
    expect(world.news).to.deep.equal([]);
    world.word = 'pending';
    await world.clock.advance(300_000);
    expect(poller.phase).to.equal('expired');
  });
});

describe('the phase of a charge, by a ChargePoller: refusals', () => {
  let world: PixWorld;

  beforeEach(() => {
    world = new PixWorld();
  });

  for (const [code, status] of [
    ['unauthorized', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['not-found', 405],
  ] as const) {
    it(`stops on ${status}: the shop will confirm`, async () => {
      world.word = new CheckoutError(code, `HTTP ${status}.`, { status });
      const poller = world.startPoller({ charge: createTestCharge(world.clock, { createdAt: world.clock.now() - 60_000 }) });
      await world.clock.advance(LIFE_MS * 2);
      expect(world.questions).to.have.length(1);
      expect(poller.phase).to.equal('shop-will-confirm');
      expect(poller.charge.status).to.equal('pending');
      expect(world.reports.map((error) => error.status)).to.deep.equal([status]);
      expect(world.changes.map(({ phase }) => phase)).to.deep.equal(['shop-will-confirm']);
      expect(world.clock.pending).to.equal(0);
      poller.start();
      poller.nudge();
      await world.clock.advance(LIFE_MS);
      expect(world.questions).to.have.length(1);
    });
  }

  it('asks on after 410: what is gone is not a query that is not there', async () => {
    world.word = new CheckoutError('not-found', 'HTTP 410.', { status: 410 });
    const poller = world.startPoller({ isNew: false });
    await world.clock.advance(2000);
    expect(world.questions).to.have.length(2);
    expect(poller.phase).to.equal('waiting');
    expect(world.reports).to.deep.equal([]);
  });

  describe('where a charge is not found', () => {
    beforeEach(() => {
      world.word = new CheckoutError('not-found', 'HTTP 404.', { status: 404 });
    });

    it('asks once more, after a back-off, when it was made right now: the service may not know it yet', async () => {
      const poller = world.startPoller();
      await world.clock.advance(11_000);
      expect(poller.phase).to.equal('waiting');
      expect(world.reports).to.deep.equal([]);
      world.word = 'pending';
      await world.clock.advance(30_000);
      expect(world.askedAtMs.slice(0, 3)).to.deep.equal([11_000, 14_000, 17_000]);
      expect(poller.phase).to.equal('waiting');
    });

    it('stops the second time', async () => {
      const poller = world.startPoller();
      await world.clock.advance(60_000);
      expect(world.askedAtMs).to.deep.equal([11_000, 14_000]);
      expect(poller.phase).to.equal('shop-will-confirm');
      expect(world.reports).to.have.length(1);
    });

    it('stops at once when it was made half a minute ago', async () => {
      const poller = world.startPoller({ charge: createTestCharge(world.clock, { createdAt: world.clock.now() - 30_000 }) });
      await world.clock.advance(60_000);
      expect(world.questions).to.have.length(1);
      expect(poller.phase).to.equal('shop-will-confirm');
    });
  });

  describe('after it was refused', () => {
    beforeEach(() => {
      world.word = new CheckoutError('forbidden', 'HTTP 403.', { status: 403 });
    });

    it('asks once at each return of the shopper, and tells the developer once', async () => {
      const poller = world.startPoller({ openStream: world.openStream });
      await world.clock.advance(60_000);
      world.activity.change({ visible: false });
      await world.clock.advance(60_000);
      expect(world.askedAtMs).to.deep.equal([11_000]);
      for (const change of [{ visible: true }, { online: false }, { online: true }, {}]) {
        world.activity.change(change);
        await world.clock.advance(10_000);
      }
      expect(world.askedAtMs).to.deep.equal([11_000, 120_000, 140_000, 150_000]);
      expect(poller.phase).to.equal('shop-will-confirm');
      expect(world.changes.map(({ phase }) => phase)).to.deep.equal(['shop-will-confirm']);
      expect(world.reports).to.have.length(1);
      expect(world.streams.map(({ isOpen }) => isOpen)).to.deep.equal([false]);
      expect(world.clock.pending).to.equal(0);
    });

    it('takes paid from the answer at a return', async () => {
      world.startPoller();
      await world.clock.advance(60_000);
      world.word = 'paid';
      world.activity.change({ visible: false });
      world.activity.change({ visible: true });
      await world.clock.advance(0);
      expect(world.news).to.deep.equal(['paid']);
      expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([0, 0]);
    });

    it('asks by the table again once it was answered', async () => {
      const poller = world.startPoller({ openStream: world.openStream });
      await world.clock.advance(60_000);
      world.word = 'pending';
      world.activity.change({});
      await world.clock.advance(2000);
      expect(world.askedAtMs).to.deep.equal([11_000, 60_000, 61_000, 62_000]);
      expect(poller.phase).to.equal('waiting');
      expect(world.changes.map(({ phase }) => phase)).to.deep.equal(['shop-will-confirm', 'waiting']);
      expect(world.streams.at(-1)?.isOpen).to.equal(true);
    });

    it('asks once more before a card is charged', async () => {
      const poller = world.startPoller();
      await world.clock.advance(60_000);
      expect(await poller.pollOnce()).to.equal('unknown');
      world.word = 'paid';
      expect(await poller.pollOnce()).to.equal('paid');
      expect(world.askedAtMs).to.deep.equal([11_000, 60_000, 60_000]);
    });

    it('begins anew with another user of the order', async () => {
      const poller = world.startPoller();
      await world.clock.advance(60_000);
      poller.stop();
      world.word = 'pending';
      poller.start();
      await world.clock.advance(1000);
      expect(world.askedAtMs).to.deep.equal([11_000, 60_000, 61_000]);
    });
  });
});
