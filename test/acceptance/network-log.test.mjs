import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard } from '../package/card-payment.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { startShop } from '../package/shop-page.mjs';

describe("the browser's network log of a paid order", () => {
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

  it('has no request that failed', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const log = [];
    page.on('requestfailed', (request) => log.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`));
    page.on('requestfinished', (request) => log.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const markup = (settings) =>
      `<!doctype html><script src="/dist/balcao.min.js"></script><balcao-checkout ${settings}></balcao-checkout>`;
    await page.goto(shop.open('network-log', markup));
    const { name } = await payByCard(page);
    await page.close();

    assert.equal(name, 'balcao-approved');
    const posts = log.filter((line) => line.startsWith('POST'));
    assert.deepEqual(posts, ['POST /__shop/network-log/token', 'POST /network-log/card/processPayment']);
  });
});
