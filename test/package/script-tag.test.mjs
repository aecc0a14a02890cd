import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard } from './card-payment.mjs';
import { readDocument } from './documents.mjs';
import { LIMIT_MS } from './limit.mjs';
import { isComplaint } from './page-events.mjs';
import { root } from './packed.mjs';
import { startShop } from './shop-page.mjs';

/** The three lines that a shop pastes, and what may stand around them. */
const CLASSIC = '<script src="/dist/balcao.min.js"></script>';
const MODULE = '<script type="module" src="/dist/balcao.js"></script>';
const WHOLE_FILE = '<script src="/dist/balcao.all.min.js"></script>';
const OWN_LIT = '<script type="module" src="/own-lit.js"></script>';
const PAGES = {
  'the classic script alone': (settings) => `${CLASSIC}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the module alone': (settings) => `${MODULE}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the one file with everything': (settings) => `${WHOLE_FILE}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the classic script, twice': (settings) => `${CLASSIC}${CLASSIC}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the classic script and the module': (settings) => `${CLASSIC}${MODULE}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the module under two addresses': (settings) =>
    `${MODULE}${MODULE.replace('.js', '.js?ver=1')}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the module after a Lit of the page': (settings) => `${OWN_LIT}${MODULE}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the classic script before a Lit of the page': (settings) => `${CLASSIC}${OWN_LIT}\n<balcao-checkout ${settings}></balcao-checkout>`,
};

/** Before a commit one page of each script; with WHOLE=1 every page. */
const OPENED = Object.entries(PAGES).slice(0, process.env.WHOLE === '1' ? undefined : 3);

/** Two Lits, each of which makes the policy `lit-html`. A second classic script ends before it has one. */
const hasTwoLits = (name) => /Lit|two|and the module/.test(name);

/** The globals of packages that the script brings along. */
const OF_PACKAGES = /^(?:lit(?:Element|Html)Versions|litPropertyMetadata|reactiveElementVersions|__zod_globalConfig)$/;

/** Collects what the page's policy blocked, and what was said or thrown. */
function watchPage(page) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (isComplaint(message)) complaints.push(message.text());
  });
  return complaints;
}

describe('a page with the script tag, under a strict policy', () => {
  let shop;
  let browser;
  before(async () => {
    shop = await startShop({ '/names.js': "document.title = Object.keys(Balcao).join(' ');" });
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

  /** Lists the names of the global right after the script, as the next script of the page has them. */
  async function listNames(script) {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(shop.open('global', () => `<!doctype html>${script}<script src="/names.js"></script>`));
    const names = await page.evaluate(() => document.title);
    await page.close();
    return names.split(' ').sort();
  }

  it("gives the global of the whole file all that balcao exports, and the classic script's what balcao.js exports", async () => {
    const exported = Object.keys(await import(new URL('../../dist/index.js', import.meta.url).href)).sort();
    assert.deepEqual(await listNames(WHOLE_FILE), exported);
    const page = await browser.newPage();
    await page.goto(shop.open('module', () => '<!doctype html>'));
    const ofModule = await page.evaluate(async (address) => Object.keys(await import(address)).sort(), '/dist/balcao.js');
    await page.close();
    const ofClassic = await listNames(CLASSIC);
    assert.deepEqual(ofClassic, ofModule);

    const missing = exported.filter((name) => !ofClassic.includes(name));
    const lists = [...readDocument('CHANGELOG.md').matchAll(/names that only `balcao\.all\.min\.js` has:([^]+?)\.\n/g)];
    const documented = lists.flatMap(([, list]) => [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    assert.deepEqual(documented.sort(), missing);
  });

  it('says what does not work in a page that was opened as a file, and charges nothing', async (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-file-'));
    test.after(() => rmSync(folder, { recursive: true }));
    const tag = `<script src="${pathToFileURL(join(root, 'dist/balcao.min.js'))}"></script>`;
    const settings = 'base-url="https://payments.example/" token-url="https://shop.example/token" amount="149.90" order-id="file"';
    writeFileSync(join(folder, 'page.html'), `<!doctype html>${tag}<balcao-checkout ${settings}></balcao-checkout>`);
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const complaints = watchPage(page);
    const asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).protocol));
    await page.goto(pathToFileURL(join(folder, 'page.html')).href);

    assert.deepEqual(await payByCard(page), { name: 'balcao-failed', status: 'failed', code: 'network' });

    const told = complaints.filter((text) => text.startsWith('Balcão:'));
    assert.equal(told.length, 1);
    assert.match(told[0], /opened as a file\. Open the page from a server/);
    assert.deepEqual([...new Set(asked)], ['file:']);
    await page.close();
  });
});
