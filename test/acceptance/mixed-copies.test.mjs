import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { baseConfig, buildChunks, root, version } from '../../scripts/build/configs.mjs';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payAndKeepCard, payByCard } from '../package/card-payment.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { listenFor } from '../package/page-events.mjs';
import { startShop } from '../package/shop-page.mjs';

const NEWER = '0.9.9';

/** The elements that a shop imports alone, and whether those that pay by card are then of two copies. */
const MIXED = { pix: false, 'card-form': true, installments: true, 'saved-cards': false, checkout: false };

const LAYOUTS = {
  "the checkout's own layout": '',
  'a layout of the shop': '<balcao-card-form></balcao-card-form><balcao-pix></balcao-pix>',
};

/** The entry of one element in one file, of a newer version. */
async function buildDefine(name) {
  const lib = { entry: join(root, `src/elements/${name}/define.ts`), formats: /** @type {['es']} */ (['es']) };
  const [chunk] = await buildChunks(baseConfig({ lib, output: { codeSplitting: false } }));
  return chunk.code.replaceAll(version, NEWER);
}

describe('a page whose elements are of two copies of Balcão', () => {
  let shop;
  let browser;

  before(async () => {
    const scripts = {};
    for (const name of Object.keys(MIXED)) scripts[`/${name}.js`] = await buildDefine(name);
    shop = await startShop(scripts);
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function open(name, method, layout, more = '') {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const warned = [];
    page.on('console', (message) => void (message.text().includes('another copy of Balcão') && warned.push(message.text())));
    const scripts = [`/${name}.js`, '/dist/balcao.js'].map((src) => `<script type="module" src="${src}"></script>`).join('');
    const markup = (settings) => `<!doctype html>${scripts}<balcao-checkout ${settings} ${more}>${layout}</balcao-checkout>`;
    await page.goto(shop.open(`${name}-${method}-${layout.length}`, markup, "lit-html 'allow-duplicates'"));
    return { page, warned };
  }

  for (const [name, isCardMixed] of Object.entries(MIXED)) {
    for (const [place, layout] of Object.entries(LAYOUTS)) {
      it(`pays by card in ${place} where ${name} was registered first`, async () => {
        const { page, warned } = await open(name, 'card', layout);
        assert.equal((await payByCard(page)).name, 'balcao-approved');
        if (isCardMixed) assert.match(warned.join(), new RegExp(`version ${version}.*version ${NEWER}.*Load one copy alone`));
        await page.close();
      });

      it(`makes a Pix code in ${place} where ${name} was registered first`, async () => {
        const { page } = await open(name, 'pix', layout);
        if (!layout) await page.locator('[part~=method-pix]').click();
        await page.locator('balcao-pix [part~=pay-button]').click();
        await page.locator('[part~=pix-code]').waitFor();
        await page.close();
      });
    }

    it(`keeps a card and pays the next order by it where ${name} was registered first`, async () => {
      const customer = 'customer-id="ana" methods="saved-cards card"';
      const { page } = await open(name, 'kept', '', customer);
      assert.equal((await payAndKeepCard(page)).name, 'balcao-approved');
      await page.locator('balcao-checkout').evaluate((checkout) => checkout.setAttribute('order-id', 'next'));
      await page.locator('[part~=method-saved-cards]').click();
      await page.locator('balcao-saved-cards input[type=radio]').first().check();
      const outcome = await listenFor(page, ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed']);
      await page.locator('[part~=pay-button]:visible').click();
      assert.equal((await outcome()).name, 'balcao-approved');
      await page.close();
    });
  }
});
