import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../../src/domain/errors.js';
import { createTestCharge, LIFE_MS, PixWorld } from '../support/pix-world.js';

describe('ChargePoller', () => {
  let world: PixWorld;

  beforeEach(() => {
    world = new PixWorld();
  });

  it('asks by the schedule until it is paid, tells that once, and leaves nothing running', async () => {
    const poller = world.startPoller();
    await world.clock.advance(17_000);
    expect(world.askedAtMs).to.deep.equal([11_000, 14_000, 17_000]);
    world.word = 'paid';
    await world.clock.advance(60_000);
    expect(world.questions).to.have.length(4);
    expect(world.news).to.deep.equal(['paid']);
    expect(poller.phase).to.equal('final');
    expect(poller.charge).to.deep.include({ status: 'paid' });
    expect(poller.charge).not.to.have.property('late');
    expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([0, 0]);
  });

  it('asks at once about a charge of an earlier page', async () => {
    world.startPoller({ isNew: false });
    await world.clock.advance(2000);
    expect(world.askedAtMs).to.deep.equal([0, 1000, 2000]);
  });

  it('starts once, stops at once, and starts again', async () => {
    const poller = world.startPoller();
    poller.start();
    expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([1, 1]);
    poller.stop();
    poller.stop();
    expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([0, 0]);
    await world.clock.advance(600_000);
    expect(world.questions).to.have.length(0);
    poller.start();
    await world.clock.advance(0);
    expect(world.questions).to.have.length(1);
  });

  it('ignores an answer after it was stopped', async () => {
    world.word = undefined;
    const poller = world.startPoller({ isNew: false });
    poller.stop();
    expect(world.questions[0]?.signal.aborted).to.equal(true);
    await world.questions[0]?.answer('paid');
    expect(poller.charge.status).to.equal('pending');
    expect(world.changes).to.deep.equal([]);
    expect(world.clock.pending).to.equal(0);
  });

  it('has one question under way, however slow the answer', async () => {
    world.word = undefined;
    world.startPoller();
    await world.clock.advance(40_000);
    expect(world.questions).to.have.length(1);
    await world.questions[0]?.answer('pending');
    await world.clock.advance(3000);
    expect(world.questions).to.have.length(2);
  });

  it('gives a question up that is never answered', async () => {
    world.word = undefined;
    const poller = world.startPoller();
    await world.clock.advance(11_000 + 30_000);
    expect(world.questions[0]?.signal.aborted).to.equal(true);
    expect(poller.failureCount).to.equal(1);
    await world.clock.advance(3000);
    expect(world.questions).to.have.length(2);
  });

  it('never takes an unknown word for paid, nor for an end', async () => {
    world.word = 'unknown';
    const poller = world.startPoller();
    await world.clock.advance(LIFE_MS + 600_000);
    expect(world.news).to.deep.equal([]);
    expect(poller.phase).to.equal('confirming');
  });

  for (const status of ['cancelled', 'refunded', 'failed'] as const) {
    it(`ends when the charge is ${status}`, async () => {
      world.word = status;
      const poller = world.startPoller();
      await world.clock.advance(60_000);
      expect(world.news).to.deep.equal(['ended']);
      expect(poller.phase).to.equal('final');
      expect(world.questions).to.have.length(1);
    });
  }

  it('survives a way of asking that throws at once', async () => {
    const poller = world.startPoller({
      ask: () => {
        throw new TypeError('x');
      },
    });
    await world.clock.advance(11_000);
    expect(poller.failureCount).to.equal(1);
    expect(world.clock.pending).to.equal(1);
  });

  describe('pollOnce', () => {
    it('asks again however fresh the last answer is', async () => {
      const poller = world.startPoller({ isNew: false });
      await world.clock.advance(0);
      expect(world.questions).to.have.length(1);
      world.word = 'paid';
      expect(await poller.pollOnce()).to.equal('paid');
      expect(world.questions).to.have.length(2);
    });

    it('gives a question that still waits up and answers what it was itself told', async () => {
      world.word = undefined;
      const poller = world.startPoller({ isNew: false });
      await world.clock.advance(1);
      const asking = poller.pollOnce();
      expect(world.questions[0]?.signal.aborted).to.equal(true);
      await world.questions[1]?.answer('paid');
      expect(await asking).to.equal('paid');
      expect(world.news).to.deep.equal(['paid']);
    });

    it('is unknown without an answer, and asked again within a Retry-After, too', async () => {
      world.word = new CheckoutError('rate-limited', 'HTTP 429.', { retryAfterMs: 9000 });
      const poller = world.startPoller();
      expect(await poller.pollOnce()).to.equal('unknown');
      world.word = 'paid';
      expect(await poller.pollOnce()).to.equal('paid');
    });
  });

  it('takes paid from an answer that a newer question has overtaken', async () => {
    world.word = undefined;
    const poller = world.startPoller({ isNew: false });
    void poller.pollOnce();
    await world.questions[0]?.answer('paid');
    await world.questions[1]?.answer('pending');
    expect(poller.charge.status).to.equal('paid');
    expect(world.news).to.deep.equal(['paid']);
  });

  it('does nothing for a charge that is final', () => {
    world.startPoller({ charge: createTestCharge(world.clock, { status: 'paid' }) });
    expect([world.clock.pending, world.activity.listenerCount]).to.deep.equal([0, 0]);
  });
});
