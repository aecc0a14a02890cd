import { expect } from '@open-wc/testing';
import { formatCnpj } from '../../src/domain/cnpj.js';

describe('formatCnpj', () => {
  for (const [text, written] of [
    ['12345678000195', '12.345.678/0001-95'],
    ['12.345.678/0001-95', '12.345.678/0001-95'],
    [' 00.000.000/0001-91 ', '00.000.000/0001-91'],
    // The example of the Receita Federal for a CNPJ with letters.
    ['12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
  ] as const) {
    it(`writes ${text} with its punctuation`, () => expect(formatCnpj(text)).to.equal(written));
  }

  for (const text of [
    ...[
      '12345678000196',
      '12345678000185',
      '12.ABC.345/01DE-36',
      '12.ABC.345/01DE-3A',
      '00000000000000',
      '1234567800019',
      '123456780001950',
    ],
    ...['', '529.982.247-25', '12_345_678/0001-95', '１２３４５６７８０００１９５'],
  ]) {
    it(`refuses "${text}"`, () => expect(formatCnpj(text)).to.equal(undefined));
  }
});
