import { expect } from '@open-wc/testing';
import { computePollDelay, type PollMoment } from '../../../src/flow/charges/poll-timer.js';

function delay(change: Partial<PollMoment>, random = 0.5): number {
  const moment: PollMoment = {
    ...{ method: 'pix', ageMs: 20_000, lifeMs: 1e9, payableMs: 1e9, sinceReturnMs: undefined, isStreaming: false, failureCount: 0 },
    ...change,
  };
  return computePollDelay(moment, () => random);
}

describe('the schedule of questions', () => {
  it('waits for the first, then slows down with the age', () => {
    const ages = [0, 4000, 11_000, 89_999, 90_000, 240_000, 600_000, 5e6];
    expect(ages.map((ageMs) => delay({ ageMs }))).to.deep.equal([11_000, 7000, 3000, 3000, 6500, 15_000, 30_000, 30_000]);
  });

  it('is quick after a return', () => {
    const delays = [0, 150, 1150, 2150, 3650, 5650].map((sinceReturnMs) => delay({ sinceReturnMs, ageMs: 300_000 }));
    expect(delays).to.deep.equal([1000, 850, 850, 1350, 1850, 2850]);
    expect(delay({ sinceReturnMs: 8650, ageMs: 300_000 })).to.equal(15_000);
  });

  it('asks at the expiry, then through the grace, and ever slower', () => {
    expect(delay({ lifeMs: 700 })).to.equal(700);
    expect([0, -59_999, -60_000, -3_600_000].map((lifeMs) => delay({ lifeMs }))).to.deep.equal([10_000, 10_000, 60_000, 300_000]);
  });

  it('asks once at a return long after the expiry', () => {
    expect(delay({ lifeMs: -120_000, sinceReturnMs: 100 })).to.equal(60_000);
    expect(delay({ lifeMs: -20_000, sinceReturnMs: 100 })).to.equal(900);
  });

  it('leaves it to the stream to say when', () => {
    expect(delay({ isStreaming: true, sinceReturnMs: 0 })).to.equal(30_000);
    expect(delay({ isStreaming: true, lifeMs: 10 })).to.equal(10);
  });

  it('backs off from failures up to a minute, also at the expiry', () => {
    expect([1, 2, 3, 4, 9].map((failureCount) => delay({ failureCount }))).to.deep.equal([3000, 4000, 8000, 16_000, 60_000]);
    expect(delay({ failureCount: 2, lifeMs: 10 })).to.equal(4000);
  });

  it('spreads questions by a twentieth', () => {
    expect([0, 0.5, 1].map((random) => Math.round(delay({}, random)))).to.deep.equal([2850, 3000, 3150]);
  });

  it('waits as long as the table says, no longer and no shorter, where the device was put back in time', () => {
    expect(delay({ ageMs: -3_600_000 })).to.equal(11_000);
    expect(delay({ sinceReturnMs: -3_600_000, ageMs: -3_600_000 })).to.equal(11_000);
  });
});
