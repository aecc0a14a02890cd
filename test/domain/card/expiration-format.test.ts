import { expect } from '@open-wc/testing';
import { formatExpiration, shortenExpiration } from '../../../src/domain/card/expiration-format.js';

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

describe('shortenExpiration', () => {
  const cases: [string, string][] = [
    ['08/2031', '08/31'],
    ['08 / 2031', '08/31'],
    ['8/2031', '08/31'],
    ['08-2031', '08/31'],
    ['082031', '08/31'],
    ['2031-08', '08/31'],
    ['2031/08', '08/31'],
    ['08/31', '08/31'],
    ['0831', '08/31'],
    ['08/1999', '08/1999'],
    ['08/203', '08/203'],
    ['13/2031', '13/2031'],
    ['2031-13', '2031-13'],
    ['', ''],
  ];
  for (const [text, shown] of cases)
    it(`makes ${JSON.stringify(shown)} of ${JSON.stringify(text)}`, () => expect(shortenExpiration(text)).to.equal(shown));
});
