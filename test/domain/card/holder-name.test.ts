import { expect } from '@open-wc/testing';
import { hintHolderName, verifyHolderName } from '../../../src/domain/card/holder-name.js';

describe('hintHolderName', () => {
  const cases: [string, string | undefined][] = [
    ['', undefined],
    ['MARIA DA SILVA', undefined],
    ["João D'Ávila-Neto Jr.", undefined],
    ['MARIA 2', 'digits'],
    ['４１１１', 'digits'],
    ['maria@loja.com.br', 'email'],
    ['maria1@loja.com.br', 'email'],
  ];
  for (const [text, hint] of cases) it(`hints ${hint} for ${JSON.stringify(text)}`, () => expect(hintHolderName(text)).to.equal(hint));
});

describe('verifyHolderName', () => {
  const cases: [string, string][] = [
    ['', 'possible'],
    ['  ', 'possible'],
    ['-', 'possible'],
    ['12', 'possible'],
    ['J', 'valid'],
    ['JOSÉ', 'valid'],
    ['山田', 'valid'],
    ['MARIA 2', 'valid'],
    ['4111 1111 1111 1111', 'invalid'],
    ['MARIA 4111-1111-1111', 'invalid'],
    ['MARIA 41111111111', 'valid'],
  ];
  for (const [text, verdict] of cases)
    it(`calls ${JSON.stringify(text)} ${verdict}`, () => expect(verifyHolderName(text)).to.equal(verdict));
});
