import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../../src/domain/errors.js';
import { createTestCharge, LIFE_MS, PixWorld } from '../support/pix-world.js';

describe('PixWatcher and time', () => {
  let world: PixWorld;

  beforeEach(() => {
    world = new PixWorld();
  });

  it('asks at the expiry and says expired only after the answer', async () => {
    world.word = undefined;
    const watcher = world.startWatcher({ charge: createTestCharge(world.clock, { expiresAt: world.clock.now() + 12_000 }) });
    await world.clock.advance(11_000);
    await world.questions[0]?.answer('pending');
    await world.clock.advance(1000);
    expect(world.askedAtMs).to.deep.equal([11_000, 12_000]);
    expect(watcher.phase).to.equal('confirming');
    expect(world.news).to.deep.equal([]);
    await world.questions[1]?.answer('pending');
    expect(watcher.phase).to.equal('expired');
    expect(world.news).to.deep.equal(['expired']);
    expect(world.changes.map(({ phase }) => phase)).to.deep.equal(['confirming', 'expired']);
  });

  it('does not say expired by an answer to a question from before the expiry', async () => {
    world.word = undefined;
    const watcher = world.startWatcher({ charge: createTestCharge(world.clock, { expiresAt: world.clock.now() + 12_000 }) });
    await world.clock.advance(13_000);
    await world.questions[0]?.answer('pending');
    expect(watcher.phase).to.equal('confirming');
    expect(world.news).to.deep.equal([]);
  });

  it('says nothing while the question after the expiry has no answer', async () => {
    world.word = new CheckoutError('network', 'Broken.');
    const watcher = world.startWatcher();
    await world.clock.advance(LIFE_MS + 300_000);
    expect(watcher.phase).to.equal('confirming');
    expect(world.news).to.deep.equal([]);
    world.word = 'paid';
    await world.clock.advance(120_000);
    expect(world.news).to.deep.equal(['paid']);
    expect(watcher.charge).not.to.have.property('late');
  });

  it('is asked through the grace, then slowly, and a late payment is told once, as late', async () => {
    world.startWatcher();
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
    const watcher = world.startWatcher({ charge, isNew: false });
    expect(watcher.phase).to.equal('confirming');
    expect(world.questions).to.have.length(1);
    await world.questions[0]?.answer('pending');
    expect(watcher.phase).to.equal('expired');
  });

  it('knows after sleep or throttled timers that the time is over', async () => {
    const watcher = world.startWatcher();
    world.clock.jump(LIFE_MS);
    expect(watcher.phase).to.equal('confirming');
    await world.clock.advance(0);
    expect(watcher.phase).to.equal('expired');
  });

  for (const [name, offsetMs] of [
    ['ahead', 600_000],
    ['behind', -600_000],
  ] as const) {
    it(`expires at the right instant on a device that is ten minutes ${name}`, async () => {
      world.offsetMs = offsetMs;
      const createdAt = world.clock.now() - offsetMs;
      const watcher = world.startWatcher({ charge: createTestCharge(world.clock, { createdAt, expiresAt: createdAt + LIFE_MS }) });
      await world.clock.advance(LIFE_MS - 1);
      expect(watcher.phase).to.equal('waiting');
      await world.clock.advance(1);
      expect(watcher.phase).to.equal('expired');
    });
  }

  it('does not say expired where the answer brings true time, by which the code is good', async () => {
    world.word = undefined;
    // The device is ten minutes ahead, and a reload does not know it yet.
    const charge = createTestCharge(world.clock, { expiresAt: world.clock.now() - 300_000 });
    const watcher = world.startWatcher({ charge, isNew: false });
    expect(watcher.phase).to.equal('confirming');
    world.offsetMs = 600_000;
    await world.questions[0]?.answer('pending');
    expect(watcher.phase).to.equal('waiting');
    expect(world.news).to.deep.equal([]);
    world.word = 'pending';
    await world.clock.advance(300_000);
    expect(watcher.phase).to.equal('expired');
  });
});
