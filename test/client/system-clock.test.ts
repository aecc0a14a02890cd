import { expect } from '@open-wc/testing';
import { systemClock } from '../../src/client/system-clock.js';

const DAY_MS = 86_400_000;

describe('systemClock', () => {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  let timers: { callback: () => void; delayMs: number }[];
  let cleared: number[];

  beforeEach(() => {
    [timers, cleared] = [[], []];
    Object.assign(globalThis, {
      setTimeout: (callback: () => void, delayMs: number) => timers.push({ callback, delayMs }),
      clearTimeout: (id: number) => void cleared.push(id),
    });
  });

  afterEach(() => void Object.assign(globalThis, real));

  it('waits longer than a browser can, by waiting again', () => {
    let count = 0;
    systemClock.schedule(() => (count += 1), 60 * DAY_MS);
    // A wait that goes on sets the next timer.
    for (let step = 0; step < timers.length; step += 1) timers[step]?.callback();
    expect(timers.every(({ delayMs }) => delayMs < 2 ** 31)).to.equal(true);
    expect(timers.reduce((sum, { delayMs }) => sum + delayMs, 0)).to.equal(60 * DAY_MS);
    expect(count).to.equal(1);
  });

  it('cancels the wait that it is in', () => {
    const cancel = systemClock.schedule(() => undefined, 60 * DAY_MS);
    timers[0]?.callback();
    cancel();
    expect(cleared).to.deep.equal([2]);
  });
});
