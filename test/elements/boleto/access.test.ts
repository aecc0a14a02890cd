import '../../../src/elements/boleto/define.js';
import { expect } from '@open-wc/testing';
import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { growTexts } from '../../i18n/grown-texts.js';
import { listOverflow, listOverlaps, listSmallTargets } from '../../access/layout.js';
import { collectErrors } from '../../support/console-errors.js';
import { waitUntil } from '../../support/checkout-page.js';
import { AFTER_CLEARED, BoletoShop, createShopBoleto, CLEARED, DAY_MS, PIX_CODE, type BoletoPage } from './boleto-page.js';

const HYBRID = { pixCode: PIX_CODE, pdfUrl: 'https://bank.example/b-1.pdf' };

describe('balcao-boleto for everyone', () => {
  let shop: BoletoShop;
  collectErrors();

  beforeEach(() => {
    shop = new BoletoShop();
    document.documentElement.style.setProperty('--balcao-duration', '0s');
  });

  afterEach(async () => {
    shop.restore();
    document.documentElement.removeAttribute('style');
    document.documentElement.lang = 'pt-BR';
    await setViewport({ width: 1280, height: 720 });
  });

  const STATES: Record<string, (page: BoletoPage) => Promise<unknown>> = {
    'before it is made': async () => undefined,
    'a boleto': (page) => page.create(),
    'a hybrid': (page) => {
      shop.boleto = createShopBoleto(HYBRID);
      return page.create();
    },
    refused: async (page) => {
      shop.boleto = createShopBoleto({ dueDate: '2026-12-09' });
      await page.page.clickPay();
      await page.says(/não confere/);
    },
    'past its due date': async (page) => {
      await page.create();
      shop.comeBack(CLEARED - DAY_MS - shop.time.now());
      await page.says(/O boleto venceu\./);
    },
    expired: async (page) => {
      await page.create();
      shop.comeBack(AFTER_CLEARED - shop.time.now());
      await page.says(/venceu e não foi pago/);
    },
    paid: async (page) => {
      await page.create();
      shop.status = { status: 'paid' };
      shop.comeBack();
      await page.page.outcome(/Boleto pago/);
    },
  };

  for (const [name, reach] of Object.entries(STATES))
    it(`passes axe and fits on a phone of 360 px and at 400 % zoom, also with longer texts: ${name}`, async () => {
      const page = await shop.open();
      await reach(page);
      await expect(page.element).to.be.accessible();
      for (const width of [360, 320]) {
        await setViewport({ width, height: 640 });
        await page.element.updateComplete;
        const complaints = [...listOverflow(page.element), ...listOverlaps(page.element), ...listSmallTargets(page.element)];
        expect(complaints, String(width)).to.deep.equal([]);
        expect(document.documentElement.scrollWidth, String(width)).to.equal(document.documentElement.clientWidth);
      }
      const { text } = page.page;
      Object.assign(page.element, { texts: growTexts() });
      await waitUntil(() => page.page.text !== text, 'longer texts');
      await page.element.updateComplete;
      expect([...listOverflow(page.element), ...listOverlaps(page.element)], 'longer texts').to.deep.equal([]);
    });

  for (const [language, start, shown, copied] of [
    [
      'pt-BR',
      /Gerar boleto/,
      /Linha digitável.*Vencimento 07\/12\/2026|Vencimento 07\/12\/2026.*Linha digitável/,
      /Copiar linha digitável/,
    ],
    ['en', /Get boleto/, /Due date 12\/7\/26.*Number of the boleto/, /Copy the number/],
    ['es', /Generar boleto bancario/, /Fecha de vencimiento 7\/12\/26.*Número del boleto/, /Copiar el número/],
  ] as const)
    it(`speaks ${language}`, async () => {
      document.documentElement.lang = language;
      const page = await shop.open();
      await page.says(start);
      await page.create();
      await page.says(shown);
      await page.says(copied);
      expect((await page.part('boleto-line')).getAttribute('translate'), 'digits are not translated').to.equal('no');
    });

  it('names the line and the bar code, and announces its state', async () => {
    const page = await shop.open();
    await page.create();
    const field = await page.part('boleto-line');
    expect(field instanceof HTMLTextAreaElement && field.labels?.[0]?.textContent).to.equal('Linha digitável');
    expect((await page.part('status')).getAttribute('role')).to.equal('status');
    const barcode = await page.part('barcode');
    expect([barcode.getAttribute('role'), barcode.getAttribute('aria-label')]).to.deep.equal(['img', 'Código de barras do boleto']);
  });

  // The only engine whose driver emulates these.
  if ('userAgentData' in navigator) {
    it('has the bar code only where each of its modules has a pixel, and always in print', async () => {
      const page = await shop.open();
      await page.create();
      const barcode = await page.part('barcode');
      const host = page.element;
      host.style.display = 'block';
      for (const [width, isShown] of [
        [1280, true],
        [480, true],
        [360, false],
      ] as const) {
        await setViewport({ width, height: 720 });
        expect(barcode.checkVisibility(), String(width)).to.equal(isShown);
        if (isShown) expect(barcode.getBoundingClientRect().width, String(width)).to.equal(425);
      }
      await emulateMedia({ media: 'print' });
      expect(barcode.checkVisibility(), 'print').to.equal(true);
      expect(barcode.getBoundingClientRect().width).to.equal(425);
      await emulateMedia({ media: 'screen' });
    });

    it('keeps the bars black on white in the dark and in forced colours', async () => {
      document.documentElement.style.colorScheme = 'dark';
      const page = await shop.open();
      await page.create();
      const [quiet, bars] = (await page.part('barcode')).querySelectorAll('path');
      for (const forcedColors of ['none', 'active'] as const) {
        await emulateMedia({ forcedColors });
        const fills = [quiet, bars].map((path) => path && getComputedStyle(path).fill);
        expect(fills, forcedColors).to.deep.equal(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
      }
      await emulateMedia({ forcedColors: 'none' });
    });
  }
});
