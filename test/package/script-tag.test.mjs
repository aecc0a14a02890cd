import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
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
  'the module after a Lit of the page': (settings) => `${OWN_LIT}${MODULE}\n<balcao-checkout ${settings}></balcao-checkout>`,
  'the classic script before a Lit of the page': (settings) => `${CLASSIC}${OWN_LIT}\n<balcao-checkout ${settings}></balcao-checkout>`,
};

/** Collects what the page's policy blocked, and what was said or thrown. */
function watchPage(page) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

async function payByCard(page) {
  await page.locator('input[name=number]').pressSequentially('4111111111111111');
  await page.locator('input[name=holderName]').fill('MARIA DA SILVA');
  await page.locator('input[name=expirationDate]').pressSequentially('0131');
  await page.locator('input[name=securityCode]').fill('737');
  const outcome = page.evaluate(
    () =>
      new Promise((resolve) => {
        const names = ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'];
        for (const name of names) document.addEventListener(name, ({ type }) => resolve(type));
      }),
  );
  await page.locator('balcao-card-form [part~=pay-button]').click();
  return outcome;
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

  for (const [name, createMarkup] of Object.entries(PAGES)) {
    it(`pays with ${name}`, { timeout: 30_000 }, async () => {
      const room = `page-${Object.keys(PAGES).indexOf(name)}`;
      const page = await browser.newPage();
      page.setDefaultTimeout(10_000);
      const complaints = watchPage(page);
      await page.goto(
        shop.open(room, (settings) => `<!doctype html><html lang="pt-BR"><link rel="icon" href="data:,">${createMarkup(settings)}`),
      );
      assert.equal(await payByCard(page), 'balcao-approved');
      assert.deepEqual(
        (await shop.charges(room)).map(({ amount }) => amount),
        [149.9],
      );
      const added = await page.evaluate(() => Object.getOwnPropertyNames(window).filter((key) => /^(?:balcao|lit)/i.test(key)));
      assert.deepEqual(
        added.filter((key) => (name.includes('Lit') ? key === 'Balcao' : true)),
        ['Balcao'],
      );
      assert.deepEqual(
        complaints.filter((text) => !text.includes("'data:,'")),
        [],
      );
      await page.close();
    });
  }
});
