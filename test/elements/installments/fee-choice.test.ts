import { expect } from '@open-wc/testing';
import type { Installments } from '../../../src/elements/installments/installments.js';
import { InstallmentsPage } from './installments-page.js';

const CHOICE: Partial<Installments> = {
  amount: '300.00',
  feePayer: 'choice',
  fees: [2, 3, 4, 5, 6].map((installments) => ({ installments, rate: installments / 100 })),
  maxInstallments: 6,
};

describe('the choice of who pays the fee', () => {
  let page: InstallmentsPage;

  async function open(settings: Partial<Installments>): Promise<void> {
    page = await InstallmentsPage.open({ ...CHOICE, ...settings });
  }

  afterEach(() => page.remove());

  for (const feePayer of ['merchant', 'customer'] as const) {
    it(`is not offered with fee-payer="${feePayer}"`, async () => {
      await open({ feePayer, defaultInstallments: 3 });

      expect(page.part('fee-payer')).to.equal(undefined);
      expect(page.element.plan.whoPaysFee).to.equal(feePayer);
    });
  }

  it('is not shown with one installment, where the merchant pays', async () => {
    await open({});
    expect(page.part('fee-payer')).to.equal(undefined);
    expect(page.element.plan).to.include({ installments: 1, whoPaysFee: 'merchant' });

    await page.choose(2);
    expect(page.radio('merchant').checked).to.equal(true);
    expect(page.part('fee-reason')).to.equal(undefined);
  });

  it('shows both totals before anything is chosen', async () => {
    await open({ defaultInstallments: 3 });

    expect(page.part('fee-payer')).to.contain('A loja Total R$ 300,00 Eu Total R$ 309,00');
    expect(page.part('fee-reason')).to.equal(undefined);
  });

  it('changes the list, the summary and the plan at once when it is clicked, both ways', async () => {
    await open({ defaultInstallments: 3 });

    await page.click(page.radio('customer'));
    expect(page.part('total')).to.equal('Total R$ 309,00');
    expect(page.options[2]).to.equal('3x de R$ 103,00 com juros · total R$ 309,00');
    expect(page.element.plan).to.include({ installments: 3, whoPaysFee: 'customer', totalCents: 30900 });

    await page.click(page.radio('merchant'));
    expect(page.part('total')).to.equal('Total R$ 300,00');
    expect(page.options[2]).to.equal('3x de R$ 100,00 sem juros');
    expect(page.element.plan).to.include({ installments: 3, whoPaysFee: 'merchant', totalCents: 30000 });
  });

  it('is made with the arrow keys', async () => {
    await open({ defaultInstallments: 3 });
    page.radio('merchant').focus();

    await page.press('ArrowDown');
    expect(page.radio('customer').checked).to.equal(true);
    expect(page.element.totalCents).to.equal(30900);

    await page.press('ArrowUp');
    expect(page.radio('merchant').checked).to.equal(true);
    expect(page.element.totalCents).to.equal(30000);
  });

  it('is kept while the shopper looks at a single payment', async () => {
    await open({ defaultInstallments: 3 });
    await page.click(page.radio('customer'));

    await page.choose(1);
    expect(page.part('fee-payer')).to.equal(undefined);
    expect(page.element.plan.whoPaysFee).to.equal('merchant');

    await page.choose(4);
    expect(page.element.plan.whoPaysFee).to.equal('customer');
    expect(page.part('notice')).to.equal('');
  });

  it('leaves the plans that are free by fee-free-up-to to the merchant', async () => {
    await open({ feeFreeUpTo: 3, defaultInstallments: 4 });
    await page.click(page.radio('customer'));
    await page.choose(3);

    expect(page.element.plan).to.include({ whoPaysFee: 'merchant', totalCents: 30000 });
    expect(page.radio('customer').disabled).to.equal(true);
    expect(page.part('fee-reason')).to.equal('Em 3x, a taxa é da loja.');
  });

  it('leaves a plan to the payer that its row names', async () => {
    await open({ fees: [{ installments: 2, rate: 0.1, whoPaysFee: 'customer' }], defaultInstallments: 2 });

    expect(page.element.plan).to.include({ whoPaysFee: 'customer', totalCents: 33000 });
    expect(page.radio('merchant').disabled).to.equal(true);
    expect(page.part('fee-reason')).to.equal('Em 2x, a taxa é sua.');
  });

  it('says without a number what is not known', async () => {
    page = await InstallmentsPage.open({ amount: '300.00', feePayer: 'choice', defaultInstallments: 3 });

    expect(page.part('fee-payer')).to.contain('Eu Total com taxa calculada pela operadora');
    expect(page.part('total')).to.equal('Total R$ 300,00');
  });

  it('cannot be had for a plan of the merchant alone by waking the sleeping option', async () => {
    await open({ feeFreeUpTo: 3, defaultInstallments: 3 });
    page.radio('customer').disabled = false;
    page.radio('customer').click();
    await page.element.updateComplete;

    expect(page.element.plan).to.include({ installments: 3, whoPaysFee: 'merchant' });
    expect(page.radio('customer').checked).to.equal(false);
    expect(page.radio('merchant').checked).to.equal(true);
  });

  it('goes back to the merchant, and says so, when the shop stops offering it', async () => {
    await open({ defaultInstallments: 3 });
    await page.click(page.radio('customer'));
    await page.change({ feePayer: 'merchant' });

    expect(page.element.plan).to.include({ installments: 3, whoPaysFee: 'merchant', totalCents: 30000 });
    expect(page.part('notice')).to.equal('O parcelamento mudou para 3x de R$ 100,00 sem juros.');
  });

  it('moves to a plan that the new payer may have where a part would be too small', async () => {
    await open({ amount: '14.90', maxInstallments: 3, fees: [{ installments: 3, rate: 0.1 }], defaultInstallments: 1 });
    expect(page.options).to.have.length(2);
    await page.choose(2);
    await page.click(page.radio('customer'));

    expect(page.options).to.have.length(3);
    await page.choose(3);
    expect(page.radio('merchant').disabled).to.equal(true);
    expect(page.element.plan).to.include({ installments: 3, whoPaysFee: 'customer', totalCents: 1639 });
  });
});
