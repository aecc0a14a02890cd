import { expect } from '@open-wc/testing';
import { feeTableSchema } from '../../../src/client/profile/fee-table-schema.js';

describe('feeTableSchema', () => {
  const good: object[] = [
    { installments: 1 },
    { installments: 120, whoPaysFee: 'merchant' },
    { installments: 2, whoPaysFee: 'customer', rate: 0 },
    { installments: 3, rate: 0.0499, brands: ['visa', 'elo'] },
    { installments: 6, total: '308.97' },
    { installments: 6, total: '308.97', amount: '300.00', cet: 0.2999 },
    { brands: ['elo', 'hiper'], maxInstallments: 6 },
  ];
  for (const row of good) {
    it(`takes ${JSON.stringify(row)}`, () => {
      expect(feeTableSchema().safeParse([row]).data).to.deep.equal([row]);
    });
  }

  const wrong: [string, unknown][] = [
    ['no count', { rate: 0.05 }],
    ['a count of 0', { installments: 0 }],
    ['half a count', { installments: 2.5 }],
    ['a count as text', { installments: '3' }],
    ['another payer', { installments: 2, whoPaysFee: 'shop' }],
    ['a negative rate', { installments: 2, rate: -0.01 }],
    ['a rate as text', { installments: 2, rate: '0.05' }],
    ['a rate that is no number', { installments: 2, rate: Number.NaN }],
    ['a total as a number', { installments: 2, total: 308.97 }],
    ['a total with a comma', { installments: 2, total: '308,97' }],
    ['an amount as a number', { installments: 2, total: '308.97', amount: 300 }],
    ['a negative yearly cost', { installments: 2, rate: 0.05, cet: -0.1 }],
    ['a yearly cost as text', { installments: 2, rate: 0.05, cet: '0.3' }],
    ['no brands', { installments: 2, brands: [] }],
    ['an unknown brand', { installments: 2, brands: ['unknown'] }],
    ['a name of every object as a brand', { installments: 2, brands: ['constructor'] }],
    ['a row that is no object', 3],
    ['a limit without brands', { maxInstallments: 6 }],
    ['a limit of 0', { brands: ['elo'], maxInstallments: 0 }],
    ['a limit in the row of a plan', { installments: 3, brands: ['elo'], maxInstallments: 6 }],
    ['a limit with a figure', { brands: ['elo'], maxInstallments: 6, rate: 0.05 }],
  ];
  for (const [what, row] of wrong) {
    it(`refuses ${what} and names the row`, () => {
      const { error } = feeTableSchema().safeParse([{ installments: 2 }, row]);
      expect(error?.issues[0]?.path[0]).to.equal(1);
    });
  }

  it('leaves a field that it does not know to the shop', () => {
    expect(feeTableSchema().safeParse([{ installments: 2, rate: 0.05, note: 'autumn' }]).success).to.equal(true);
  });

  it('refuses what is no list', () => {
    expect(feeTableSchema().safeParse({ installments: 2 }).success).to.equal(false);
  });
});
