/** The skeleton of a page draws a shade where each field of the checkout will be. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { root } from '../package/packed.mjs';
import { launchCamera } from './camera.mjs';
import { Shop, STYLE } from './shop.mjs';

const SKELETON = readFileSync(join(root, 'src/themes/skeleton.css'), 'utf8');
const PAGE = 'main { max-width: none !important }';

/** In the page: the boxes of the fields and of the button. */
function listFields() {
  const walk = (from) => [...from.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? walk(each.shadowRoot) : [])]);
  return walk(document.querySelector('balcao-checkout')?.shadowRoot)
    .filter(
      (each) =>
        each.checkVisibility() && each.matches('input:not([type]), input[type="text"], input[type="tel"], select, [part~="pay-button"]'),
    )
    .map((each) => each.getBoundingClientRect().toJSON());
}

describe('the skeleton of a checkout', () => {
  let browser;
  before(async () => (browser = await launchCamera()));
  after(() => browser.close());

  for (const width of [320, 360, 600, 1280]) {
    it(`has a shade for each field at ${width} px, and none beside it`, async () => {
      const shop = await Shop.open(browser, { css: PAGE });
      await shop.page.setViewportSize({ width, height: 800 });
      await shop.says('Número do cartão');
      await shop.whole();
      await shop.draw();
      const fields = await shop.page.evaluate(listFields);
      await shop.close();
      // Four fields, the plans and the button.
      assert.equal(fields.length, 6);

      const page = await browser.newPage({ viewport: { width, height: 800 } });
      await page.setContent(`<style>${STYLE} ${PAGE} ${SKELETON}</style><main><balcao-checkout></balcao-checkout></main>`);
      const image = PNG.sync.read(await page.screenshot());
      await page.close();
      const isShaded = (x, y) => image.data[(Math.round(y) * image.width + Math.round(x)) * 4] < 245;
      for (const { left, right, top, bottom } of fields) {
        const where = `the field at ${left}, ${top}`;
        // In a wide column, the hint of the code has one line less, and all below it is 20px higher.
        const middle = width < 600 || top < 300 ? (top + bottom) / 2 : bottom;
        assert.ok(isShaded(left + 2, middle) && isShaded(right - 3, middle), `${where} is shaded`);
        assert.ok(!isShaded(left - 3, middle) && !isShaded(right + 2, middle), `nothing is shaded beside ${where}`);
      }
    });
  }
});
