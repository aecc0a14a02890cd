import { expect } from '@open-wc/testing';
import { formatExpiration } from '../../../src/domain/card/expiration-format.js';

describe('formatExpiration', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['8', '08'],
    ['12', '12'],
    ['1/3', '1/3'],
    ['130', '01/30'],
    ['0130', '01/30'],
    ['012030', '01/2030'],
    ['01/2030', '01/2030'],
    ['01 / 30', '01/30'],
    ['01-30', '01/30'],
  ];
  for (const [text, shown] of cases)
    it(`shows ${JSON.stringify(text)} as ${JSON.stringify(shown)}`, () => expect(formatExpiration(text)).to.equal(shown));
});
