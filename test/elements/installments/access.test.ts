import { expect } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import type { Installments } from '../../../src/elements/installments/installments.js';
import { waitUntil } from '../../support/checkout-page.js';
import { InstallmentsPage, OFFER_FEES } from './installments-page.js';

const STATES: readonly [string, Partial<Installments>][] = [
  ['a single payment', { amount: '300.00' }],
  ['uneven parts', { amount: '100.00', defaultInstallments: 3 }],
  ['a plan that costs more', { amount: '300.00', feePayer: 'customer', fees: OFFER_FEES, defaultInstallments: 12 }],
  ['a fee without a number', { amount: '300.00', feePayer: 'customer', defaultInstallments: 2 }],
  ['the fee choice', { amount: '300.00', feePayer: 'choice', fees: OFFER_FEES, defaultInstallments: 4, feeFreeUpTo: 3 }],
  ['everything disabled', { amount: '300.00', feePayer: 'choice', defaultInstallments: 3, disabled: true }],
];

/** 24 plans of uneven parts, all of which cost more. */
const LONG: Partial<Installments> = {
  amount: '9999.99',
  maxInstallments: 24,
  feePayer: 'choice',
  feeFreeUpTo: 1,
  fees: Array.from({ length: 23 }, (_, index) => ({ installments: index + 2, rate: (index + 2) / 77 })),
};

describe('balcao-installments for everyone', () => {
  let page: InstallmentsPage;

  afterEach(() => {
    page.remove();
    document.documentElement.removeAttribute('style');
  });

  for (const [state, settings] of STATES) {
    for (const colorScheme of ['light', 'dark']) {
      it(`is accessible with ${state} in ${colorScheme} colours`, async () => {
        document.documentElement.style.cssText = `color-scheme: ${colorScheme}; background: Canvas; --balcao-duration: 0s`;
        page = await InstallmentsPage.open(settings);

        await expect(page.element).to.be.accessible();
      });
    }
  }

  it('is accessible after the plan was changed', async () => {
    page = await InstallmentsPage.open({ amount: '300.00', defaultInstallments: 12 });
    await page.change({ amount: '20.00' });

    expect(page.part('notice')).not.to.equal('');
    await expect(page.element).to.be.accessible();
  });

  it('names the list and takes the focus there', async () => {
    page = await InstallmentsPage.open({ amount: '300.00' });
    page.element.focus();

    expect(page.element.renderRoot.querySelector(':focus')).to.equal(page.select);
    expect(page.select.labels?.[0]?.textContent).to.equal('Parcelas');
  });

  it('chooses a plan by keyboard alone', async () => {
    page = await InstallmentsPage.open({ amount: '300.00', maxInstallments: 3 });
    page.element.focus();
    await sendKeys({ type: '3' });
    await waitUntil(() => page.element.plan.installments === 3, 'the plan that was typed');
    await page.element.updateComplete;

    expect(page.part('installments-text')).to.equal('3x de R$ 100,00 sem juros');
    expect(page.changes).to.equal(1);
  });

  it('reaches nothing by keyboard while disabled', async () => {
    page = await InstallmentsPage.open({ amount: '300.00', feePayer: 'choice', defaultInstallments: 3, disabled: true });

    expect([page.select, page.radio('merchant'), page.radio('customer')].every((control) => control.disabled)).to.equal(true);
  });

  it('keeps the focus on the option that was chosen', async () => {
    page = await InstallmentsPage.open({ amount: '300.00', feePayer: 'choice', defaultInstallments: 3 });
    await page.click(page.radio('customer'));

    expect(page.element.renderRoot.querySelector(':focus')).to.equal(page.radio('customer'));
  });

  it('tells of a new total and of a moved plan politely', async () => {
    page = await InstallmentsPage.open({ amount: '300.00' });

    expect(page.element.renderRoot.querySelector('[part="total"]')?.getAttribute('aria-live')).to.equal('polite');
    expect(page.element.renderRoot.querySelector('[part="notice"]')?.getAttribute('role')).to.equal('status');
  });

  // The only engine whose driver emulates these.
  if ('userAgentData' in navigator) {
    it('says the chosen plan once in forced colours', async () => {
      await emulateMedia({ forcedColors: 'active' });
      page = await InstallmentsPage.open({ amount: '300.00', defaultInstallments: 3 });
      const [list, text] = [page.select, page.element.renderRoot.querySelector('[part="installments-text"]')];

      expect(getComputedStyle(list).webkitTextFillColor, 'the text of the list').to.equal('rgba(0, 0, 0, 0)');
      expect(text?.getBoundingClientRect().bottom).to.be.at.most(list.getBoundingClientRect().bottom);
      await emulateMedia({ forcedColors: 'none' });
    });
  }

  it('shows each of 24 plans whole on a phone of 320 px', async () => {
    page = await InstallmentsPage.open(LONG);
    page.element.style.width = '288px';
    for (const option of [...page.select.options]) {
      await page.choose(option.value);
      if (option.value === '2') await page.click(page.radio('customer'));
      for (const part of page.element.renderRoot.querySelectorAll<HTMLElement>('[part]:not(option)')) {
        // The list's own text is one line that is not seen.
        if (part !== page.select) expect(part.scrollWidth, `${part.part.value} of ${option.value}`).to.be.at.most(288);
        const { width, right } = part.getBoundingClientRect();
        expect(width, part.part.value).to.be.at.most(288);
        expect(right).to.be.at.most(Math.ceil(page.element.getBoundingClientRect().right));
      }
      const text = page.element.renderRoot.querySelector('[part="installments-text"]');
      expect(text?.getBoundingClientRect().height).to.be.at.most(page.select.getBoundingClientRect().height + 1);
    }
    expect(page.element.plan).to.include({ installments: 24, whoPaysFee: 'customer' });
  });
});
