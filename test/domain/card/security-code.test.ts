import { expect } from '@open-wc/testing';
import type { Brand } from '../../../src/domain/card/brands.js';
import { detectBrand } from '../../../src/domain/card/brands.js';
import { securityCodeLength, verifySecurityCode } from '../../../src/domain/card/security-code.js';
import { cardFixtures } from '../../../src/fixtures/index.js';

describe('verifySecurityCode', () => {
  for (const { id, number, securityCodeLength: length } of cardFixtures) {
    it(`asks as many digits as ${id} has`, () => expect(securityCodeLength(detectBrand(number))).to.equal(length));
  }

  const cases: [string, Brand, string][] = [
    ['', 'visa', 'possible'],
    ['12', 'visa', 'possible'],
    ['123', 'visa', 'valid'],
    ['000', 'visa', 'valid'],
    ['1234', 'visa', 'invalid'],
    ['123', 'american-express', 'possible'],
    ['1234', 'american-express', 'valid'],
    ['12345', 'american-express', 'invalid'],
    ['12', 'unknown', 'possible'],
    ['123', 'unknown', 'valid'],
    ['1234', 'unknown', 'valid'],
    ['12345', 'unknown', 'invalid'],
    ['12a', 'visa', 'invalid'],
    ['-12', 'visa', 'invalid'],
    ['1 2', 'visa', 'invalid'],
    ['١٢٣', 'visa', 'invalid'],
    [' 123 ', 'visa', 'valid'],
    ['１２３', 'visa', 'valid'],
    ['\u200b123\ufeff', 'visa', 'valid'],
    ['\u00a0123\t', 'visa', 'valid'],
  ];
  for (const [text, brand, verdict] of cases) {
    it(`calls ${JSON.stringify(text)} ${verdict} for ${brand}`, () => expect(verifySecurityCode(text, brand)).to.equal(verdict));
  }
});
