/** No file of the boleto is loaded by a page that does not offer one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { LIMIT_MS } from './limit.mjs';
import { root } from './packed.mjs';
import { describeScripts } from './shop-scripts.mjs';

const ORIGIN = 'https://loja.example';

describeScripts('the files that a checkout loads', { timeout: LIMIT_MS }, (createTag) => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  /** A page with a checkout, and the lazy files that it has asked for. */
  async function open(attributes) {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const lazy = [];
    const checkout = `<balcao-checkout base-url="/payments/" amount="149.90" order-id="42" ${attributes}></balcao-checkout>`;
    const html = `<!doctype html><html lang="pt-BR"><title>Loja</title><body>${checkout}${createTag('/balcao/')}</body></html>`;
    await page.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      const [, name] = /\/lazy\/([a-z-]+)-\w{8}\.js$/.exec(pathname) ?? [];
      if (name) lazy.push(name);
      if (pathname === '/') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html });
      if (pathname.startsWith('/balcao/')) return route.fulfill({ path: join(root, 'dist', pathname.replace('/balcao/', '')) });
      return route.fulfill({ status: 404 });
    });
    await page.goto(`${ORIGIN}/`);
    const choose = async (method, words) => {
      await page.locator(`input[name="method"][value="${method}"]`).click();
      await page.getByText(words).locator('visible=true').first().waitFor();
    };
    return { page, lazy, choose };
  }

  it('are none of the boleto where it is not among the methods, whatever else the shopper opens', async () => {
    const { page, lazy, choose } = await open('boleto-url="/boleto"');
    await choose('pix', /Gerar (?:e copiar )?código/);
    await choose('card', 'Número do cartão');
    await page.locator('[name="number"]').fill('4111111111111111');
    await page.locator('[part~="pay-button"]:visible').click();
    await page.getByText('Digite o nome').locator('visible=true').first().waitFor();
    assert.ok(lazy.includes('pix') && lazy.includes('pay'), lazy.join());
    assert.ok(!lazy.includes('boleto'), lazy.join());
    await page.close();
  });

  it('are one of the boleto where it is offered', async () => {
    const { page, lazy, choose } = await open('methods="card boleto" boleto-url="/boleto"');
    await choose('boleto', 'Gerar boleto');
    assert.equal(lazy.filter((name) => name === 'boleto').length, 1, lazy.join());
    await page.close();
  });
});
