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

  it('is given for a total of another amount, or of none, with what to write', async () => {
    const fees = [
      { installments: 2, total: '308.97', amount: '300.00' },
      { installments: 3, total: '309.97' },
    ];
    const page = await InstallmentsPage.open({ amount: '300.00', feePayer: 'customer', fees, maxInstallments: 2 });
    pages.push(page);
    expect(warnings).to.deep.equal([]);
    await page.change({ amount: '150.00', maxInstallments: 3 });

    expect(page.options.slice(1)).to.deep.equal(['2x com taxa calculada pela operadora', '3x com taxa calculada pela operadora']);
    expect(warnings).to.have.length(2);
    expect(warnings[0]).to.match(/2 installments of amount="300.00" alone.* fees-url/);
    expect(warnings[1]).to.match(/total="309.97" for 3 installments .* "amount": "300.00"/);
  });
});
