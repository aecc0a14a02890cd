import { expect } from '@open-wc/testing';
import { InstallmentsPage, OFFER_FEES } from './installments-page.js';

describe('the warning of a fee without a number', () => {
  const original = console.warn;
  const pages: InstallmentsPage[] = [];
  let warnings: string[];

  beforeEach(() => {
    warnings = [];
    console.warn = (message: unknown) => warnings.push(String(message));
  });

  afterEach(() => {
    console.warn = original;
    for (const page of pages.splice(0)) page.remove();
  });

  // In this order: the page is warned once.
  it('is not given where the shop gave its figures, or the brand decides', async () => {
    pages.push(await InstallmentsPage.open({ amount: '300.00', feePayer: 'merchant' }));
    pages.push(
      await InstallmentsPage.open({ amount: '300.00', feePayer: 'customer', fees: OFFER_FEES, maxInstallments: 6, feeFreeUpTo: 3 }),
    );
    const fees = [{ installments: 2, rate: 0.1, brands: ['elo' as const] }];
    pages.push(await InstallmentsPage.open({ amount: '300.00', feePayer: 'customer', fees, maxInstallments: 2 }));

    expect(warnings).to.deep.equal([]);
  });

  it('is given once a page, with the law and what to set', async () => {
    pages.push(await InstallmentsPage.open({ amount: '300.00', feePayer: 'choice' }));
    pages.push(await InstallmentsPage.open({ amount: '300.00', feePayer: 'customer' }));

    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.match(/Brazilian law wants the total shown .* set fees/);
  });
});
