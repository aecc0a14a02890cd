import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { Brand } from '../../../src/domain/card/brands.js';
import { isCheckoutError } from '../../../src/domain/errors.js';
import { findFeeRow } from '../../../src/domain/installments/fees.js';
import { createInstallmentPlans, type FeeRow } from '../../../src/domain/installments/plans.js';
import { isWithinTerms, parseTerms, type PaymentTerms } from '../../../src/domain/installments/terms.js';
import type { FeePayer } from '../../../src/domain/payment.js';

const PAYERS: readonly FeePayer[] = ['merchant', 'customer'];
const count = fc.integer({ min: 1, max: 14 });

/** Terms as a shop may write them, with or without each field. */
const terms = fc.record(
  {
    maxInstallments: count,
    feePayer: fc.constantFrom('merchant' as const, 'customer' as const, 'choice' as const),
    feeFreeUpTo: fc.integer({ min: 0, max: 14 }),
  },
  { requiredKeys: [] },
);

/** A table with one row for a count at most; some rows name who pays. */
const table = fc.uniqueArray(
  fc.record(
    { installments: fc.integer({ min: 2, max: 14 }), whoPaysFee: fc.constantFrom(...PAYERS), rate: fc.constant(0.05) },
    { requiredKeys: ['installments', 'rate'] },
  ),
  { selector: ({ installments }) => installments },
);

/** Every plan that a page offers by terms and a table, whoever of the two pays where the shopper chooses. */
function listPlans({ maxInstallments, feePayer, feeFreeUpTo }: PaymentTerms, fees: FeeRow[]): Set<string> {
  const request = {
    amountCents: 1_000_000,
    maxInstallments: maxInstallments ?? 1,
    minInstallmentCents: 1,
    feeFreeUpTo: feeFreeUpTo ?? 0,
    fees,
  };
  const payers = feePayer === 'choice' ? PAYERS : [feePayer ?? 'merchant'];
  const plans = payers.flatMap((payer) => createInstallmentPlans({ ...request, feePayer: payer }));
  return new Set(plans.map(({ installments, whoPaysFee }) => `${installments} ${whoPaysFee}`));
}

