import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../../src/domain/errors.js';
import { createTestCharge, LIFE_MS, PixWorld } from '../support/pix-world.js';

describe('PixWatcher', () => {
  let world: PixWorld;

  beforeEach(() => {
    world = new PixWorld();
  });

  it('asks by the schedule until it is paid, tells that once, and leaves nothing running', async () => {
    const watcher = world.startWatcher();
    await world.clock.advance(17_000);
    expect(world.askedAtMs).to.deep.equal([11_000, 14_000, 17_000]);
    world.word = 'paid';
    await world.clock.advance(60_000);
    expect(world.questions).to.have.length(4);
    expect(world.news).to.deep.equal(['paid']);
    expect(watcher.phase).to.equal('final');
    expect(watcher.charge).to.deep.include({ status: 'paid' });
    expect(watcher.charge).not.to.have.property('late');
    expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([0, 0]);
  });

  it('asks at once about a charge of an earlier page', async () => {
    world.startWatcher({ isNew: false });
    await world.clock.advance(2000);
    expect(world.askedAtMs).to.deep.equal([0, 1000, 2000]);
  });

  it('starts once, stops at once, and starts again', async () => {
    const watcher = world.startWatcher();
    watcher.start();
    expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([1, 1]);
    watcher.stop();
    watcher.stop();
    expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([0, 0]);
    await world.clock.advance(600_000);
    expect(world.questions).to.have.length(0);
    watcher.start();
    await world.clock.advance(0);
    expect(world.questions).to.have.length(1);
  });

  it('ignores an answer after it was stopped', async () => {
    world.word = undefined;
    const watcher = world.startWatcher({ isNew: false });
    watcher.stop();
    expect(world.questions[0]?.signal.aborted).to.equal(true);
    await world.questions[0]?.answer('paid');
    expect(watcher.charge.status).to.equal('pending');
    expect(world.changes).to.deep.equal([]);
    expect(world.clock.pending).to.equal(0);
  });

  it('has one question under way, however slow the answer', async () => {
    world.word = undefined;
    world.startWatcher();
    await world.clock.advance(40_000);
    expect(world.questions).to.have.length(1);
    await world.questions[0]?.answer('pending');
    await world.clock.advance(3000);
    expect(world.questions).to.have.length(2);
  });

  it('gives a question up that is never answered', async () => {
    world.word = undefined;
    const watcher = world.startWatcher();
    await world.clock.advance(11_000 + 30_000);
    expect(world.questions[0]?.signal.aborted).to.equal(true);
    expect(watcher.failureCount).to.equal(1);
    await world.clock.advance(3000);
    expect(world.questions).to.have.length(2);
  });

  it('never takes an unknown word for paid, nor for an end', async () => {
    world.word = 'unknown';
    const watcher = world.startWatcher();
    await world.clock.advance(LIFE_MS + 600_000);
    expect(world.news).to.deep.equal([]);
    expect(watcher.phase).to.equal('confirming');
  });

  for (const status of ['cancelled', 'refunded', 'failed'] as const) {
    it(`ends when the charge is ${status}`, async () => {
      world.word = status;
      const watcher = world.startWatcher();
      await world.clock.advance(60_000);
      expect(world.news).to.deep.equal(['ended']);
      expect(watcher.phase).to.equal('final');
      expect(world.questions).to.have.length(1);
    });
  }

  it('backs off while there is no answer, and is quick again after one', async () => {
    world.word = new CheckoutError('server', 'HTTP 500.');
    const watcher = world.startWatcher();
    await world.clock.advance(11_000 + 3000 + 4000 + 8000);
    expect(world.askedAtMs).to.deep.equal([11_000, 14_000, 18_000, 26_000]);
    expect(watcher.failureCount).to.equal(4);
    expect(world.reports).to.deep.equal([]);
    world.word = 'pending';
    await world.clock.advance(16_000 + 3000);
    expect(world.askedAtMs.slice(4)).to.deep.equal([42_000, 45_000]);
    expect(watcher.failureCount).to.equal(0);
  });

  it('waits a Retry-After out, also when the shopper comes back', async () => {
    world.word = new CheckoutError('rate-limited', 'HTTP 429.', { status: 429, retryAfterMs: 50_000 });
    world.startWatcher();
    await world.clock.advance(11_000);
    world.word = 'pending';
    world.activity.change({ visible: false });
    world.activity.change({ visible: true });
    await world.clock.advance(49_999);
    expect(world.questions).to.have.length(1);
    await world.clock.advance(1);
    expect(world.questions).to.have.length(2);
  });

  for (const [code, status] of [
    ['unauthorized', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['not-found', 405],
  ] as const) {
    it(`stops on ${status}: the shop will confirm`, async () => {
      world.word = new CheckoutError(code, `HTTP ${status}.`, { status });
      const watcher = world.startWatcher({ charge: createTestCharge(world.clock, { createdAt: world.clock.now() - 60_000 }) });
      await world.clock.advance(LIFE_MS * 2);
      expect(world.questions).to.have.length(1);
      expect(watcher.phase).to.equal('shop-will-confirm');
      expect(watcher.charge.status).to.equal('pending');
      expect(world.reports.map((error) => error.status)).to.deep.equal([status]);
      expect(world.changes.map(({ phase }) => phase)).to.deep.equal(['shop-will-confirm']);
      expect(world.clock.pending).to.equal(0);
      watcher.start();
      watcher.nudge();
      await world.clock.advance(LIFE_MS);
      expect(world.questions).to.have.length(1);
    });
  }

  it('asks on after 410: what is gone is not a query that is not there', async () => {
    world.word = new CheckoutError('not-found', 'HTTP 410.', { status: 410 });
    const watcher = world.startWatcher({ isNew: false });
    await world.clock.advance(2000);
    expect(world.questions).to.have.length(2);
    expect(watcher.phase).to.equal('waiting');
    expect(world.reports).to.deep.equal([]);
  });

  describe('where a charge is not found', () => {
    beforeEach(() => {
      world.word = new CheckoutError('not-found', 'HTTP 404.', { status: 404 });
    });

    it('asks once more, after a back-off, when it was made right now: the service may not know it yet', async () => {
      const watcher = world.startWatcher();
      await world.clock.advance(11_000);
      expect(watcher.phase).to.equal('waiting');
      expect(world.reports).to.deep.equal([]);
      world.word = 'pending';
      await world.clock.advance(30_000);
      expect(world.askedAtMs.slice(0, 3)).to.deep.equal([11_000, 14_000, 17_000]);
      expect(watcher.phase).to.equal('waiting');
    });

    it('stops the second time', async () => {
      const watcher = world.startWatcher();
      await world.clock.advance(60_000);
      expect(world.askedAtMs).to.deep.equal([11_000, 14_000]);
      expect(watcher.phase).to.equal('shop-will-confirm');
      expect(world.reports).to.have.length(1);
    });

    it('stops at once when it was made half a minute ago', async () => {
      const watcher = world.startWatcher({ charge: createTestCharge(world.clock, { createdAt: world.clock.now() - 30_000 }) });
      await world.clock.advance(60_000);
      expect(world.questions).to.have.length(1);
      expect(watcher.phase).to.equal('shop-will-confirm');
    });
  });

  describe('after it was refused', () => {
    beforeEach(() => {
      world.word = new CheckoutError('forbidden', 'HTTP 403.', { status: 403 });
    });

    it('asks once at each return of the shopper, and tells the developer once', async () => {
      const watcher = world.startWatcher({ openStream: world.openStream });
      await world.clock.advance(60_000);
      world.activity.change({ visible: false });
      await world.clock.advance(60_000);
      expect(world.askedAtMs).to.deep.equal([11_000]);
      for (const change of [{ visible: true }, { online: false }, { online: true }, {}]) {
        world.activity.change(change);
        await world.clock.advance(10_000);
      }
      expect(world.askedAtMs).to.deep.equal([11_000, 120_000, 140_000, 150_000]);
      expect(watcher.phase).to.equal('shop-will-confirm');
      expect(world.changes.map(({ phase }) => phase)).to.deep.equal(['shop-will-confirm']);
      expect(world.reports).to.have.length(1);
      expect(world.streams.map(({ isOpen }) => isOpen)).to.deep.equal([false]);
      expect(world.clock.pending).to.equal(0);
    });

    it('takes paid from the answer at a return', async () => {
      world.startWatcher();
      await world.clock.advance(60_000);
      world.word = 'paid';
      world.activity.change({ visible: false });
      world.activity.change({ visible: true });
      await world.clock.advance(0);
      expect(world.news).to.deep.equal(['paid']);
      expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([0, 0]);
    });

    it('asks by the table again once it was answered', async () => {
      const watcher = world.startWatcher({ openStream: world.openStream });
      await world.clock.advance(60_000);
      world.word = 'pending';
      world.activity.change({});
      await world.clock.advance(2000);
      expect(world.askedAtMs).to.deep.equal([11_000, 60_000, 61_000, 62_000]);
      expect(watcher.phase).to.equal('waiting');
      expect(world.changes.map(({ phase }) => phase)).to.deep.equal(['shop-will-confirm', 'waiting']);
      expect(world.streams.at(-1)?.isOpen).to.equal(true);
    });

    it('asks once more before a card is charged', async () => {
      const watcher = world.startWatcher();
      await world.clock.advance(60_000);
      expect(await watcher.askOnce()).to.equal('unknown');
      world.word = 'paid';
      expect(await watcher.askOnce()).to.equal('paid');
      expect(world.askedAtMs).to.deep.equal([11_000, 60_000, 60_000]);
    });

    it('begins anew with another user of the order', async () => {
      const watcher = world.startWatcher();
      await world.clock.advance(60_000);
      watcher.stop();
      world.word = 'pending';
      watcher.start();
      await world.clock.advance(1000);
      expect(world.askedAtMs).to.deep.equal([11_000, 60_000, 61_000]);
    });
  });

  it('survives a way of asking that throws at once', async () => {
    const watcher = world.startWatcher({
      ask: () => {
        throw new TypeError('x');
      },
    });
    await world.clock.advance(11_000);
    expect(watcher.failureCount).to.equal(1);
    expect(world.clock.pending).to.equal(1);
  });

  describe('askOnce', () => {
    it('gives an older question up and answers what it was itself told', async () => {
      world.word = undefined;
      const watcher = world.startWatcher({ isNew: false });
      const asking = watcher.askOnce();
      expect(world.questions[0]?.signal.aborted).to.equal(true);
      await world.questions[1]?.answer('paid');
      expect(await asking).to.equal('paid');
      expect(world.news).to.deep.equal(['paid']);
    });

    it('is unknown without an answer, and within a Retry-After not even asked', async () => {
      world.word = new CheckoutError('rate-limited', 'HTTP 429.', { retryAfterMs: 9000 });
      const watcher = world.startWatcher();
      expect(await watcher.askOnce()).to.equal('unknown');
      expect(await watcher.askOnce()).to.equal('unknown');
      expect(world.questions).to.have.length(1);
    });
  });

  it('takes paid from an answer that a newer question has overtaken', async () => {
    world.word = undefined;
    const watcher = world.startWatcher({ isNew: false });
    void watcher.askOnce();
    await world.questions[0]?.answer('paid');
    await world.questions[1]?.answer('pending');
    expect(watcher.charge.status).to.equal('paid');
    expect(world.news).to.deep.equal(['paid']);
  });

  it('does nothing for a charge that is final', () => {
    world.startWatcher({ charge: createTestCharge(world.clock, { status: 'paid' }) });
    expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([0, 0]);
  });
});
