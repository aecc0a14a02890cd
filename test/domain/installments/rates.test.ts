import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { effectiveMonthlyRate, effectiveYearlyRate, totalWithFee } from '../../../src/domain/installments/rates.js';
import { splitCents } from '../../../src/domain/money.js';

const anyAmount = fc.integer({ min: 1, max: 10_000_000 });

/** A rate of whole hundredths of a percent, as its exact fraction and as the number that a shop writes. */
const anyRate = fc.integer({ min: 0, max: 9900 }).map((units) => ({ units: BigInt(units), rate: units / 10_000 }));

/** What is left of a gross after a fee, halves of a cent upwards, in exact arithmetic. */
function netOf(gross: bigint, units: bigint): bigint {
  return gross - (2n * gross * units + 10_000n) / 20_000n;
}

describe('totalWithFee', () => {
  it('grosses 100.00 at 4.99 % up to 105.25, where adding gives a cent less than a quarter too little', () => {
    expect(totalWithFee(10_000, 0.0499, 'gross-up')).to.equal(10_525);
    expect(totalWithFee(10_000, 0.0499, 'add')).to.equal(10_499);
  });

  it('rounds half a cent upwards, though the double of the rate lies below it', () => {
    expect(totalWithFee(100, 0.005, 'add')).to.equal(101);
    expect(totalWithFee(1050, 0.05, 'add')).to.equal(1103);
    expect(totalWithFee(500, 0.035, 'add')).to.equal(518);
    expect(totalWithFee(100, 0.145, 'add')).to.equal(115);
  });

  it('changes nothing without a fee', () => {
    expect(totalWithFee(1, 0, 'add')).to.equal(1);
    expect(totalWithFee(1, 0, 'gross-up')).to.equal(1);
  });

  it('adds the rate to the nearest cent', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (amountCents, { units, rate }) => {
        const distance = BigInt(totalWithFee(amountCents, rate, 'add')) * 10_000n - BigInt(amountCents) * (10_000n + units);
        expect(distance > -5000n && distance <= 5000n).to.equal(true);
      }),
      { numRuns: 500 },
    );
  });

  it('grosses up to what leaves the shop no cent short, and asks no cent more than needed', () => {
    fc.assert(
      fc.property(anyAmount, anyRate, (amountCents, { units, rate }) => {
        const gross = BigInt(totalWithFee(amountCents, rate, 'gross-up'));
        expect(netOf(gross, units) >= BigInt(amountCents), 'covers').to.equal(true);
        expect(netOf(gross - 1n, units) < BigInt(amountCents), 'is the smallest').to.equal(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the same gross as trying every one', () => {
    for (const rate of [0.0001, 0.0199, 0.0499, 0.1, 0.25, 0.5, 0.9]) {
      const units = BigInt(Math.round(rate * 10_000));
      let gross = 0n;
      for (let amountCents = 1; amountCents <= 400; amountCents++) {
        while (netOf(gross, units) < BigInt(amountCents)) gross++;
        expect(totalWithFee(amountCents, rate, 'gross-up'), `${amountCents} at ${rate}`).to.equal(Number(gross));
      }
    }
  });
});

describe('effectiveMonthlyRate', () => {
  it('finds the 1.99 % a month and 26.68 % a year of 1000.00 in 12 parts of 94.50', () => {
    const monthlyRate = effectiveMonthlyRate(100_000, splitCents(113_400, 12));
    expect(monthlyRate).to.be.closeTo(0.0199, 0.000005);
    expect(effectiveYearlyRate(0.0199).toFixed(4)).to.equal('0.2668');
    // 1.99 % asks 94.5015 a month; the plan's 94.50 is worth a shade less, and the rate is the plan's own.
    expect(effectiveYearlyRate(monthlyRate)).to.be.closeTo(0.2668, 0.0001);
  });

  it('finds the 1.49 % a month of 300.00 in 3 parts of 102.99', () => {
    expect(effectiveMonthlyRate(30_000, splitCents(30_897, 3)).toFixed(4)).to.equal('0.0149');
  });

  it('is 0 where nothing is paid above the amount', () => {
    expect(effectiveMonthlyRate(10_000, splitCents(10_000, 3))).to.equal(0);
    expect(effectiveYearlyRate(0)).to.equal(0);
  });

  it('makes the parts worth the amount today', () => {
    const anyFee = fc.integer({ min: 0, max: 20_000_000 });
    fc.assert(
      fc.property(anyAmount, anyFee, fc.integer({ min: 1, max: 24 }), (amountCents, feeCents, count) => {
        const parts = splitCents(amountCents + feeCents, count);
        const rate = effectiveMonthlyRate(amountCents, parts);
        const worth = parts.reduce((sum, part, index) => sum + part / (1 + rate) ** (index + 1), 0);
        expect(Math.abs(worth - amountCents)).to.be.below(amountCents * 1e-9);
        expect(rate >= 0).to.equal(true);
      }),
    );
  });
});
