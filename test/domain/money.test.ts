import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import {
  amountFromCents,
  centsFromAmount,
  formatAmount,
  formatReais,
  isAmountCents,
  parseAmount,
  parseReais,
  splitCents,
} from '../../src/domain/money.js';

const anyCents = fc.integer({ min: 1, max: 999_999_999_999 });

describe('parseAmount', () => {
  const right: [string, number][] = [
    ['149.90', 14990],
    ['149.9', 14990],
    ['149', 14900],
    ['0.01', 1],
    ['0.29', 29],
    ['19.99', 1999],
    ['1.15', 115],
    ['4.35', 435],
    ['007', 700],
    ['9999999999.99', 999_999_999_999],
  ];
  for (const [text, cents] of right) it(`reads ${text} as ${cents} cents`, () => expect(parseAmount(text)).to.equal(cents));

  const wrong = [
    '',
    '0',
    '0.00',
    '-1',
    '+1',
    '12,3',
    '1.234',
    '1.',
    '.5',
    ' 1',
    '1 ',
    '1\n',
    '1e3',
    '0x10',
    'NaN',
    '12345678901',
    '١٢',
    '１２',
  ];
  for (const text of wrong) it(`refuses ${JSON.stringify(text)}`, () => expect(parseAmount(text)).to.equal(undefined));

  it('reads back every amount that formatAmount writes', () => {
    fc.assert(fc.property(anyCents, (cents) => parseAmount(formatAmount(cents)) === cents));
  });
});

describe('parseReais', () => {
  const right: [string, number][] = [
    ['1.234,56', 123456],
    ['1234,56', 123456],
    ['1234,5', 123450],
    ['1.234', 123400],
    ['10', 1000],
    ['0,29', 29],
    ['0', 0],
    ['R$ 1.234,56', 123456],
    ['R$\u00a01.234,56', 123456],
    ['R$10', 1000],
    [' 10,00 ', 1000],
    ['9.999.999.999,99', 999_999_999_999],
  ];
  for (const [text, cents] of right) it(`reads ${JSON.stringify(text)} as ${cents} cents`, () => expect(parseReais(text)).to.equal(cents));

  const wrong = [
    '',
    'R$',
    '1,234.56',
    '149.90',
    '1.23,45',
    '12.34.567',
    '0.123,00',
    '1234.567',
    '1,2,3',
    '1,234',
    '-1',
    '10 reais',
    '10.000.000.000',
  ];
  for (const text of wrong) it(`refuses ${JSON.stringify(text)}`, () => expect(parseReais(text)).to.equal(undefined));

  it('reads back every amount that formatReais writes', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => parseReais(formatReais(cents)) === cents));
  });
});

describe('formatReais', () => {
  const cases: [number, string][] = [
    [0, 'R$\u00a00,00'],
    [5, 'R$\u00a00,05'],
    [14990, 'R$\u00a0149,90'],
    [100_000, 'R$\u00a01.000,00'],
    [123_456_789, 'R$\u00a01.234.567,89'],
    [-14990, '-R$\u00a0149,90'],
  ];
  for (const [cents, text] of cases) it(`writes ${cents} cents as ${text}`, () => expect(formatReais(cents)).to.equal(text));

  it('writes what Intl writes in pt-BR', () => {
    const intl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
    fc.assert(fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => formatReais(cents) === intl.format(cents / 100)));
  });
});

describe('amounts of the wire', () => {
  it('sends 149.9 for 14990 cents and 10 for 1000', () => {
    expect(JSON.stringify([amountFromCents(14990), amountFromCents(1000)])).to.equal('[149.9,10]');
  });

  it('never sends a number with a third decimal', () => {
    fc.assert(fc.property(anyCents, (cents) => /^\d+(\.\d{1,2})?$/.test(JSON.stringify(amountFromCents(cents)))));
  });

  it('reads its own numbers back', () => {
    fc.assert(fc.property(anyCents, (cents) => centsFromAmount(amountFromCents(cents)) === cents));
  });

  for (const amount of [0, -1, 1.005, 10.123, 0.001, NaN, Infinity, 1e10]) {
    it(`refuses ${amount}`, () => expect(centsFromAmount(amount)).to.equal(undefined));
  }

  it('takes whole cents from 1 to ten digits of reais as an amount', () => {
    expect([0, 1, 1.5, 999_999_999_999, 1e12, NaN].map(isAmountCents)).to.deep.equal([false, true, false, true, false, false]);
  });
});

describe('splitCents', () => {
  it('gives the odd cents one each to the first parts', () => {
    expect(splitCents(10_000, 3)).to.deep.equal([3334, 3333, 3333]);
    expect(splitCents(20_000, 3)).to.deep.equal([6667, 6667, 6666]);
  });

  it('adds up to the total, in falling parts at most a cent apart', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 24 }), (totalCents, count) => {
        const parts = splitCents(totalCents, count);
        expect(parts).to.have.length(count);
        expect(parts.reduce((sum, part) => sum + part, 0)).to.equal(totalCents);
        expect(Number(parts[0]) - Number(parts.at(-1))).to.be.within(0, 1);
        expect(parts).to.deep.equal(parts.toSorted((a, b) => b - a));
      }),
    );
  });
});
