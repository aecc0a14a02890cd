import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { startShop } from '../package/shop-page.mjs';

/** @typedef {import('../../src/elements/checkout/checkout.ts').Checkout} Checkout */

const SHOP = 'http://shop.example';

describe('a page of http: on a public host', () => {
  let shop;
  let browser;

  before(async () => {
    shop = await startShop();
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  it('shows that it cannot be paid in, and sends nothing', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const address = shop.open(
      'insecure',
      (settings) => `<!doctype html><script src="/dist/balcao.min.js"></script><balcao-checkout ${settings}></balcao-checkout>`,
    );
    const { origin } = new URL(address);
    await page.route(`${SHOP}/**`, async (route) =>
      route.fulfill({ response: await route.fetch({ url: route.request().url().replace(SHOP, origin) }) }),
    );
    await page.goto(address.replace(origin, SHOP));

    await page.locator('h2:visible', { hasText: 'Pagamento indisponível' }).waitFor();

    assert.equal(await page.evaluate(() => isSecureContext), false);
    const outcome = await page.locator('balcao-checkout').evaluate((/** @type {Checkout} */ checkout) => checkout.pay());
    assert.equal(outcome.status, 'failed');
    assert.deepEqual(
      asked.filter((path) => !['/insecure.html', '/favicon.ico'].includes(path) && !path.startsWith('/dist/')),
      [],
    );
    assert.deepEqual(await shop.charges('insecure'), []);
  });
});
