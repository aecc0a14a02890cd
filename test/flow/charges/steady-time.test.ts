import { expect } from '@open-wc/testing';
import { SteadyTime } from '../../../src/flow/charges/steady-time.js';
import { FakeClock } from '../../support/fake-clock.js';

const HOUR_MS = 3_600_000;

describe('SteadyTime', () => {
  const open = (offset: () => number = () => 0): { clock: FakeClock; time: SteadyTime } => {
    const clock = new FakeClock();
    const time = new SteadyTime(clock, () => clock.now() + offset());
    time.now();
    return { clock, time };
  };

  for (const [what, jumpMs] of [
    ['ahead', 24 * HOUR_MS],
    ['back', -24 * HOUR_MS],
  ] as const) {
    it(`goes on from where it was once an answer contradicts a clock that was put ${what} by a day`, () => {
      const { clock, time } = open();
      const before = clock.now();
      clock.jump(jumpMs);
      clock.tick(1000);
      expect(time.now(), 'believed until then').to.equal(before + jumpMs + 1000);
      expect(time.steadyNow()).to.equal(before + 1000);
      time.noteWaiting();
      expect(time.now()).to.equal(before + 1000);
      clock.tick(60_000);
      expect(time.now()).to.equal(before + 61_000);
    });
  }

  it('takes what a sleep explains for time that has passed', () => {
    const { clock, time } = open();
    const before = clock.now();
    clock.jump(HOUR_MS);
    time.noteWaiting();
    expect(time.now()).to.equal(before + HOUR_MS);
    expect(time.steadyNow()).to.equal(before + HOUR_MS);
  });

  it('takes a new word of the service at once, also for a clock that it doubted', () => {
    let offsetMs = 0;
    const { clock, time } = open(() => offsetMs);
    const before = clock.now();
    clock.jump(24 * HOUR_MS);
    time.noteWaiting();
    expect(time.now()).to.equal(before);
    offsetMs = -20 * HOUR_MS;
    expect(time.now()).to.equal(before + 4 * HOUR_MS);
  });

  it('trusts the clock from where the shop has told the same time, however long the device slept', () => {
    const { clock, time } = open();
    const before = clock.now();
    clock.jump(72 * HOUR_MS);
    expect(time.steadyNow()).to.equal(before);
    time.noteTold();
    expect(time.steadyNow()).to.equal(before + 72 * HOUR_MS);
    time.noteWaiting();
    expect(time.now()).to.equal(before + 72 * HOUR_MS);
    clock.jump(24 * HOUR_MS);
    expect(time.steadyNow(), 'the next jump').to.equal(before + 72 * HOUR_MS);
  });

  it('is the clock where nothing measures the time that passes', () => {
    let now = 5;
    const time = new SteadyTime({ now: () => now, schedule: () => () => undefined }, () => now);
    time.now();
    now += 24 * HOUR_MS;
    time.noteWaiting();
    expect(time.now()).to.equal(now);
  });
});
