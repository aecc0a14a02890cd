import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { Brand } from '../../../src/domain/card/brands.js';
import { isCheckoutError } from '../../../src/domain/errors.js';
import { createInstallmentPlans } from '../../../src/domain/installments/plans.js';
import type { BrandLimit, InstallmentPlan, PlanRequest } from '../../../src/domain/installments/plans.js';

const REQUEST: PlanRequest = { amountCents: 30_000, maxInstallments: 12, minInstallmentCents: 500, feePayer: 'merchant' };

function planOf(installments: number, request: Partial<PlanRequest>): InstallmentPlan | undefined {
  return createInstallmentPlans({ ...REQUEST, ...request }).find((plan) => plan.installments === installments);
}

describe('createInstallmentPlans', () => {
  it('splits the amount exactly where the merchant pays', () => {
    expect(planOf(3, { amountCents: 10_000 })).to.deep.equal({
      installments: 3,
      whoPaysFee: 'merchant',
      totalCents: 10_000,
      partsCents: [3334, 3333, 3333],
      feeCents: 0,
      monthlyRate: 0,
      yearlyRate: 0,
    });
  });

  it('offers no part under the minimum, but always one installment', () => {
    const countsOf = (amountCents: number): number[] =>
      createInstallmentPlans({ ...REQUEST, amountCents }).map(({ installments }) => installments);
    expect(countsOf(1500)).to.deep.equal([1, 2, 3]);
    expect(countsOf(1499)).to.deep.equal([1, 2]);
    expect(countsOf(100)).to.deep.equal([1]);
  });

  it('counts the fee into the part that has to reach the minimum', () => {
    const request = { amountCents: 1499, feePayer: 'customer' as const, fees: [{ installments: 3, rate: 0.05 }] };
    expect(planOf(3, request)?.partsCents).to.deep.equal([525, 525, 524]);
    expect(planOf(3, { ...request, feePayer: 'merchant' })).to.equal(undefined);
  });

  it('offers no part of nothing, even with no minimum', () => {
    expect(createInstallmentPlans({ ...REQUEST, amountCents: 2, minInstallmentCents: 0 })).to.have.length(2);
  });

  it('knows no total of a customer’s fee that the shop gave no number for', () => {
    const plans = createInstallmentPlans({ ...REQUEST, feePayer: 'customer' });
    expect(plans[0]).to.include({ installments: 1, whoPaysFee: 'merchant', totalCents: 30_000 });
    expect(plans[1]).to.deep.equal({ installments: 2, whoPaysFee: 'customer' });
  });

  it('makes the Brazilian offer: up to 3 without interest, then by the table', () => {
    const fees = [
      { installments: 3, rate: 0.03 },
      { installments: 4, rate: 0.04 },
      { installments: 5, rate: 0.05, whoPaysFee: 'merchant' as const },
    ];
    const plans = createInstallmentPlans({ ...REQUEST, feePayer: 'customer', feeFreeUpTo: 3, fees, maxInstallments: 6 });
    expect(plans.map(({ whoPaysFee, totalCents }) => [whoPaysFee, totalCents])).to.deep.equal([
      ['merchant', 30_000],
      ['merchant', 30_000],
      ['merchant', 30_000],
      ['customer', 31_200],
      ['merchant', 30_000],
      ['customer', undefined],
    ]);
  });

  it('takes the row of the card’s brand before the row of all brands', () => {
    const fees = [
      { installments: 3, rate: 0.05 },
      { installments: 3, rate: 0.06, brands: ['elo' as const] },
      { installments: 4, rate: 0.07, brands: ['elo' as const] },
    ];
    const totalsOf = (request: Partial<PlanRequest>): (number | undefined)[] =>
      [3, 4].map((count) => planOf(count, { feePayer: 'customer', fees, ...request })?.totalCents);
    expect(totalsOf({ brand: 'elo' })).to.deep.equal([31_800, 32_100]);
    expect(totalsOf({ brand: 'visa' })).to.deep.equal([31_500, undefined]);
    expect(totalsOf({})).to.deep.equal([31_500, undefined]);
  });

  it('grosses 100.00 up to 105.25 at 4.99 %', () => {
    const plan = planOf(2, { amountCents: 10_000, feePayer: 'customer', feeMode: 'gross-up', fees: [{ installments: 2, rate: 0.0499 }] });
    expect(plan).to.include({ totalCents: 10_525, feeCents: 525 });
  });

  it('shows 12 x 94.50 of 1000.00 as 1.99 % a month and 26.68 % a year', () => {
    const plan = planOf(12, {
      amountCents: 100_000,
      feePayer: 'customer',
      fees: [{ installments: 12, total: '1134.00', amount: '1000.00' }],
    });
    expect(plan?.partsCents).to.deep.equal(Array.from({ length: 12 }, () => 9450));
    expect(plan?.monthlyRate?.toFixed(4)).to.equal('0.0199');
    expect(plan?.yearlyRate).to.be.closeTo(0.2668, 0.0001);
  });

  it('shows 3 x 102.99 of 300.00 as 1.49 % a month', () => {
    const plan = planOf(3, { feePayer: 'customer', fees: [{ installments: 3, total: '308.97', amount: '300.00' }] });
    expect(plan).to.deep.include({ totalCents: 30_897, partsCents: [10_299, 10_299, 10_299], feeCents: 897 });
    expect(plan?.monthlyRate?.toFixed(4)).to.equal('0.0149');
  });

  it('knows no total where the row’s is for another amount, or says of none', () => {
    for (const amount of ['299.99', undefined]) {
      const fees = [{ installments: 3, total: '308.97', ...(amount && { amount }) }];
      expect(planOf(3, { feePayer: 'customer', fees })).to.deep.equal({ installments: 3, whoPaysFee: 'customer' });
    }
  });

  it('takes of several rows of a count the one for this amount, then the one for any', () => {
    const fees = [
      { installments: 3, total: '205.98', amount: '200.00' },
      { installments: 3, rate: 0.05 },
      { installments: 3, total: '308.97', amount: '300' },
      { installments: 3, total: '999.00' },
    ];
    const totalOf = (amountCents: number): number | undefined => planOf(3, { amountCents, feePayer: 'customer', fees })?.totalCents;
    expect([20_000, 30_000, 40_000].map(totalOf)).to.deep.equal([20_598, 30_897, 42_000]);
  });

  it('leaves the fee with the payer of the row, also where its total is for another amount', () => {
    const fees = [{ installments: 3, whoPaysFee: 'customer' as const, total: '308.97', amount: '300.00' }];
    expect(planOf(3, { amountCents: 40_000, fees })).to.deep.equal({ installments: 3, whoPaysFee: 'customer' });
  });

  it('holds a rate to its amount where it states one', () => {
    const fees = [{ installments: 3, rate: 0.05, amount: '300.00' }];
    expect(planOf(3, { feePayer: 'customer', fees })?.totalCents).to.equal(31_500);
    expect(planOf(3, { amountCents: 40_000, feePayer: 'customer', fees })).not.to.have.property('totalCents');
  });

  const bad: [name: string, request: Partial<PlanRequest>, message: RegExp][] = [
    [
      'a bad row, naming it',
      {
        fees: [
          { installments: 2, rate: 0.03 },
          { installments: 3, rate: 0.05, total: '308.97' },
        ],
      },
      /^fees\[1\]: /,
    ],
    ['a bad row of a plan that is not offered', { maxInstallments: 2, fees: [{ installments: 12, rate: -1 }] }, /^fees\[0\]: /],
    ['no amount', { amountCents: 0 }, /amountCents/],
    ['parts of a cent', { amountCents: 10.5 }, /amountCents/],
    ['no installments', { maxInstallments: 0 }, /maxInstallments/],
    ['NaN installments', { maxInstallments: NaN }, /maxInstallments/],
  ];
  for (const [name, request, message] of bad) {
    it(`throws for ${name}`, () => {
      expect(() => createInstallmentPlans({ ...REQUEST, ...request }))
        .to.throw(message)
        .that.satisfies((error: unknown) => isCheckoutError(error) && error.code === 'invalid-config');
    });
  }
});

