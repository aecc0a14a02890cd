/** The presses and keys of a payment, counted in the built package as shops load it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { createTokenEndpoint, html, openRecipe } from './documented-page.mjs';
import { listenFor } from './page-events.mjs';
import { root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

/** 16 digits; a longer number of its brand exists, so the focus does not move on by itself. */
const CARD = { number: '4111111111111111', expirationDate: '0131', securityCode: '737', holderName: 'MARIA DA SILVA' };

const createPage = (orderId, attributes) =>
  html(`<!doctype html><html lang="pt-BR"><meta charset="utf-8"><script src="/balcao/balcao.min.js"></script>
    <balcao-checkout base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="${orderId}" ${attributes}></balcao-checkout>`);

/** A shopper who presses and types, and counts both. */
class Shopper {
  taps = 0;
  keys = 0;
  #page;

  constructor(page) {
    this.#page = page;
  }

  async tap(selector) {
    this.taps += 1;
    await this.#page.locator(selector).click();
  }

  /** Types a text where the focus is. */
  async type(text) {
    this.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Types the fields in their order. Presses a field only if the focus has not come to it by itself. */
  async typeCard(card) {
    for (const [name, text] of Object.entries(card)) {
      const field = this.#page.locator(`input[name=${name}]`);
      if (!(await field.evaluate((input) => input.matches(':focus')))) await this.tap(`input[name=${name}]`);
      await this.type(text);
    }
  }
}

describe('a payment in the fewest taps and keys', () => {
  let browser;
  let sandbox;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  const open = async (attributes = '') => {
    sandbox = createSandbox();
    const files = { '/': createPage('42', attributes), '/next': createPage('43', attributes) };
    const { page } = await openRecipe(browser, { files, sandbox, endpoints: { '/shop/token': createTokenEndpoint(sandbox) } });
    await page.locator('input[name=number], [part~=card-option]').first().waitFor();
    return { page, shopper: new Shopper(page) };
  };

  for (const { setting, most } of [
    { setting: '', most: 5 },
    { setting: 'auto-advance', most: 3 },
  ]) {
    it(`a new card, ${setting || 'by default'}: ${most} taps and 37 keys at most`, async () => {
      const { page, shopper } = await open(setting);
      const approved = await listenFor(page, ['balcao-approved', 'balcao-failed', 'balcao-declined']);
      await shopper.typeCard(CARD);
      await shopper.tap('[part~=pay-button]');
      assert.equal((await approved()).name, 'balcao-approved');
      assert.deepEqual([shopper.taps, shopper.keys], [most, 37]);
      assert.equal(sandbox.state().charges.length, 1);
    });
  }

  it('a saved card: one tap, no key', async () => {
    const { page } = await open('customer-id="7"');
    const helper = new Shopper(page);
    const saved = await listenFor(page, ['balcao-card-saved']);
    await helper.typeCard(CARD);
    await helper.tap('input[name=saveCard]');
    await helper.tap('[part~=pay-button]');
    await saved();
    await page.goto('https://shop.example/next');
    await page.locator('[part~=card-option]').first().waitFor();
    const shopper = new Shopper(page);
    const approved = await listenFor(page, ['balcao-approved', 'balcao-failed', 'balcao-declined']);
    await shopper.tap('balcao-saved-cards [part~=pay-button]');
    assert.equal((await approved()).name, 'balcao-approved');
    assert.deepEqual([shopper.taps, shopper.keys], [1, 0]);
  });

  it('a Pix: two taps to the copied code, no key', async () => {
    const { page, shopper } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await shopper.tap('[part~=method-pix] label');
    await shopper.tap('balcao-pix [part~=pay-button]');
    await page.getByText('Código copiado. Agora cole no app do seu banco.').waitFor();
    assert.deepEqual([shopper.taps, shopper.keys], [2, 0]);
    const shown = await page.locator('[part~=pix-code]').inputValue();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shown);
  });
});
