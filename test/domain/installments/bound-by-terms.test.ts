import { expect } from '@open-wc/testing';
import { boundByTerms, isWithinTerms, parseTerms, type PaymentTerms } from '../../../src/domain/installments/terms.js';

const TERMS: PaymentTerms = { maxInstallments: 6, feePayer: 'customer', feeFreeUpTo: 2 };

describe('boundByTerms', () => {
  it('offers what the terms say where a page has set nothing', () => {
    expect(boundByTerms({}, TERMS)).to.deep.equal({ terms: TERMS, excess: [] });
    expect(boundByTerms({}, {}), 'one installment without terms').to.deep.equal({
      terms: { maxInstallments: 1, feePayer: 'merchant', feeFreeUpTo: 0 },
      excess: [],
    });
  });

  for (const [what, wanted, terms, offered, excess] of [
    ['fewer installments', { maxInstallments: 3 }, TERMS, { ...TERMS, maxInstallments: 3 }, []],
    ['more installments', { maxInstallments: 12 }, TERMS, TERMS, ['maxInstallments']],
    ['another payer', { feePayer: 'merchant' }, TERMS, TERMS, ['feePayer']],
    ['a choice that the shop does not give', { feePayer: 'choice' }, TERMS, TERMS, ['feePayer']],
    ['one payer of a choice', { feePayer: 'customer' }, { ...TERMS, feePayer: 'choice' }, TERMS, []],
    ['more plans that the merchant pays', { feeFreeUpTo: 5 }, TERMS, TERMS, ['feeFreeUpTo']],
    ['fewer plans that the merchant pays', { feeFreeUpTo: 0 }, TERMS, TERMS, ['feeFreeUpTo']],
    [
      'more plans of the merchant in a choice',
      { feeFreeUpTo: 5 },
      { ...TERMS, feePayer: 'choice' },
      { ...TERMS, feePayer: 'choice', feeFreeUpTo: 5 },
      [],
    ],
    [
      'all of that for one installment',
      { feePayer: 'customer', feeFreeUpTo: 5 },
      { maxInstallments: 1, feePayer: 'merchant' },
      { maxInstallments: 1, feePayer: 'merchant', feeFreeUpTo: 0 },
      [],
    ],
  ] as const satisfies readonly (readonly [string, PaymentTerms, PaymentTerms, PaymentTerms, readonly string[]])[])
    it(`bounds ${what}`, () => {
      expect(boundByTerms(wanted, terms)).to.deep.equal({ terms: offered, excess });
    });

  it('offers nothing that the terms do not allow, whatever is wanted', () => {
    const payers = ['merchant', 'customer', 'choice'] as const;
    const counts = [1, 2, 3, 4, 5, 6];
    for (const payer of payers)
      for (const wantedPayer of [undefined, ...payers])
        for (const free of [0, 1, 2, 4])
          for (const wantedFree of [undefined, 0, 1, 3, 6])
            for (const max of [1, 3, 6]) {
              const terms = { maxInstallments: max, feePayer: payer, feeFreeUpTo: free };
              const wanted: PaymentTerms = {
                maxInstallments: 5,
                ...(wantedPayer && { feePayer: wantedPayer }),
                ...(wantedFree !== undefined && { feeFreeUpTo: wantedFree }),
              };
              const { terms: offered } = boundByTerms(wanted, terms);
              const plans = counts.flatMap((installments) =>
                (['merchant', 'customer'] as const).map((whoPaysFee) => ({ installments, whoPaysFee })),
              );
              const wrong = plans.filter((plan) => isWithinTerms(plan, parseTerms(offered)) && !isWithinTerms(plan, parseTerms(terms)));
              expect(wrong, JSON.stringify([wanted, terms, offered])).to.deep.equal([]);
            }
  });
});
