/** The bar code of a boleto is read by a reader that is not ours: from a screen of 480 px at 1x, and from a printed page. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { BANKS, buildBoleto } from '../domain/boleto/boleto-digits.ts';
import { LIMIT_MS } from '../package/limit.mjs';
import { root } from '../package/packed.mjs';
import { describeScripts } from '../package/shop-scripts.mjs';

const ORIGIN = 'https://loja.example';
const NOW = new Date('2026-11-30T12:00-03:00');

/** The resolution of the printed page as a picture: 300 dots per inch, of which a point is 1/72. */
const PRINT_SCALE = 300 / 72;

const ELEMENT =
  '<balcao-boleto base-url="/payments/" boleto-url="/boleto" status-url="/status/{charge}" amount="149.90" order-id="42"></balcao-boleto>';
const CHECKOUT = ELEMENT.replaceAll('balcao-boleto', 'balcao-checkout').replace(' base', ' methods="boleto" base');

/** What the reader finds in a picture. */
async function read(png) {
  return (await readBarcodes(new Uint8Array(png), { formats: ['ITF'] })).map(({ text }) => text);
}

/** The first page of a document, as a picture. */
async function drawPage(pdf) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const toPng = async ({ data, width, height }) => PNG.sync.write(Object.assign(new PNG({ width, height }), { data: Buffer.from(data) }));
  const { data } = await document.getPage(0).render({ scale: PRINT_SCALE, render: toPng });
  document.destroy();
  library.destroy();
  return data;
}

describeScripts('the bar code of a boleto', { timeout: LIMIT_MS }, (createTag) => {
  let browser;

  before(async () => {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
    browser = await launchChromium();
  });

  after(() => browser?.close());

  /** A page of a shop, 480 px wide, that shows the boleto of a bank. */
  async function open(bank, element = ELEMENT) {
    const { line, barcode } = buildBoleto({ ...bank, amountCents: 149_90, dueDate: '2026-12-07' });
    const context = await browser.newContext({ viewport: { width: 480, height: 900 }, deviceScaleFactor: 1, locale: 'pt-BR' });
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.clock.setFixedTime(NOW);
    await page.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
      if (pathname.startsWith('/balcao/')) return route.fulfill({ path: join(root, 'dist', pathname.replace('/balcao/', '')) });
      const body = pathname === '/boleto' ? { chargeId: '1', line, dueDate: '2026-12-07', amount: '149.90' } : { status: 'pending' };
      return route.fulfill({ contentType: 'application/json', body: JSON.stringify(body) });
    });
    const html = `<!doctype html><html lang="pt-BR"><title>Loja</title><body>${element}${createTag('/balcao/')}</body></html>`;
    await page.goto(`${ORIGIN}/`);
    await page.locator('[part~="pay-button"]:visible').click();
    await page.locator('[part~="boleto-line"]').waitFor();
    return { page, barcode, close: () => context.close() };
  }

  for (const bank of BANKS) {
    it(`of ${bank.name} is read from a screen of 480 px, one pixel for each module`, async () => {
      const { page, barcode, close } = await open(bank);
      assert.deepEqual(await read(await page.screenshot()), [barcode]);
      await close();
    });
  }

  it('is read from a screen of 480 px in a checkout', async () => {
    const { page, barcode, close } = await open(BANKS[0], CHECKOUT);
    assert.deepEqual(await read(await page.screenshot({ fullPage: true })), [barcode]);
    await close();
  });

  it('is read from a page that was printed, also by a phone, on whose screen there is no room for it', async () => {
    const { page, barcode, close } = await open(BANKS[1]);
    for (const width of [480, 360]) {
      await page.setViewportSize({ width, height: 740 });
      assert.deepEqual(await read(await page.screenshot()), width === 480 ? [barcode] : []);
      assert.deepEqual(await read(await drawPage(await page.pdf({ format: 'A4' }))), [barcode], `${width} px`);
    }
    await close();
  });
});
