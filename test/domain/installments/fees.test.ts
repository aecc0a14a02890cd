import { expect } from '@open-wc/testing';
import type { Brand } from '../../../src/domain/card/brands.js';
import { feePayerOf, findFeeRow, verifyFees } from '../../../src/domain/installments/fees.js';
import type { BrandLimit, FeeRow, PlanRequest } from '../../../src/domain/installments/fees.js';

const REQUEST: PlanRequest = { amountCents: 30_000, maxInstallments: 12, minInstallmentCents: 500, feePayer: 'customer' };

/** The words of every problem, with the index of its row in front. */
function problemsOf(fees: unknown, request: Partial<PlanRequest> = {}): string[] {
  return verifyFees(fees, { ...REQUEST, ...request }).map(({ row, problem }) => `${row}: ${problem}`);
}

describe('verifyFees', () => {
  it('finds nothing wrong with the Brazilian offer', () => {
    const fees = [
      { installments: 2, whoPaysFee: 'merchant' },
      { installments: 3, total: '308.97', amount: '300.00', cet: 0.2999 },
      { installments: 3, total: '205.98', amount: '200' },
      { installments: 3, rate: 0.0299 },
      { installments: 4, rate: 0.0499, cet: 1.2 },
      { installments: 4, rate: 0.0599, brands: ['american-express'] },
      { installments: 4, rate: 0.0549, brands: ['elo', 'hipercard'] },
      { installments: 5, whoPaysFee: 'customer' },
    ];
    expect(problemsOf(fees)).to.deep.equal([]);
    expect(problemsOf([])).to.deep.equal([]);
  });

  const shapes: unknown[] = [
    null,
    'row',
    {},
    { installments: 0 },
    { installments: 1.5 },
    { installments: '3' },
    { installments: 3, whoPaysFee: 'shop' },
    { installments: 3, rate: -0.01 },
    { installments: 3, rate: '0.05' },
    { installments: 3, rate: NaN },
    { installments: 3, rate: Infinity },
    { installments: 3, rate: 1e300 },
    { installments: 3, total: 308.97 },
    { installments: 3, total: '308,97' },
    { installments: 3, total: '308.97', amount: 300 },
    { installments: 3, total: '308.97', amount: '0.00' },
    { installments: 3, rate: 0.05, cet: -0.1 },
    { installments: 3, rate: 0.05, cet: '0.2999' },
    { installments: 3, rate: 0.05, cet: Infinity },
    { installments: 3, rate: 0.05, brands: [] },
    { installments: 3, rate: 0.05, brands: ['amex'] },
    { installments: 3, rate: 0.05, brands: 'elo' },
  ];
  for (const row of shapes) {
    it(`refuses the row ${JSON.stringify(row)} and names it`, () => {
      expect(problemsOf([{ installments: 2, rate: 0.03 }, row])).to.have.length(1);
      expect(problemsOf([{ installments: 2, rate: 0.03 }, row])[0]).to.match(/^1: must be \{ installments/);
    });
  }

  const figures: [name: string, row: object, request: Partial<PlanRequest>, problem: RegExp][] = [
    ['a rate and a total', { installments: 3, rate: 0.05, total: '308.97' }, {}, /keep one/],
    ['a rate that is per cent', { installments: 3, rate: 4.99 }, {}, /^0: rate 4\.99 would be 499 %: write 0\.0499$/],
    ['a rate of 1', { installments: 3, rate: 1 }, {}, /^0: rate 1 would be 100 %: write 0\.01$/],
    ['a rate of 3.99, without noise', { installments: 3, rate: 3.99 }, {}, /^0: rate 3\.99 would be 399 %: write 0\.0399$/],
    ['a yearly cost that is per cent', { installments: 3, rate: 0.05, cet: 29.99 }, {}, /cet 29\.99 would be 2999 %: write 0\.2999$/],
    ['a customer fee with one installment', { installments: 1, whoPaysFee: 'customer', rate: 0.05 }, {}, /one installment/],
    ['a rate of almost 1 in gross-up', { installments: 3, rate: 0.9999999999999 }, { feeMode: 'gross-up' }, /under 1/],
    ['a total too large to be paid', { installments: 3, rate: 0.9999999 }, { feeMode: 'gross-up', amountCents: 1e11 }, /too large/],
    ['a total below the amount', { installments: 3, total: '299.99', amount: '300.00' }, {}, /below/],
    ['a total below its own amount, whatever is paid', { installments: 3, total: '99.99', amount: '100' }, { amountCents: 5_000 }, /below/],
    [
      'a merchant’s fee with a total above the amount',
      { installments: 3, whoPaysFee: 'merchant', total: '308.97', amount: '300' },
      {},
      /above/,
    ],
    ['a rate of 0 that the customer pays', { installments: 3, rate: 0 }, {}, /costs nothing/],
    [
      'a total of the amount that the customer pays',
      { installments: 3, whoPaysFee: 'customer', total: '300', amount: '300.00' },
      { feePayer: 'merchant' },
      /costs nothing/,
    ],
  ];
  for (const [name, row, request, problem] of figures) {
    it(`refuses ${name}`, () => {
      const [found, ...others] = problemsOf([row], request);
      expect(found).to.match(problem).and.match(/^0: /);
      expect(others).to.deep.equal([]);
    });
  }

  it('takes a rate of 0 that the merchant bears', () => {
    expect(problemsOf([{ installments: 3, rate: 0 }], { feePayer: 'merchant' })).to.deep.equal([]);
    expect(problemsOf([{ installments: 3, rate: 0 }], { feeFreeUpTo: 3 })).to.deep.equal([]);
    expect(problemsOf([{ installments: 1, rate: 0 }])).to.deep.equal([]);
  });

  it('refuses doubles: the same count for all brands, or for a brand twice', () => {
    const rate = 0.05;
    expect(
      problemsOf([
        { installments: 3, rate },
        { installments: 3, rate: 0.06 },
      ]),
    ).to.deep.equal(['1: is a second row for 3 installments']);
    expect(
      problemsOf([
        { installments: 3, rate, brands: ['elo', 'visa'] },
        { installments: 3, rate, brands: ['hiper', 'visa'] },
      ]),
    ).to.deep.equal(['1: is a second row for 3 installments']);
    expect(
      problemsOf([
        { installments: 3, total: '308.97', amount: '300' },
        { installments: 3, total: '309.97', amount: '300.00' },
      ]),
    ).to.deep.equal(['1: is a second row for 3 installments']);
  });

  it('takes limits of brands beside the rows of plans', () => {
    expect(
      problemsOf([
        { installments: 2, rate: 0.03, brands: ['elo'] },
        { brands: ['elo', 'hiper'], maxInstallments: 6, note: 'autumn' },
        { brands: ['hipercard'], maxInstallments: 1 },
        { installments: 3, rate: 0.04 },
      ]),
    ).to.deep.equal([]);
  });

  for (const [row, problem] of [
    [{ maxInstallments: 6 }, 'maxInstallments needs brands: ["elo"]. For all cards, set max-installments'],
    [{ installments: 3, maxInstallments: 6 }, 'maxInstallments beside installments: limit brands in a row of their own'],
    [{ installments: 3, brands: ['elo'], maxInstallments: 6 }, 'maxInstallments beside installments: limit brands in a row of their own'],
    [{ brands: ['elo'], maxInstallments: 6, rate: 0.05 }, 'maxInstallments beside rate: limit brands in a row of their own'],
    [{ brands: ['elo', 'visa'], maxInstallments: 3 }, 'is a second limit for visa'],
  ] as const)
    it(`refuses the limit ${JSON.stringify(row)} and names it`, () => {
      const first = { brands: ['visa', 'mastercard'], maxInstallments: 12 };
      expect(problemsOf([first, row])).to.deep.equal([`1: ${problem}`]);
    });

  for (const row of [
    { brands: ['elo'], maxInstallments: 0 },
    { brands: ['elo'], maxInstallments: 1.5 },
    { brands: ['elo'], maxInstallments: '6' },
    { brands: ['elo'], maxInstallments: null },
    { brands: [], maxInstallments: 6 },
    { brands: ['amex'], maxInstallments: 6 },
    { brands: ['unknown'], maxInstallments: 6 },
    { brands: ['elo'] },
  ])
    it(`refuses the shape of the limit ${JSON.stringify(row)}`, () => {
      expect(problemsOf([row])[0]).to.match(/^0: must be \{ installments.*, or \{ brands: \["elo"\], maxInstallments: 6 \}$/);
    });

  it('leaves a total without its amount to the plan, which has no figure then', () => {
    expect(problemsOf([{ installments: 3, total: '1.00' }])).to.deep.equal([]);
  });

  it('names every bad row', () => {
    const rows = [
      { installments: 2, rate: -1 },
      { installments: 3, rate: 0.03 },
      { installments: 4, total: '1', amount: '300' },
    ];
    expect(verifyFees(rows, REQUEST).map(({ row }) => row)).to.deep.equal([0, 2]);
  });

  it('refuses what is no table, and a mode that there is not', () => {
    expect(problemsOf({ 3: 0.05 })).to.deep.equal(['undefined: fees must be an array']);
    const request = { ...REQUEST };
    Object.assign(request, { feeMode: 'gross' });
    expect(verifyFees([], request)).to.deep.equal([{ problem: 'feeMode must be add or gross-up' }]);
  });
});

describe('findFeeRow', () => {
  const fees: (FeeRow | BrandLimit)[] = [
    { installments: 6, rate: 0.05 },
    { installments: 7, rate: 0.06 },
    { installments: 7, rate: 0.07, brands: ['elo'] },
    { brands: ['elo'], maxInstallments: 6 },
  ];
  it('finds no row above the limit of the brand', () => {
    const find = (installments: number, brand?: Brand): number | undefined =>
      findFeeRow(installments, { fees, amountCents: 30_000, ...(brand && { brand }) })?.rate;
    expect([find(6, 'elo'), find(7, 'elo'), find(7, 'visa'), find(7)]).to.deep.equal([0.05, undefined, 0.06, 0.06]);
  });
});

describe('feePayerOf', () => {
  it('is the merchant with one installment, whatever is asked', () => {
    expect(feePayerOf(1, { installments: 1, whoPaysFee: 'customer' }, { feePayer: 'customer' })).to.equal('merchant');
    expect(feePayerOf(1, undefined, { feePayer: 'customer', feeFreeUpTo: NaN })).to.equal('merchant');
    expect(feePayerOf(1, undefined, { feePayer: 'customer', feeFreeUpTo: 0 })).to.equal('merchant');
  });

  it('is the merchant up to the free count, then the row’s, then the one asked for', () => {
    const rules = { feePayer: 'customer', feeFreeUpTo: 3 } as const;
    expect(feePayerOf(3, { installments: 3, whoPaysFee: 'customer' }, rules)).to.equal('merchant');
    expect(feePayerOf(4, { installments: 4, whoPaysFee: 'merchant' }, rules)).to.equal('merchant');
    expect(feePayerOf(4, { installments: 4, rate: 0.05 }, rules)).to.equal('customer');
    expect(feePayerOf(4, undefined, { feePayer: 'merchant' })).to.equal('merchant');
  });
});
