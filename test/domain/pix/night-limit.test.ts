import { expect } from '@open-wc/testing';
import { mayExceedNightLimit } from '../../../src/domain/pix/night-limit.js';

describe('mayExceedNightLimit', () => {
  for (const [time, cents, isLimited] of [
    ['2026-11-23T19:59:59.999-03:00', 100_001, false],
    ['2026-11-23T20:00:00-03:00', 100_001, true],
    ['2026-11-23T20:00:00-03:00', 100_000, false],
    ['2026-11-24T00:00:00-03:00', 100_001, true],
    ['2026-11-24T05:59:59.999-03:00', 100_001, true],
    ['2026-11-24T06:00:00-03:00', 100_001, false],
    ['2026-11-24T12:00:00-03:00', 999_999_999_999, false],
    // The device may be elsewhere: the hour is Brasília's.
    ['2026-11-23T20:00:00+09:00', 100_001, false],
    ['2026-11-24T08:00:00+09:00', 100_001, true],
  ] as const) {
    it(`is ${isLimited} for ${cents} cents at ${time}`, () => {
      expect(mayExceedNightLimit(cents, Date.parse(time))).to.equal(isLimited);
    });
  }
});
