import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { formatCardNumber, verifyCardNumber } from '../../../src/domain/card/number.js';
import { hasLuhnChecksum } from '../../../src/domain/card/luhn.js';
import { cardFixtures } from '../../../src/fixtures/index.js';

/** The first digits, then noughts up to one before the length, then the digit that makes the checksum right or wrong. */
function numberOf(start: string, length: number, isRight = true): string {
  const body = start.padEnd(length - 1, '0');
  return (
    '0123456789'
      .split('')
      .map((check) => body + check)
      .find((digits) => hasLuhnChecksum(digits) === isRight) ?? ''
  );
}

describe('verifyCardNumber', () => {
  for (const { id, number, isValid } of cardFixtures) {
    it(`finds ${id} ${isValid ? 'right' : 'wrong'}`, () => {
      expect(verifyCardNumber(number).status === 'valid').to.equal(isValid);
      expect(verifyCardNumber(number).digits).to.equal(number);
    });

    it(`never calls ${id} wrong while it is typed`, () => {
      if (!isValid) return;
      for (let length = 0; length <= number.length; length++)
        expect(verifyCardNumber(number.slice(0, length)).status, `${length}`).not.to.equal('invalid');
    });
  }

  const lengths: [name: string, start: string, right: number[], wrong: number[]][] = [
    ['Visa', '4', [13, 16, 18, 19], [12, 14, 15, 17, 20]],
    ['Mastercard', '51', [16], [13, 15, 17]],
    ['American Express', '34', [15], [14, 16]],
    ['Diners', '36', [14, 15, 16, 19], [12, 13, 20]],
    ['Elo', '650031', [16], [12, 13, 15, 17, 18, 19]],
    ['Hiper', '637095', [16], [15, 17, 19]],
    ['a disputed brand', '650057', [12, 13, 14, 15, 16, 17, 18, 19], [11, 20]],
    ['no known brand', '9', [12, 13, 14, 15, 16, 17, 18, 19], [11, 20]],
  ];
  for (const [name, start, right, wrong] of lengths) {
    it(`takes ${name} with ${right.join(', ')} digits`, () => {
      for (const length of right) expect(verifyCardNumber(numberOf(start, length)).status, `${length}`).to.equal('valid');
      for (const length of wrong) expect(verifyCardNumber(numberOf(start, length)).status, `${length}`).not.to.equal('valid');
    });
  }

  it('says why a number is not right', () => {
    const reasonOf = (text: string): string => {
      const { status, reason } = verifyCardNumber(text);
      return `${status} ${reason}`;
    };
    expect(reasonOf('')).to.equal('possible empty');
    expect(reasonOf('  ')).to.equal('possible empty');
    expect(reasonOf('5105 1051')).to.equal('possible length');
    expect(reasonOf(numberOf('51', 17))).to.equal('invalid length');
    expect(reasonOf(numberOf('51', 16, false))).to.equal('invalid checksum');
    expect(reasonOf(numberOf('4', 16, false))).to.equal('possible checksum');
    expect(reasonOf(numberOf('4', 19, false))).to.equal('invalid checksum');
    expect(reasonOf(numberOf('9', 12, false))).to.equal('possible checksum');
  });

  for (const text of ['4111a', '0', '0000000000000000', '-4111111111111111', '+4111', '4111.1111', '٤١١١', '4e15', '4111/1111']) {
    it(`calls the characters of ${text} wrong`, () =>
      expect(verifyCardNumber(text)).to.include({ status: 'invalid', reason: 'characters' }));
  }

  it('takes blanks, dashes and fullwidth digits', () => {
    for (const text of ['4111 1111 1111 1111', ' 4111-1111-1111-1111 ', '4111\u00a01111\t1111–11-11', '４１１１１１１１１１１１１１１１']) {
      expect(verifyCardNumber(text)).to.deep.equal({ status: 'valid', brand: 'visa', digits: '4111111111111111' });
    }
  });

  it('answers for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { status, digits, reason } = verifyCardNumber(text);
        expect(digits).to.match(/^\d*$/);
        expect(reason === undefined).to.equal(status === 'valid');
      }),
    );
  });
});

describe('formatCardNumber', () => {
  for (const { id, number, gaps } of cardFixtures) {
    it(`groups ${id}`, () => {
      const wanted = number
        .split('')
        .map((digit, index) => ((gaps ?? [4, 8, 12]).includes(index) ? ` ${digit}` : digit))
        .join('');
      expect(formatCardNumber(number)).to.equal(wanted);
    });
  }

  it('leaves no blank at the end and cuts no digit off', () => {
    expect(formatCardNumber('4111')).to.equal('4111');
    expect(formatCardNumber('41111')).to.equal('4111 1');
    expect(formatCardNumber('3782-822')).to.equal('3782 822');
    expect(formatCardNumber('4'.repeat(25))).to.equal(`4444 4444 4444 ${'4'.repeat(13)}`);
    expect(formatCardNumber('')).to.equal('');
  });

  it('changes nothing the second time', () => {
    fc.assert(fc.property(fc.string(), (text) => formatCardNumber(formatCardNumber(text)) === formatCardNumber(text)));
  });
});
