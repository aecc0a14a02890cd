import { expect } from '@open-wc/testing';
import { parseArrivedAmount } from '../../../src/domain/pix/arrived-amount.js';

describe('parseArrivedAmount', () => {
  for (const [value, cents] of [
    [149.9, 14_990],
    [100, 10_000],
    ['149.90', 14_990],
    ['149,90', 14_990],
    ['149.9', 14_990],
    ['149,9', 14_990],
    ['149', 14_900],
    ['100,00', 10_000],
    ['100.0000', 10_000],
    ['100,0000', 10_000],
    ['149.9000', 14_990],
    ['1000.000', 100_000],
    ['0.500', 50],
    ['1.234,56', 123_456],
    ['1.234,5', 123_450],
    ['1.234,560', 123_456],
    ['1.234.567,89', 123_456_789],
    ['0,01', 1],
  ] as const) {
    it(`reads ${JSON.stringify(value)} as ${cents} cents`, () => {
      expect(parseArrivedAmount(value)).to.equal(cents);
    });
  }

  for (const value of [undefined, null]) {
    it(`takes ${String(value)} for no amount`, () => {
      expect(parseArrivedAmount(value)).to.equal(undefined);
    });
  }

  for (const value of [
    ...['1.000', '1,000', '149.900', '149,900', '999.000', '1.234', '1.234.567', '1,234.56', '12.34,56', '1.23,45', '0.123,45'],
    ...[
      '',
      ' ',
      ' 149.90',
      '149.90 ',
      'R$ 100',
      'R$ 149,90',
      '149.90 BRL',
      '+149.90',
      '-149.90',
      '1e2',
      '0x10',
      '١٤٩',
      '149.',
      '.90',
      '149,',
      ',',
    ],
    ...['149.901', '149.905', '0', '0.00', '0,00', '00', '99999999999', 'NaN', 'unclear', 'true'],
    ...[0, -0, -1, 0.001, 149.905, Number.NaN, Infinity, 1e21, 10_000_000_000],
    ...[true, false, {}, [], [149.9], { amount: 149.9 }, 149n, Symbol('149')],
  ]) {
    it(`can't read ${typeof value === 'object' ? JSON.stringify(value) : `${typeof value} ${String(value)}`}`, () => {
      expect(parseArrivedAmount(value)).to.equal('unclear');
    });
  }
});
