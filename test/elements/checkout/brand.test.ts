// Before the first test, which should not wait for what a page loads late.
import '../../../src/elements/checkout/define.js';
import '../../../src/elements/installments/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/checkout-page.js';
import { findDeep } from '../../support/deep-dom.js';
import { PixPage } from '../pix/pix-page.js';

/** The custom properties of a brand: a value, the part that gets it, in which property of CSS, and how the value begins by default. */
const BRAND: readonly (readonly [name: string, value: string, selector: string, property: string, standard: string])[] = [
  ['--balcao-label-color', 'rgb(1, 2, 3)', '[part="label"]', 'color', 'rgb(0, 0, 0)'],
  ['--balcao-label-weight', '800', '[part="label"]', 'font-weight', '500'],
  ['--balcao-label-size', '20px', '[part="label"]', 'font-size', '15px'],
  ['--balcao-button-radius', '30px', '[part="copy-button"]', 'border-top-left-radius', '10px'],
  ['--balcao-button-weight', '300', '[part="copy-button"]', 'font-weight', '600'],
  ['--balcao-badge', 'rgb(2, 3, 4)', '[part="method-badge"]', 'background-color', 'rgb(20, 108, 60)'],
  ['--balcao-on-badge', 'rgb(3, 4, 5)', '[part="method-badge"]', 'color', 'rgb(255, 255, 255)'],
  ['--balcao-pix', 'rgb(4, 5, 6)', '[part="pix-mark"] path', 'fill', 'rgb(10, 133, 119)'],
  ['--balcao-pix', 'rgb(4, 5, 6)', '[part="countdown-ring"]', 'stroke', 'rgb(10, 133, 119)'],
  ['--balcao-ring', 'rgb(5, 6, 7)', '[part="countdown-ring"]', 'stroke', 'rgb(10, 133, 119)'],
  ['--balcao-qr-border', 'rgb(6, 7, 8)', '[part="qr"]', 'box-shadow', 'rgba(136, 136, 136'],
];

describe('the custom properties of a brand', () => {
  it('have the defaults of the documents, and reach the parts that they are for', async () => {
    const { settings } = await PixPage.settings();
    const pix = await PixPage.open({ ...settings, methods: 'card pix', 'pix-amount': '142.40' }, 'balcao-checkout');
    const { page } = pix;
    page.part('method-pix').querySelector('input')?.click();
    await waitUntil(() => pix.find('intro')?.checkVisibility(), 'Pix');
    await pix.create();
    const read = (selector: string, property: string): string => {
      const part = findDeep(page.element, selector);
      if (!part) throw new Error(`There is no ${selector}`);
      return getComputedStyle(part).getPropertyValue(property);
    };
    // In a browser without light-dark() the colours are other ones.
    const isModern = CSS.supports('color', 'light-dark(red, red)');
    for (const [name, value, selector, property, standard] of BRAND) {
      if (isModern) expect(read(selector, property).startsWith(standard), `${name}, not set: ${read(selector, property)}`).to.equal(true);
      page.element.style.setProperty(name, value);
      await waitUntil(
        () => read(selector, property).includes(value),
        () => `${name}: ${read(selector, property)}`,
      );
      page.element.style.removeProperty(name);
      await waitUntil(() => !read(selector, property).includes(value), `${name}, removed`);
    }
    page.remove();
  });
});