describe('the terms of an order', () => {
  it('allow what a page offers by them, and nothing else', () => {
    fc.assert(
      fc.property(terms, count, fc.constantFrom(...PAYERS), (given, installments, whoPaysFee) => {
        const isOffered = listPlans(given, []).has(`${installments} ${whoPaysFee}`);
        expect(isWithinTerms({ installments, whoPaysFee }, parseTerms(given))).to.equal(isOffered);
      }),
    );
  });

  it('allow what a page offers by them and the fee table of the shop, and nothing else', () => {
    fc.assert(
      fc.property(terms, table, count, fc.constantFrom(...PAYERS), (given, fees, installments, whoPaysFee) => {
        const isOffered = listPlans(given, fees).has(`${installments} ${whoPaysFee}`);
        const row = findFeeRow(installments, { fees, amountCents: 1_000_000 });
        expect(isWithinTerms({ installments, whoPaysFee }, parseTerms(given), { row })).to.equal(isOffered);
      }),
    );
  });

  it('are one installment where the shop says none', () => {
    expect(parseTerms()).to.deep.equal({ maxInstallments: 1, feePayer: 'merchant' });
    expect(parseTerms({})).to.deep.equal({ maxInstallments: 1, feePayer: 'merchant' });
    expect(isWithinTerms({ installments: 1, whoPaysFee: 'merchant' }, parseTerms())).to.equal(true);
    for (const whoPaysFee of PAYERS) expect(isWithinTerms({ installments: 2, whoPaysFee }, parseTerms())).to.equal(false);
  });

  it('never let the customer pay the fee of one installment', () => {
    for (const feePayer of ['customer', 'choice'] as const)
      expect(isWithinTerms({ installments: 1, whoPaysFee: 'customer' }, parseTerms({ maxInstallments: 12, feePayer }))).to.equal(false);
  });

  it('limit the brands that they name, never beyond the largest number', () => {
    const given = parseTerms({ maxInstallments: 8, maxInstallmentsByBrand: { elo: 6, hipercard: 3, visa: 12, maestro: 1 } });
    const most = (brand?: Brand): number =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13].findLast((installments) =>
        isWithinTerms({ installments, whoPaysFee: 'merchant' }, given, { brand }),
      ) ?? 0;
    expect([most('elo'), most('hipercard'), most('maestro')]).to.deep.equal([6, 3, 1]);
    expect([most('visa'), most('mastercard'), most('unknown'), most()]).to.deep.equal([8, 8, 8, 8]);
  });

  it('let no row of the fee table allow more than the limit of a brand', () => {
    const given = parseTerms({ maxInstallments: 8, feePayer: 'customer', maxInstallmentsByBrand: { elo: 6 } });
    const row: FeeRow = { installments: 7, whoPaysFee: 'merchant' };
    const isAllowed = (brand: Brand): boolean => isWithinTerms({ installments: 7, whoPaysFee: 'merchant' }, given, { row, brand });
    expect([isAllowed('elo'), isAllowed('visa')]).to.deep.equal([false, true]);
  });

  for (const [limits, sentence] of [
    [{ elo: 0 }, 'terms.maxInstallmentsByBrand.elo cannot be used: it must be a whole number from 1 to 99.'],
    [{ visa: 12, elo: '6' }, 'terms.maxInstallmentsByBrand.elo cannot be used: it must be a whole number from 1 to 99.'],
    [{ elo: 100 }, 'terms.maxInstallmentsByBrand.elo cannot be used: it must be a whole number from 1 to 99.'],
    [{ elo: undefined }, 'terms.maxInstallmentsByBrand.elo cannot be used: it must be a whole number from 1 to 99.'],
    [{ amex: 6 }, 'terms.maxInstallmentsByBrand.amex cannot be used: it must be one of visa, mastercard, american-express, '],
    [{ unknown: 6 }, 'terms.maxInstallmentsByBrand.unknown cannot be used: it must be one of visa, '],
    [6, 'terms.maxInstallmentsByBrand cannot be used: it must be an object like { elo: 6 }.'],
    [null, 'terms.maxInstallmentsByBrand cannot be used: it must be an object like { elo: 6 }.'],
    [[6], 'terms.maxInstallmentsByBrand cannot be used: it must be an object like { elo: 6 }.'],
  ] as const)
    it(`cannot be used with the limits ${JSON.stringify(limits)} of brands, and say why`, () => {
      expect(String(errorOf({ maxInstallments: 12, maxInstallmentsByBrand: limits }))).to.contain(sentence);
    });

  it('hold nothing else that stands beside them', () => {
    const given = { maxInstallments: 3, feePayer: 'choice', feeFreeUpTo: 0, margin: 0.7 } as const;
    expect(parseTerms(given)).to.deep.equal({ maxInstallments: 3, feePayer: 'choice', feeFreeUpTo: 0 });
  });

  const wrongs: readonly (readonly [string, unknown])[] = [
    ...[0, -1, 1.5, 100, 1e9, NaN, Infinity, '3', null, [3]].map((wrong) => ['maxInstallments', wrong] as const),
    ...[-1, 1.5, 100, NaN, '3', null, true].map((wrong) => ['feeFreeUpTo', wrong] as const),
    ...['Merchant', 'shop', '', null, 1, ['choice']].map((wrong) => ['feePayer', wrong] as const),
  ];
  for (const [field, wrong] of wrongs) {
    it(`cannot be used, and are named, with ${field} ${JSON.stringify(wrong)}`, () => {
      const error = errorOf({ maxInstallments: 3, [field]: wrong });
      expect(isCheckoutError(error) && error.code).to.equal('invalid-config');
      expect(String(error)).to.contain(`terms.${field}`);
    });
  }

  for (const wrong of [null, 3, 'choice', false]) {
    it(`cannot be ${JSON.stringify(wrong)}`, () => {
      expect(String(errorOf(wrong))).to.contain('terms');
    });
  }
});

/** What reading terms of a shop without types throws. */
function errorOf(given: unknown): unknown {
  try {
    Reflect.apply(parseTerms, undefined, [given]);
  } catch (error) {
    return error;
  }
  return undefined;
}
