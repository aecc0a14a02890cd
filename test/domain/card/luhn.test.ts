import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { hasLuhnChecksum } from '../../../src/domain/card/luhn.js';

const anyDigits = fc.stringMatching(/^\d{11,18}$/);

/** The digits with the check digit that makes them right. */
function sealed(digits: string): string {
  return (
    '0123456789'
      .split('')
      .map((check) => digits + check)
      .find(hasLuhnChecksum) ?? ''
  );
}

describe('hasLuhnChecksum', () => {
  it('knows the worked example of the standard', () => {
    expect(hasLuhnChecksum('79927398713')).to.equal(true);
    expect(hasLuhnChecksum('79927398710')).to.equal(false);
  });

  it('allows exactly one check digit', () => {
    fc.assert(fc.property(anyDigits, (digits) => '0123456789'.split('').filter((check) => hasLuhnChecksum(digits + check)).length === 1));
  });

  it('sees every single wrong digit', () => {
    fc.assert(
      fc.property(anyDigits, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, place, shift) => {
        const right = sealed(digits);
        const index = place % right.length;
        const wrong = right.slice(0, index) + ((Number(right[index]) + shift) % 10) + right.slice(index + 1);
        return !hasLuhnChecksum(wrong);
      }),
    );
  });
});
