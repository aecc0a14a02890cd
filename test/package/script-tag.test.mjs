import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard } from './card-payment.mjs';
import { LIMIT_MS } from './limit.mjs';
import { startShop } from './shop-page.mjs';

/** The three lines that a shop pastes, and what may stand around them. */
const CLASSIC = '<script src="/dist/balcao.min.js"></script>';
const MODULE = '<script type="module" src="/dist/balcao.js"></script>';
const OWN_LIT = '<script type="module" src="/own-lit.js"></script>';
const PAGES = {
  'the classic script alone': (settings) => `${CLASSIC}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the module alone': (settings) => `${MODULE}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the classic script, twice': (settings) => `${CLASSIC}${CLASSIC}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the classic script and the module': (settings) => `${CLASSIC}${MODULE}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the module under two addresses': (settings) =>
    `${MODULE}${MODULE.replace('.js', '.js?ver=1')}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the module after a Lit of the page': (settings) => `${OWN_LIT}${MODULE}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the classic script before a Lit of the page': (settings) => `${CLASSIC}${OWN_LIT}\n<balcao-checkout ${settings}></balcao-checkout>`,
};

/** Before a commit one page of each script; with WHOLE=1 every page. */
const OPENED = Object.entries(PAGES).slice(0, process.env.WHOLE === '1' ? undefined : 2);

/** Two Lits, each of which makes the policy `lit-html`. */
const hasTwoLits = (name) => /Lit|twice|two|and the module/.test(name);

/** The globals of packages that the script brings along. */
const OF_PACKAGES = /^(?:lit(?:Element|Html)Versions|litPropertyMetadata|reactiveElementVersions|__zod_globalConfig)$/;

/** Collects what the page's policy blocked, and what was said or thrown. */
function watchPage(page) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

describe('a page with the script tag, under a strict policy', () => {
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

  for (const [name, createMarkup] of OPENED) {
    it(`pays with ${name}`, async () => {
      const room = `page-${Object.keys(PAGES).indexOf(name)}`;
      const page = await browser.newPage();
      page.setDefaultTimeout(LIMIT_MS);
      const complaints = watchPage(page);
      await page.goto(
        shop.open(
          room,
          (settings) => `<!doctype html><html lang="pt-BR"><link rel="icon" href="data:,">${createMarkup(settings)}`,
          hasTwoLits(name) ? "lit-html 'allow-duplicates'" : 'lit-html',
        ),
      );
      assert.equal((await payByCard(page)).name, 'balcao-approved');
      assert.deepEqual(
        (await shop.charges(room)).map(({ amount }) => amount),
        [149.9],
      );
      const added = await page.evaluate(() => Object.getOwnPropertyNames(window).filter((key) => /^(?:balcao|lit|reactive|__)/i.test(key)));
      assert.deepEqual(
        added.filter((key) => !OF_PACKAGES.test(key)),
        ['Balcao'],
      );
      assert.deepEqual(
        complaints.filter((text) => !text.includes("'data:,'")),
        [],
      );
      await page.close();
    });
  }

  it('pays in a browser without AbortSignal.any, which the oldest that it promises lack', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
    await page.goto(shop.open('no-any', (settings) => `<!doctype html>${CLASSIC}<balcao-checkout ${settings}></balcao-checkout>`));
    assert.equal((await payByCard(page)).name, 'balcao-approved');
    assert.equal((await shop.charges('no-any')).length, 1);
    await page.close();
  });

  it("gives the classic script's global all that balcao exports", async () => {
    const built = new URL('../../dist/index.js', import.meta.url).href;
    const names = Object.keys(await import(built));
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(shop.open('global', () => `<!doctype html>${CLASSIC}`));
    const missing = await page.evaluate((wanted) => wanted.filter((name) => !(name in globalThis.Balcao)), names);
    assert.deepEqual(missing, []);
    assert.ok(names.length > 20);
    await page.close();
  });
});