describe('every set of plans', () => {
  const anyRequest = fc.record<PlanRequest>({
    amountCents: fc.integer({ min: 1, max: 10_000_000 }),
    maxInstallments: fc.integer({ min: 1, max: 24 }),
    minInstallmentCents: fc.integer({ min: 0, max: 10_000 }),
    feePayer: fc.constantFrom('merchant', 'customer'),
    feeMode: fc.constantFrom('add', 'gross-up'),
    feeFreeUpTo: fc.integer({ min: 0, max: 24 }),
    fees: fc.uniqueArray(
      fc.record({ installments: fc.integer({ min: 1, max: 24 }), rate: fc.integer({ min: 1, max: 5000 }).map((units) => units / 10_000) }),
      {
        selector: ({ installments }) => installments,
      },
    ),
  });

  it('has parts that add up, none under the floor, and counts that rise from 1', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const plans = createInstallmentPlans(request);
        expect(plans[0]).to.include({ installments: 1, whoPaysFee: 'merchant', totalCents: request.amountCents });
        let previous = 0;
        for (const { installments, totalCents, partsCents, feeCents } of plans) {
          expect(installments).to.be.within(previous + 1, request.maxInstallments);
          previous = installments;
          if (!partsCents) continue;
          expect(partsCents).to.have.length(installments);
          expect(partsCents.reduce((sum, part) => sum + part, 0)).to.equal(totalCents);
          expect(feeCents).to.equal(Number(totalCents) - request.amountCents);
          if (installments > 1) expect(Math.min(...partsCents)).to.be.at.least(Math.max(1, request.minInstallmentCents));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out no plan whose parts reach the floor', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const counts = createInstallmentPlans({ ...request, feePayer: 'merchant', fees: [] }).map(({ installments }) => installments);
        const floorCents = Math.max(1, request.minInstallmentCents);
        const wanted = Array.from({ length: request.maxInstallments }, (_, index) => index + 1);
        expect(counts).to.deep.equal(wanted.filter((count) => count === 1 || count * floorCents <= request.amountCents));
      }),
    );
  });

  it('leaves out the plans above the limit of the brand, and no other', () => {
    const limits: BrandLimit[] = [
      { brands: ['elo', 'hiper'], maxInstallments: 6 },
      { brands: ['hipercard'], maxInstallments: 99 },
      { brands: ['maestro'], maxInstallments: 1 },
    ];
    fc.assert(
      fc.property(anyRequest, fc.constantFrom<Brand>('elo', 'hiper', 'hipercard', 'maestro', 'visa', 'unknown'), (request, brand) => {
        const fees = request.fees ?? [];
        const limit = limits.find(({ brands }) => brands.includes(brand))?.maxInstallments ?? Infinity;
        const without = createInstallmentPlans({ ...request, brand });
        const limited = createInstallmentPlans({ ...request, brand, fees: [...limits, ...fees] });
        expect(limited).to.deep.equal(without.filter(({ installments }) => installments <= limit));
      }),
    );
  });

  it('limits no brand while the brand of the card is not known', () => {
    const request = { amountCents: 30_000, maxInstallments: 12, minInstallmentCents: 500, feePayer: 'merchant' } as const;
    const fees: BrandLimit[] = [{ brands: ['elo'], maxInstallments: 6 }];
    expect(createInstallmentPlans({ ...request, fees })).to.have.length(12);
    expect(createInstallmentPlans({ ...request, fees, brand: 'elo' })).to.have.length(6);
    expect(() => createInstallmentPlans({ ...request, fees: [...fees, ...fees] })).to.throw('fees[1]: is a second limit for elo');
  });

  it('never charges the customer in a plan that is the merchant’s', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        for (const { installments, whoPaysFee, feeCents, monthlyRate } of createInstallmentPlans(request)) {
          const isMerchants = installments === 1 || installments <= Number(request.feeFreeUpTo) || request.feePayer === 'merchant';
          expect(whoPaysFee).to.equal(isMerchants ? 'merchant' : 'customer');
          if (isMerchants) expect({ feeCents, monthlyRate }).to.deep.equal({ feeCents: 0, monthlyRate: 0 });
        }
      }),
    );
  });
});
