/**
 * The demo with its servers, as `npm start` has them, used by keyboard alone: every outcome, on a phone in light. With WHOLE=1
 * also on a desk in dark, and by its scenarios without a token and without the network.
 *
 * Pictures of each go to the folder that DEMO_SCREENSHOTS names.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { payByCard, playScenarios } from './scenarios.mjs';
import { startServedDemo } from './served-demo.mjs';
import { describeFocus, tabTo } from './tabs.mjs';

const OUTCOMES = {
  approved: { number: '4111111111111111', says: /Pagamento aprovado/ },
  declined: { number: '4000000000000002', says: /Pagamento não aprovado\s*Você não foi cobrado/ },
  failed: { number: '4100000000000019', says: /O pagamento não foi feito\s*Você não foi cobrado/ },
  unconfirmed: { number: '4000000000000119', says: /Não conseguimos confirmar o pagamento\s*Não pague de novo/ },
};
const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };
const isWhole = process.env.WHOLE === '1';

/** Node imports a CommonJS module as one object, with its default export inside. */
const { default: jsQR } = /** @type {typeof import('jsqr')} */ (/** @type {unknown} */ (jsqr));

/** The method whose radio has the focus, if any. */
function findFocusedMethod() {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLInputElement && active.name === 'method' ? active.value : undefined;
}

/** Chooses a new card. The arrow keys choose the method that they come to; the first one that Tab comes to is chosen by the space bar. */
async function chooseCard(page) {
  await tabTo(page, 'method');
  for (let rows = 0; rows < 4 && (await page.evaluate(findFocusedMethod)) !== 'card'; rows += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
}

/** Comes to the checkout with the first Tab of a page; later by the button for a new order, which stands before it. */
async function goToCheckout(page, isFirst) {
  if (isFirst) await tabTo(page, 'Ir para o pagamento');
  else await page.locator('[data-new-order]:visible').first().focus();
  await page.keyboard.press('Enter');
}

async function payByKeyboard(page, number) {
  await chooseCard(page);
  const card = { number, expirationDate: '0131', securityCode: '737', holderName: 'MARIA DA SILVA' };
  for (const [name, text] of Object.entries(card)) {
    await tabTo(page, name);
    // A card that was not charged stays in the form for the next order.
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  }
  await tabTo(page, 'pay-button');
  await page.keyboard.press('Enter');
}

describe('the demo', () => {
  let demo;
  let browser;
  let address;
  let context;

  before(async () => {
    demo = await startServedDemo();
    address = `http://127.0.0.1:${demo.port}/`;
    browser = await launchChromium();
    context = await browser.newContext();
    context.setDefaultTimeout(LIMIT_MS);
  });

  after(async () => {
    await browser?.close();
    await demo?.close();
  });

  /** A page without storage, in a context that keeps the modules which the server has sent once. */
  async function open({ path = '', viewport = SIZES.desk, colorScheme = 'light' }) {
    const page = await context.newPage();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(address).origin, storageTypes: 'all' });
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource|^Balcão: /.test(message.text())) complaints.push(message.text());
    });
    await page.goto(address + path);
    return { page, complaints, close: () => page.close() };
  }

  // Keys do the same in both schemes: each is tried on one device.
  for (const [size, colorScheme] of isWhole
    ? [
        ['phone', 'light'],
        ['desk', 'dark'],
      ]
    : [['phone', 'light']]) {
    describe(`one order after the other, on a ${size}, ${colorScheme}`, () => {
      let opened;
      before(async () => {
        opened = await open({ viewport: SIZES[size], colorScheme });
        await opened.page.locator('[part~=pay-button]:visible').first().waitFor();
      });
      after(() => opened?.close());

      for (const [index, [outcome, { number, says }]] of Object.entries(OUTCOMES).entries()) {
        it(`ends ${outcome} by keyboard alone`, async () => {
          const { page, complaints } = opened;
          await goToCheckout(page, index === 0);
          await payByKeyboard(page, number);

          const panel = page.locator('[part=outcome]:visible', { hasText: says });
          await panel.waitFor();
          const focus = await page.evaluate(describeFocus);
          assert.match(focus, outcome === 'approved' || outcome === 'unconfirmed' ? /^outcome$/ : /^(?:pay-button|securityCode|outcome)/);
          const { scrollWidth, clientWidth } = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return { scrollWidth, clientWidth };
          });
          assert.equal(scrollWidth, clientWidth, 'nothing to scroll sideways');
          assert.deepEqual(complaints, []);
          const folder = process.env.DEMO_SCREENSHOTS;
          if (folder) {
            await panel.scrollIntoViewIfNeeded();
            await page.screenshot({ path: join(folder, `${outcome}-${size}-${colorScheme}.png`) });
          }
        });
      }
    });
  }

  for (const colorScheme of isWhole ? ['light', 'dark'] : ['dark']) {
    it(`shows a Pix code that another reader reads from a picture of the page, ${colorScheme}`, async () => {
      const { page, close } = await open({ viewport: SIZES.phone, colorScheme });
      // The returning customer's cards come from the shop's server, and their row moves the others.
      await page.locator('[part~=method-saved-cards]').waitFor();
      await page.locator('[part~=method-pix]').click();
      await page.locator('balcao-pix [part~=pay-button]').click();
      const qr = page.locator('balcao-pix [part~=qr]');
      await qr.waitFor();
      const code = await page.locator('balcao-pix [part~=pix-code]').inputValue();

      await qr.evaluate((svg) => {
        svg.style.setProperty('width', '200px', 'important');
        // Clear of the button that copies, which stays at the bottom of the screen.
        svg.scrollIntoView({ block: 'center' });
      });
      const { data, width, height } = PNG.sync.read(await qr.screenshot());

      assert.ok(width <= 200);
      assert.equal(jsQR(new Uint8ClampedArray(data), width, height)?.data, code);
      await close();
    });
  }

  if (isWhole)
    it('takes the token and the network away in its scenarios, and gives them back', async () => {
      const { page, close } = await open({ path: '#bancada' });
      await page.locator('[part~=pay-button]:visible').first().waitFor();
      const notMade = { pay: payByCard, says: 'O pagamento não foi feito' };
      await playScenarios(page, { 'token-recusado': notMade, 'sem-rede': notMade });
      await page.locator('balcao-card-form [part~=pay-button]').click();
      await page.locator('[part=outcome]:visible', { hasText: OUTCOMES.approved.says }).waitFor();
      await close();
    });
});
