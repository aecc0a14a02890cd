import { PNG } from 'pngjs';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { createClassicTag } from '../package/shop-scripts.mjs';
import { FONT, Shop } from './shop.mjs';
import { STATES } from './states.mjs';

/** @typedef {import('../../src/elements/checkout/checkout.ts').Checkout} Checkout */

/** What a text of every letter of the checkout measures tells one font, and one way of drawing it, from another. */
const SAMPLE = 'Número do cartão: R$ 1.234,56 QUEM PAGA? ção';

export const SCHEMES = ['light', 'dark'];
export const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };

/** How many states are photographed at once: as many as the smallest machine has cores. */
export const AT_ONCE = 2;

/** Pictures of a machine's own taste are left out: subpixels, hinting, colour profile, scroll bars. */
const ARGS = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb', '--hide-scrollbars'];

export function launchCamera() {
  return launchChromium({ args: ARGS });
}

/** What this browser and these fonts measure: `{ chromium, width }`. */
export async function measureFonts(browser) {
  const page = await browser.newPage();
  const width = await page.evaluate(
    ({ font, text }) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('no canvas');
      context.font = `16px '${font}', monospace`;
      return context.measureText(text).width;
    },
    { font: FONT, text: SAMPLE },
  );
  await page.close();
  return { chromium: browser.version(), width: Math.round(width * 100) / 100 };
}

/** In the page: where each visible part lies, in the checkout's own coordinates. */
function listBoxes() {
  const checkout = /** @type {Checkout} */ (document.querySelector('balcao-checkout'));
  const origin = checkout.getBoundingClientRect();
  const walk = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? walk(element.shadowRoot) : [])]);
  return walk(checkout.shadowRoot)
    .filter((element) => element.hasAttribute('part') && element.checkVisibility())
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.getAttribute('part'), ...[x - origin.x, y - origin.y, width, height].map(Math.round)];
    })
    .filter(([, , , width, height]) => width > 1 && height > 1);
}

/**
 * Brings a checkout into a state and takes its pictures in every size and scheme, or in those given: with the classic script, or with the
 * one given, and in a page with further styles.
 *
 * @returns {Promise<{ name: string, image: PNG, boxes: [string, number, number, number, number][] }[]>}
 */
export async function photograph(browser, state, { createTag = createClassicTag, css = '', schemes = SCHEMES } = {}) {
  const { reach, says, first = 'Pix', ...setup } = STATES[state];
  const shop = await Shop.open(browser, { ...setup, createTag, css });
  const { page } = shop;
  await page.setViewportSize(SIZES.desk);
  await shop.says(first);
  await shop.whole();
  await reach?.(shop);
  await shop.says(says);
  await page.mouse.move(0, 0);
  const shots = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await shop.draw();
      const main = page.locator('main');
      const image = PNG.sync.read(await main.screenshot({ animations: 'disabled', caret: 'hide' }));
      shots.push({ name: `${state}-${size}-${colorScheme}`, image, boxes: await page.evaluate(listBoxes) });
    }
  }
  await shop.close();
  return shots;
}
