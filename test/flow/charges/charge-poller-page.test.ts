import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../../src/domain/errors.js';
import { LIFE_MS, PixWorld } from '../support/pix-world.js';

describe('ChargePoller and the page', () => {
  let world: PixWorld;

  beforeEach(() => {
    world = new PixWorld();
  });

  for (const [name, away, back] of [
    ['hidden', { visible: false }, { visible: true }],
    ['offline', { online: false }, { online: true }],
  ] as const) {
    it(`asks nothing while ${name}, and at once on return`, async () => {
      world.startPoller();
      await world.clock.advance(12_000);
      world.activity.change(away);
      await world.clock.advance(120_000);
      expect(world.askedAtMs).to.deep.equal([11_000]);
      expect(world.clock.pending).to.equal(0);
      world.activity.change(back);
      await world.clock.advance(8500);
      expect(world.askedAtMs.slice(1).map((atMs) => atMs - 132_000)).to.deep.equal([0, 1000, 2000, 3500, 5500, 8500]);
    });
  }

  it('waits for a page that is hidden from the start', async () => {
    world.activity.visible = false;
    world.startPoller({ isNew: false });
    await world.clock.advance(60_000);
    expect(world.questions).to.have.length(0);
    world.activity.change({ visible: true });
    expect(world.questions).to.have.length(1);
  });

  it('gives up a question that may have died while the page was hidden', async () => {
    world.word = undefined;
    world.startPoller();
    await world.clock.advance(11_000);
    world.activity.change({ visible: false });
    world.activity.change({ visible: true });
    expect(world.questions, 'one question a second at most').to.have.length(1);
    await world.clock.advance(1000);
    expect(world.questions.map(({ signal }) => signal.aborted)).to.deep.equal([true, false]);
  });

  it('asks once a second at most, however often the page is hidden and shown', async () => {
    world.startPoller();
    await world.clock.advance(11_000);
    const { length } = world.questions;
    for (let turn = 0; turn < 30; turn += 1) {
      world.activity.change({ visible: false });
      world.activity.change({ visible: true });
      await world.clock.advance(100);
    }
    expect(world.questions.length - length).to.be.at.most(4);
  });

  it('takes an answer that comes while hidden', async () => {
    world.word = undefined;
    const poller = world.startPoller();
    await world.clock.advance(11_000);
    world.activity.change({ visible: false });
    await world.questions[0]?.answer('paid');
    expect(poller.charge.status).to.equal('paid');
    expect(world.clock.pending).to.equal(0);
  });

  it('makes one question of the several events of one return', async () => {
    world.startPoller();
    world.activity.change({ visible: false });
    world.activity.change({ visible: true });
    world.activity.change({});
    world.activity.change({});
    await world.clock.advance(0);
    expect(world.questions).to.have.length(1);
  });

  it('asks on a pageshow that comes alone, out of the browser’s cache', async () => {
    world.startPoller();
    await world.clock.advance(12_500);
    world.activity.change({});
    await world.clock.advance(0);
    expect(world.askedAtMs).to.deep.equal([11_000, 12_500]);
  });

  it('does not ask without a pause after a return where the clock was put back', async () => {
    world.startPoller({ isNew: false });
    await world.clock.advance(0);
    world.clock.jump(-86_400_000);
    world.activity.change({ visible: false });
    world.clock.jump(10_000);
    world.activity.change({ visible: true });
    world.clock.jump(-10_000);
    const before = world.questions.length;
    await world.clock.advance(60_000);
    expect(world.questions.length - before).to.be.within(1, 10);
  });

  it('asks at the return when the code has expired meanwhile', async () => {
    const poller = world.startPoller();
    world.activity.change({ visible: false });
    await world.clock.advance(LIFE_MS + 1);
    expect(poller.phase).to.equal('confirming');
    expect(world.news).to.deep.equal([]);
    world.activity.change({ visible: true });
    await world.clock.advance(0);
    expect(world.news).to.deep.equal(['expired']);
  });

  it('goes on backing off after a return without a network', async () => {
    world.word = new CheckoutError('network', 'Broken.');
    world.startPoller({ isNew: false });
    await world.clock.advance(14_000);
    expect(world.askedAtMs).to.deep.equal([0, 2000, 6000, 14_000]);
  });

  describe('with a stream', () => {
    it('asks when it says something, and rarely else', async () => {
      const poller = world.startPoller({ openStream: world.openStream });
      world.streams[0]?.setLive(true);
      await world.clock.advance(25_000);
      expect(world.questions).to.have.length(0);
      world.word = 'paid';
      world.streams[0]?.hint();
      await world.clock.advance(0);
      expect(world.askedAtMs).to.deep.equal([25_000]);
      expect(poller.phase).to.equal('final');
      expect(world.streams[0]?.isOpen).to.equal(false);
    });

    it('believes nothing but the answer', async () => {
      const poller = world.startPoller({ openStream: world.openStream });
      world.streams[0]?.hint();
      await world.clock.advance(0);
      expect(world.questions).to.have.length(1);
      expect(poller.phase).to.equal('waiting');
    });

    it('makes at most one question a second of a stream that does not stop talking', async () => {
      world.startPoller({ openStream: world.openStream });
      for (let hint = 0; hint < 50; hint += 1) {
        world.streams[0]?.hint();
        await world.clock.advance(100);
      }
      expect(world.questions.length).to.be.within(5, 6);
    });

    it('asks again when a hint comes while a question is under way', async () => {
      world.word = undefined;
      world.startPoller({ openStream: world.openStream });
      world.streams[0]?.hint();
      world.streams[0]?.hint();
      await world.questions[0]?.answer('pending');
      await world.clock.advance(1000);
      expect(world.askedAtMs).to.deep.equal([0, 1000]);
    });

    it('asks by the table again when it breaks', async () => {
      world.startPoller({ openStream: world.openStream });
      world.streams[0]?.setLive(true);
      await world.clock.advance(12_000);
      world.streams[0]?.setLive(false);
      await world.clock.advance(3000);
      expect(world.askedAtMs).to.deep.equal([15_000]);
    });

    it('asks when it stands again: it may have missed something', async () => {
      world.startPoller({ openStream: world.openStream });
      for (const isLive of [true, false, true]) world.streams[0]?.setLive(isLive);
      await world.clock.advance(20_000);
      expect(world.askedAtMs).to.deep.equal([0]);
    });

    it('closes it while hidden, opens it on return, and asks again once it stands', async () => {
      world.startPoller({ openStream: world.openStream });
      world.activity.change({ visible: false });
      expect(world.streams.map(({ isOpen }) => isOpen)).to.deep.equal([false]);
      world.activity.change({ visible: true });
      expect(world.streams.map(({ isOpen }) => isOpen)).to.deep.equal([false, true]);
      world.streams[1]?.setLive(true);
      await world.clock.advance(20_000);
      expect(world.askedAtMs).to.deep.equal([0, 1000]);
    });

    it('closes it when it is stopped', () => {
      world.startPoller({ openStream: world.openStream }).stop();
      expect(world.streams[0]?.isOpen).to.equal(false);
      world.streams[0]?.hint();
      expect([world.questions.length, world.clock.pending]).to.deep.equal([0, 0]);
    });
  });
});
