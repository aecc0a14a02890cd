import { expect } from '@open-wc/testing';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { OrderTabs } from '../../../src/flow/order/order-tabs.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FakeLocks } from '../support/fake-tabs.js';
import { ORDER_KEY } from '../support/guard-world.js';

const ATTEMPT: Attempt = { attemptId: 'a', method: 'card', amount: '149.90', startedAt: 0, state: 'open' };

describe('OrderTabs', () => {
  let clock: FakeClock;
  let locks: FakeLocks;
  let changeCount: number;
  let charging: OrderTabs;
  let watching: OrderTabs;

  beforeEach(() => {
    clock = new FakeClock();
    locks = new FakeLocks();
    changeCount = 0;
    [charging, watching] = [new OrderTabs({ clock, locks: locks.of({}) }, ORDER_KEY, () => undefined), createWatching()];
  });

  const createWatching = (): OrderTabs => new OrderTabs({ clock, locks: locks.of({}) }, ORDER_KEY, () => (changeCount += 1));

  it('watches an attempt once, however often it is told to, and again after its end', async () => {
    watching.startListening();
    for (const expected of [1, 2]) {
      const { release } = await charging.hold(ATTEMPT);
      watching.watch(ATTEMPT);
      watching.watch(ATTEMPT);
      release();
      await clock.advance(0);
      expect(changeCount).to.equal(expected);
    }
  });

  it('watches an attempt anew after it has stopped listening meanwhile', async () => {
    const { release } = await charging.hold(ATTEMPT);
    watching.startListening();
    watching.watch(ATTEMPT);
    watching.stopListening();
    await clock.advance(0);
    watching.watch(ATTEMPT);
    watching.startListening();
    watching.watch(ATTEMPT);
    release();
    await clock.advance(0);
    expect(changeCount).to.equal(1);
  });

  it('does not take a lock that the browser refuses for one that is free, and asks for it again when told to', async () => {
    let requestCount = 0;
    const request = async (): Promise<never> => {
      requestCount += 1;
      throw new DOMException('The document is not fully active.', 'InvalidStateError');
    };
    const refused = new OrderTabs({ clock, locks: { request } }, ORDER_KEY, () => (changeCount += 1));
    refused.startListening();
    refused.watch(ATTEMPT);
    await clock.advance(0);
    refused.watch(ATTEMPT);
    refused.stopListening();
    expect([changeCount, requestCount]).to.deep.equal([0, 2]);
  });

  it('tells an attempt of its own from one of another tab, and one that ended', async () => {
    const { release } = await charging.hold(ATTEMPT);
    expect([charging.isOwn(ATTEMPT), watching.isOwn(ATTEMPT)]).to.deep.equal([true, false]);
    expect(await watching.getFlight(ATTEMPT)).to.equal('in-flight');
    release();
    await clock.advance(0);
    expect(charging.isOwn(ATTEMPT)).to.equal(false);
    expect(await watching.getFlight(ATTEMPT)).to.equal('ended');
    expect(await new OrderTabs({ clock }, ORDER_KEY, () => undefined).getFlight(ATTEMPT)).to.equal('unknown');
  });
});
