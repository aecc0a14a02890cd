import { expect } from '@open-wc/testing';
import type { Installments } from '../../../src/elements/installments/installments.js';
import { InstallmentsPage, OFFER_FEES } from './installments-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { waitUntil } from '../../support/wait-until.js';

const OFFER: Partial<Installments> = { amount: '300.00', feePayer: 'customer', feeFreeUpTo: 3, fees: OFFER_FEES };

describe('balcao-installments', () => {
  let page: InstallmentsPage;

  async function open(settings: Partial<Installments>): Promise<void> {
    page = await InstallmentsPage.open(settings);
  }

  afterEach(() => page.remove());

  describe('what a shopper reads', () => {
    it('says the larger part where parts differ, and in the summary the parts to the cent', async () => {
      await open({ amount: '149.90', defaultInstallments: 3 });

      expect(page.options[2]).to.equal('3x de R$ 49,97 sem juros');
      expect(page.part('installments-text')).to.equal(page.options[2]);
      expect(page.part('split')).to.equal('Parcelas 2 de R$ 49,97 e 1 de R$ 49,96');
      expect(page.part('total')).to.equal('Total R$ 149,90');
    });

    it('says a single payment and equal parts as shops do, and nothing to the cent', async () => {
      await open({ amount: '100.02', defaultInstallments: 3 });

      expect(page.options.slice(0, 3)).to.deep.equal(['1x de R$ 100,02', '2x de R$ 50,01 sem juros', '3x de R$ 33,34 sem juros']);
      expect(page.part('split')).to.equal(undefined);
      expect(page.part('summary')).to.equal('Total R$ 100,02');
    });

    it('says neither of a fee that comes to nothing', async () => {
      const fees = [{ installments: 2, rate: 0.01 }];
      await open({ amount: '0.10', minInstallmentAmount: '0.01', feePayer: 'customer', fees, maxInstallments: 2 });

      expect(page.options[1]).to.equal('2x de R$ 0,05 · total R$ 0,10');
    });

    it('offers no part below the minimum', async () => {
      await open({ amount: '31.00' });

      expect([...page.select.options].map(({ value }) => value)).to.deep.equal(['1', '2', '3', '4', '5', '6']);
    });

    it('says "sem juros" of no plan that the customer pays a fee for', async () => {
      await open(OFFER);

      expect(page.options.filter((text) => text.includes('sem juros'))).to.have.length(2);
      expect(page.options[3]).to.equal('4x de R$ 78,00 com juros · total R$ 312,00');
    });

    it('says what the law wants of a plan that costs more, as the figures of the shop', async () => {
      await open({
        amount: '300.00',
        feePayer: 'customer',
        fees: [{ installments: 3, total: '308.97', amount: '300.00', cet: 0.2456 }],
        defaultInstallments: 3,
      });

      expect(page.part('installments-text')).to.equal('3x de R$ 102,99 com juros');
      expect(page.part('payer')).to.equal('Taxa da operadora R$ 8,97');
      expect(page.part('total')).to.equal('Total R$ 308,97');
      expect(page.part('cost')).to.equal(
        'À vista R$ 300,00 Taxa da operadora R$ 8,97 Taxa efetiva 1,49% ao mês, 19,39% ao ano Custo efetivo total (CET) 24,56% ao ano Valores informados pela loja.',
      );
    });

    it('solves the rates from the plan', async () => {
      await open({
        amount: '1000.00',
        feePayer: 'customer',
        fees: [{ installments: 12, total: '1134.00', amount: '1000.00' }],
        defaultInstallments: 12,
      });

      expect(page.options.at(-1)).to.equal('12x de R$ 94,50 com juros · total R$ 1.134,00');
      expect(page.part('cost')).to.contain('1,99% ao mês, 26,67% ao ano');
    });

    it('reads a gross-up table', async () => {
      await open({
        amount: '100.00',
        feePayer: 'customer',
        feeMode: 'gross-up',
        fees: [{ installments: 2, rate: 0.0499 }],
        defaultInstallments: 2,
      });

      expect(page.part('total')).to.equal('Total R$ 105,25');
    });

    it('says nothing of costs and fees where there are none', async () => {
      await open({ ...OFFER, defaultInstallments: 3 });

      expect(page.part('cost')).to.equal(undefined);
      expect(page.part('payer')).to.equal(undefined);
    });

    it('announces a fee without a number where the shop gave none', async () => {
      await open({ amount: '300.00', feePayer: 'customer', defaultInstallments: 3 });

      expect(page.options[2]).to.equal('3x com taxa calculada pela operadora');
      expect(page.part('total')).to.equal('Total com taxa calculada pela operadora');
      expect(page.element.totalCents).to.equal(undefined);
      expect(page.part('installments-text')).to.equal(page.options[2]);
      expect(page.part('cost')).to.equal('Valor sem a taxa: R$ 300,00');
    });

    it('waits for the brand where the fee depends on it', async () => {
      await open({
        amount: '300.00',
        feePayer: 'customer',
        fees: [{ installments: 2, rate: 0.1, brands: ['elo'], cet: 0.5 }],
        defaultInstallments: 2,
      });
      expect(page.part('total')).to.equal('Total conforme o cartão');
      const { height } = page.element.getBoundingClientRect();

      await page.change({ brand: 'elo' });
      expect(page.element.getBoundingClientRect().height, 'room for the figures').to.be.closeTo(height, 1);
      expect(page.part('total')).to.equal('Total R$ 330,00');

      await page.change({ brand: 'visa' });
      expect(page.part('total')).to.equal('Total com taxa calculada pela operadora');
    });

    it('speaks the language of the page', async () => {
      await open({ ...OFFER, lang: 'en', defaultInstallments: 4 });
      await waitUntil(() => /Effective rate 1\.59% a month/.test(page.text), 'the texts in English');
    });
  });

  describe('from HTML alone', () => {
    it('makes the Brazilian offer', async () => {
      page = await InstallmentsPage.parse(`
        <balcao-installments amount="300.00" fee-payer="customer" fee-free-up-to="3" max-installments="12" default-installments="3">
          <script type="application/json">{ "fees": ${JSON.stringify(OFFER_FEES)} }</script>
        </balcao-installments>`);

      expect(page.part('installments-text')).to.equal('3x de R$ 100,00 sem juros');
      expect(page.options.at(-1)).to.equal('12x de R$ 28,00 com juros · total R$ 336,00');
    });
  });

  describe('the plan', () => {
    it('is a single payment by the merchant at first', async () => {
      await open({ amount: '300.00', feePayer: 'choice' });

      expect(page.element.plan).to.include({ installments: 1, whoPaysFee: 'merchant', totalCents: 30000 });
      expect(page.changes).to.equal(0);
    });

    it('agrees with the list, the summary and the total', async () => {
      await open(OFFER);
      await page.choose(12);

      expect(page.element.plan).to.include({ installments: 12, whoPaysFee: 'customer', totalCents: 33600 });
      expect(page.element.totalCents).to.equal(33600);
      expect(page.select.value).to.equal('12');
      expect(page.part('total')).to.equal('Total R$ 336,00');
      expect(page.changes).to.equal(1);
    });

    it('tells of a default that is not a single payment', async () => {
      await open({ ...OFFER, defaultInstallments: 6 });

      expect(page.changes).to.equal(1);
    });

    it('cannot be changed from outside', async () => {
      await open(OFFER);
      Object.assign(page.element.plan, { installments: 99, whoPaysFee: 'customer' });

      expect(page.element.plan).to.include({ installments: 1, whoPaysFee: 'merchant' });
    });

    it('is never one that was put into the list by somebody else', async () => {
      await open({ ...OFFER, maxInstallments: 6 });
      page.select.append(new Option('99x', '99'));
      await page.choose(99);

      expect(page.element.plan.installments).to.equal(1);
      expect(page.select.value).to.equal('1');
    });
  });

  describe('when something changes', () => {
    it('keeps the chosen plan while it exists, silently', async () => {
      await open({ ...OFFER, amount: '300.00' });
      await page.choose(6);
      await page.change({ amount: '250.00' });

      expect(page.part('total')).to.equal('Total R$ 265,00');
      expect(page.part('notice')).to.equal('');
      expect(page.changes).to.equal(2);
    });

    it('takes the nearest plan and says so', async () => {
      await open({ amount: '300.00' });
      await page.choose(10);
      await page.change({ amount: '31.00' });

      expect(page.element.plan.installments).to.equal(6);
      expect(page.part('notice')).to.equal('O parcelamento mudou para 6x de R$ 5,17 sem juros.');
      expect(page.part('total')).to.equal('Total R$ 31,00');
      expect(page.changes).to.equal(2);
    });

    it('stops saying so once the shopper chooses', async () => {
      await open({ amount: '300.00', defaultInstallments: 10 });
      await page.change({ amount: '31.00' });
      await page.choose(2);

      expect(page.part('notice')).to.equal('');
    });

    it('has the new plan at once, before it is shown', async () => {
      await open({ amount: '300.00', maxInstallments: 12 });
      await page.choose(12);
      page.element.brand = 'elo';
      page.element.amount = '31.00';
      await page.element.updateComplete;

      expect(page.element.plan).to.include({ installments: 6, totalCents: 3100 });
    });
  });

  describe('with a table that cannot be used', () => {
    const errors = collectErrors();

    for (const [what, settings] of [
      ['a negative rate', { fees: [{ installments: 2 }, { installments: 3, rate: -0.1 }] }],
      ['a rate that is per cent', { fees: [{ installments: 2 }, { installments: 3, rate: 4.99 }] }],
      ['a total below the amount', { fees: [{ installments: 2 }, { installments: 3, total: '99.99', amount: '100.00' }] }],
      ['a second row for a count', { fees: [{ installments: 3 }, { installments: 3 }] }],
      ['a rate and a total', { fees: [{ installments: 2 }, { installments: 3, rate: 0.1, total: '110.00' }] }],
      ['a free plan that the customer pays', { fees: [{ installments: 2 }, { installments: 3, rate: 0 }] }],
    ] satisfies [string, Partial<Installments>][]) {
      it(`refuses ${what} and names the row`, async () => {
        await open({ amount: '100.00', feePayer: 'choice', defaultInstallments: 3, ...settings });

        expect(page.text).to.equal('Pagamento indisponível');
        expect(page.element.plan).to.include({ installments: 1, whoPaysFee: 'merchant' });
        expect(errors).to.have.length(1);
        expect(errors[0]).to.match(/^Balcão: <balcao-installments> fees\[1\]: /);
      });
    }

    it('needs no service', async () => {
      await open({ amount: '100.00' });

      expect(errors).to.deep.equal([]);
    });
  });
});
