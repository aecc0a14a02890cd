import { expect } from '@open-wc/testing';
import { CheckoutError } from '../../../src/domain/errors.js';
import { PixWorld } from '../support/pix-world.js';

describe('PollTimer, in a poller', () => {
  let world: PixWorld;

  beforeEach(() => {
    world = new PixWorld();
  });

  it('backs off while there is no answer, and is quick again after one', async () => {
    world.word = new CheckoutError('server', 'HTTP 500.');
    const poller = world.startPoller();
    await world.clock.advance(11_000 + 3000 + 4000 + 8000);
    expect(world.askedAtMs).to.deep.equal([11_000, 14_000, 18_000, 26_000]);
    expect(poller.failureCount).to.equal(4);
    expect(world.reports).to.deep.equal([]);
    world.word = 'pending';
    await world.clock.advance(16_000 + 3000);
    expect(world.askedAtMs.slice(4)).to.deep.equal([42_000, 45_000]);
    expect(poller.failureCount).to.equal(0);
  });

  it('waits a Retry-After out, also when the shopper comes back', async () => {
    world.word = new CheckoutError('rate-limited', 'HTTP 429.', { status: 429, retryAfterMs: 50_000 });
    world.startPoller();
    await world.clock.advance(11_000);
    world.word = 'pending';
    world.activity.change({ visible: false });
    world.activity.change({ visible: true });
    await world.clock.advance(49_999);
    expect(world.questions).to.have.length(1);
    await world.clock.advance(1);
    expect(world.questions).to.have.length(2);
  });
});
