import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { LIMIT_MS } from './limit.mjs';
import { root } from './packed.mjs';

const dist = join(root, 'dist');
const CDN = 'https://cdn.example/balcao/';
const SHOP = 'https://shop.example/';
const FORM = '<balcao-card-form base-url="https://payments.example/" token-url="/token" amount="149.90" order-id="1"></balcao-card-form>';
const TYPES = { js: 'text/javascript', css: 'text/css' };
const [classic, module, whole, theme] = [...readFileSync(join(dist, 'INTEGRITY.md'), 'utf8').matchAll(/```html\n([^]+?)```/g)].map(
  ([, tags]) => tags,
);

describe('the tags of INTEGRITY.md, as printed', () => {
  let browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser?.close());

  /** Opens a page of another origin than the files'. One whose name has `spoilt` in it differs from what was published. */
  async function open(tags, spoilt) {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const complaints = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.route('**/*', (route, request) => {
      const url = request.url();
      const html = `<!doctype html><html lang="pt-BR"><link rel="icon" href="data:,">${tags}${FORM}`;
      if (!url.startsWith(CDN)) return route.fulfill({ contentType: 'text/html', body: html });
      const body = readFileSync(join(dist, url.slice(CDN.length)), 'utf8') + (spoilt && url.includes(spoilt) ? '\n' : '');
      const contentType = TYPES[url.split('.').at(-1)];
      return route.fulfill({ contentType, body, headers: { 'Access-Control-Allow-Origin': '*' } });
    });
    await page.goto(SHOP);
    return { page, complaints };
  }

  for (const [name, tags] of Object.entries({ 'classic script': classic, module, 'one file': whole })) {
    it(`load the ${name}, with a theme`, async () => {
      const { page, complaints } = await open(tags + theme);
      await page.locator('input[name=number]').pressSequentially('41111');
      // What groups the digits is in a lazy file of the module and the classic script.
      const isGrouped = () => {
        /** @type {HTMLInputElement | null | undefined} */
        const field = document.querySelector('balcao-card-form')?.shadowRoot?.querySelector('input[name=number]');
        return field?.value === '4111 1';
      };
      await page.waitForFunction(isGrouped);
      assert.equal(await page.evaluate(() => document.styleSheets.length), 1);
      assert.deepEqual(
        complaints.filter((text) => /integrity|digest|Failed/i.test(text)),
        [],
      );
      await page.close();
    });
  }

  const spoiltFiles = [
    ['a lazy file of the classic script', classic, '/lazy/pay-'],
    ['a lazy file of the module', module, '/lazy/pay-'],
    ['the classic script', classic, '.min.js'],
    ['the one file', whole, '.all.min.js'],
    ['the module', module, '/balcao-'],
    ['a theme', theme, '/calm-'],
  ];
  // With WHOLE=1 each of them, before a commit the first.
  for (const [what, tags, spoilt] of spoiltFiles.slice(0, process.env.WHOLE === '1' ? undefined : 1)) {
    it(`refuse ${what} that was changed`, async () => {
      const { page, complaints } = await open(tags, spoilt);
      while (!complaints.some((text) => /integrity/.test(text))) await page.waitForEvent('console');
      await page.close();
    });
  }
});
