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
    ['MARIA 123.456.789-09', 'valid'],
    ['12.345.678 MARIA 1234', 'valid'],
    ['٤١١١ ١١١١ ١١١١ ١١١١', 'invalid'],
  ];
  for (const [text, verdict] of cases)
    it(`calls ${JSON.stringify(text)} ${verdict}`, () => expect(verifyHolderName(text)).to.equal(verdict));

  for (const between of [
    '.',
    '/',
    '_',
    '·',
    '|',
    '\\',
    ',',
    '*',
    '\t',
    ' - ',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u2060',
    '\ufeff',
    '💳',
    'x',
    ' e ',
    'º',
    '™',
    '\u318d',
  ])
    it(`finds a card's number with ${JSON.stringify(between)} between its digits`, () => {
      expect(verifyHolderName(['4111', '1111', '1111', '1111'].join(between))).to.equal('invalid');
      expect(verifyHolderName(`MARIA ${[...'4111111111111111'].join(between)}`)).to.equal('invalid');
    });
});
