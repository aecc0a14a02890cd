import { expect } from '@open-wc/testing';
import { keepDigits } from '../../../src/domain/card/digits.js';

describe('keepDigits', () => {
  for (const text of ['737', ' 737', '737\t', '\u00a0737', '\u200b7\u200b37', '７３７', '7 3 7', 'CVV: 737'])
    it(`keeps 737 of ${JSON.stringify(text)}`, () => expect(keepDigits(text)).to.equal('737'));
});
