import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { Installments } from '../../../src/elements/installments/installments.js';
import type { InstallmentOffer } from '../../../src/domain/installments/offer.js';
import { collectErrors } from '../../support/console-errors.js';
import { waitUntil } from '../../support/checkout-page.js';
import { InstallmentsPage, OFFER_FEES } from './installments-page.js';

const COSTLY: Partial<Installments> = {
  amount: '300.00',
  feePayer: 'customer',
  maxInstallments: 4,
  fees: [
    { installments: 2, whoPaysFee: 'merchant' },
    { installments: 3, total: '308.97', amount: '300.00', cet: 0.2456 },
  ],
};

const OFFER: InstallmentOffer = { financedBy: 'Banco Exemplo S.A.', validUntil: '2026-12-31', from: 'Casa Neblina, São Paulo' };

describe('balcao-installments: all plans with their totals and rates', () => {
  let page: InstallmentsPage;
  const errors = collectErrors();

  const find = (selector: string): HTMLElement | null => page.element.renderRoot.querySelector<HTMLElement>(selector);
  const details = (): HTMLDetailsElement => {
    const found = find('details');
    if (!(found instanceof HTMLDetailsElement)) throw new Error('There is no disclosure');
    return found;
  };
  const read = (cell: Element): string => cell.textContent.replace(/\s+/g, ' ').trim();
  /** By row what each of its cells says. */
  const rows = (): string[][] => [...page.element.renderRoot.querySelectorAll('tr')].map((row) => [...row.children].map(read));
  const open = async (settings: Partial<Installments>): Promise<void> => {
    page = await InstallmentsPage.open(settings);
  };

  afterEach(async () => {
    page.remove();
    await setViewport({ width: 1280, height: 720 });
  });

  it('are closed at first, open by one key, and say the fee in reais, the rates and the CET', async () => {
    await open(COSTLY);
    expect(details().open).to.equal(false);
    page.element.focus();
    await page.press('Tab');
    await page.press('Enter');

    // A key may be on its way for a moment in WebKit.
    await waitUntil(() => details().open, 'open plans');
    expect(rows()).to.deep.equal([
      ['Parcelas', 'Total', 'Taxa da operadora', 'Taxa efetiva', 'Custo efetivo total (CET)'],
      ['1x de R$ 300,00', 'R$ 300,00', 'À vista', ''],
      ['2x de R$ 150,00', 'R$ 300,00', 'sem juros', ''],
      ['3x de R$ 102,99', 'R$ 308,97', 'R$ 8,97', '1,49% ao mês, 19,39% ao ano', '24,56% ao ano'],
      ['4x', 'com taxa calculada pela operadora'],
    ]);
    expect(page.part('plans')).to.contain('Valores informados pela loja.');
  });

  it('are not there where no plan costs more and the shop says nothing of its offer', async () => {
    await open({ amount: '300.00' });

    expect(find('details')).to.equal(null);
  });

  it('follow the payer that the shopper chose', async () => {
    await open({ amount: '300.00', feePayer: 'choice', fees: OFFER_FEES, defaultInstallments: 4 });
    expect(rows()[4]).to.deep.equal(['4x de R$ 75,00', 'R$ 300,00', 'sem juros']);

    await page.click(page.radio('customer'));
    expect(rows()[4]).to.deep.equal(['4x de R$ 78,00', 'R$ 312,00', 'R$ 12,00', '1,59% ao mês, 20,80% ao ano']);
  });

  it('say who finances, until when the offer holds and whom it is from, as given', async () => {
    await open({ amount: '300.00', offer: OFFER });

    expect(page.part('offer')).to.equal(
      'Quem financia Banco Exemplo S.A. Oferta válida até 31 de dezembro de 2026 Oferta de Casa Neblina, São Paulo',
    );
    await page.change({ offer: { from: 'Casa Neblina' }, lang: 'en' });
    await waitUntil(() => page.part('offer') === 'Offer of Casa Neblina', 'the offer in English');
  });

  it('take an offer from the JSON in the markup', async () => {
    page = await InstallmentsPage.parse(
      `<balcao-installments amount="300.00"><script type="application/json">{ "offer": ${JSON.stringify(OFFER)} }</script></balcao-installments>`,
    );

    expect(page.part('offer')).to.contain('Banco Exemplo S.A.');
    expect(errors).to.deep.equal([]);
  });

  it('are not offered with an offer of a wrong shape, which is named', async () => {
    page = await InstallmentsPage.parse(
      '<balcao-installments amount="300.00"><script type="application/json">{ "offer": { "validUntil": "31/12/2026" } }</script></balcao-installments>',
    );

    expect(page.text).to.equal('Pagamento indisponível');
    expect(errors.join()).to.match(/<balcao-installments> offer must be \{ .*validUntil\?: "2026-12-31"/);
  });

  for (const width of [320, 1280]) {
    it(`can be read whole, and stay a table for everyone, at ${width} px`, async () => {
      await setViewport({ width, height: 720 });
      await open({
        ...COSTLY,
        amount: '9999.99',
        fees: OFFER_FEES.map((row) => ({ ...row, cet: 0.3 })),
        offer: OFFER,
        maxInstallments: 12,
      });
      details().open = true;

      await expect(page.element).to.be.accessible();
      const { right } = page.element.getBoundingClientRect();
      for (const cell of page.element.renderRoot.querySelectorAll('tbody > tr > *, dd')) {
        expect(cell.getBoundingClientRect().right, read(cell)).to.be.at.most(right);
        expect(cell.scrollWidth, read(cell)).to.be.at.most(cell.clientWidth);
      }
      const { scrollWidth, clientWidth } = document.documentElement;
      expect(scrollWidth, 'the page does not scroll sideways').to.be.at.most(clientWidth);
    });
  }

  /** The amounts, rates and parts of a text that must stay on one line. */
  const UNITS = /\d+x de R\$\s[\d.,]+|\d+ de R\$\s[\d.,]+|[\d,]+%\sao\s(?:mês|ano)|R\$\s[\d.,]+/g;

  /** What of them has more than one line. A unit in pieces would not be found: `least` is how many there are. */
  const listBroken = (root: ParentNode, least: number): string[] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const units: Range[] = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      for (const { 0: unit, index } of (node.textContent ?? '').matchAll(UNITS)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + unit.length);
        if (range.getClientRects().length) units.push(range);
      }
    }
    expect(units.length).to.be.at.least(least);
    return units
      .filter((range) => new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1)
      .map((range) => range.toString());
  };

  for (const width of [280, 320, 360, 520, 640]) {
    for (const size of ['100%', '200%']) {
      it(`keeps installments with their amount, and rates with their unit, on one line: ${width} px, text at ${size}`, async () => {
        document.documentElement.style.fontSize = size;
        // The room in a checkout in a page of this width, with letters as wide as those of most pages.
        document.body.style.cssText = `margin: 0; width: ${width - 34}px; font-family: 'Liberation Sans', Arial`;
        await open({
          ...COSTLY,
          amount: '149.90',
          fees: OFFER_FEES.map((row) => ({ ...row, cet: 0.3 })),
          maxInstallments: 12,
          defaultInstallments: 4,
        });
        details().open = true;

        // Seven plans with a total, six of them with a fee, two rates and the CET; and what the chosen one costs.
        expect(listBroken(page.element.renderRoot.querySelector('.summary') ?? page.element.renderRoot, 7 * 2 + 6 * 4 + 4)).to.deep.equal(
          [],
        );
        // At 280 px, the closed list has no room for twice the size.
        const chosen = page.element.renderRoot.querySelector('.chosen');
        if (chosen && !(width === 280 && size === '200%')) expect(listBroken(chosen, 1)).to.deep.equal([]);
        document.documentElement.style.fontSize = '';
        document.body.style.cssText = '';
      });
    }
  }

  it('keeps the parts of a plan that differ together', async () => {
    document.body.style.width = '180px';
    await open({ amount: '149.90', maxInstallments: 4, defaultInstallments: 4 });
    const split = find('[part="split"] > :last-child');
    expect(split && read(split)).to.equal('2 de R$ 37,48 e 2 de R$ 37,47');
    expect(split && listBroken(split, 2)).to.deep.equal([]);
    document.body.style.width = '';
  });

  it('say who the shop is, with the CNPJ as it is written on paper', async () => {
    await open({ amount: '300.00', offer: { seller: 'Casa Neblina Ltda.', cnpj: '12abc34501de35' } });
    expect(page.part('offer')).to.equal('Oferta de Casa Neblina Ltda. CNPJ 12.ABC.345/01DE-35');
  });
});
