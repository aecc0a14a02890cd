// Before the first test, which should not wait for what a page loads late.
import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { findDeep } from '../../support/deep-dom.js';
import { PixPage } from '../pix/pix-page.js';

/** A red square, which no policy of a page forbids. */
const IMAGE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path fill='red' d='M0 0h9v9H0z'/></svg>";

const TRANSPARENT = 'rgba(0, 0, 0, 0)';

describe('the mark of Pix', () => {
  let page: CheckoutPage;
  const styles: HTMLStyleElement[] = [];

  const open = async (tag: 'balcao-checkout' | 'balcao-pix', more: Record<string, unknown> = {}): Promise<void> => {
    const { settings } = await PixPage.settings();
    page = await CheckoutPage.open(tag, { ...settings, ...more });
    await waitUntil(() => find('pix-mark') ?? find('method-mark')?.firstChild, 'the mark');
  };
  /** A part of Pix, in its row or in its panel. */
  const find = (part: string): Element | undefined => findDeep(page.element, `[part="${part}"]:is([part~="method-pix"] *, .box *)`);
  const addStyle = (css: string): void => {
    const style = Object.assign(document.createElement('style'), { textContent: css });
    styles.push(style);
    document.head.append(style);
  };
  /** Puts the shop's image into the slot, and waits until it is shown. */
  const slot = async (): Promise<HTMLImageElement> => {
    const image = Object.assign(document.createElement('img'), { slot: 'pix-mark', src: IMAGE, alt: '' });
    page.element.append(image);
    await waitUntil(() => image.checkVisibility(), 'the mark of the shop');
    return image;
  };
  const box = (element: Element | undefined): number[] => {
    const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    return [left, top, width, height].map(Math.round);
  };
  const openPix = async (): Promise<void> => {
    page.part('method-pix').querySelector('input')?.click();
    await waitUntil(() => find('intro')?.checkVisibility(), 'Pix');
  };
  /** The boxes of everything that could move. */
  const places = (): number[][] => ['intro', 'total', 'pay-button', 'method-name'].map((part) => box(find(part)));

  afterEach(() => {
    page.remove();
    for (const style of styles.splice(0)) style.remove();
  });

  for (const css of ['', 'img { max-width: 100%; height: auto }']) {
    it(`of the shop is in the row of Pix, once and in the place of ours: ${css || 'a page without styles'}`, async () => {
      addStyle(css);
      await open('balcao-checkout', { methods: 'card pix' });
      const ours = box(find('method-mark'));
      const image = await slot();
      expect(box(image)).to.deep.equal(ours);
      expect(find('method-mark')?.checkVisibility({ visibilityProperty: true })).to.equal(false);
      await openPix();
      expect(image.assignedSlot?.closest('[part~="method-pix"]')).to.equal(find('method-mark')?.closest('[part~="method-pix"]'));
      await waitUntil(() => !find('pix-mark')?.checkVisibility(), 'no mark of ours beside it');
      await expect(page.element).to.be.accessible();

      image.remove();
      await waitUntil(() => find('pix-mark')?.checkVisibility(), 'ours again');
      expect(find('method-mark')?.checkVisibility({ visibilityProperty: true })).to.equal(true);
    });
  }

  for (const [where, tag, more] of [
    ['a checkout without rows', 'balcao-checkout', { methods: 'pix' }],
    ['an element alone', 'balcao-pix', {}],
  ] as const) {
    it(`of the shop is in the head of the panel, and moves nothing, in ${where}`, async () => {
      addStyle('img { max-width: 100%; height: auto }');
      await open(tag, more);
      await waitUntil(() => find('intro')?.checkVisibility(), 'Pix');
      const [ours, before] = [box(find('pix-mark')), places()];
      const image = await slot();
      expect(box(image)).to.deep.equal(ours);
      expect(find('pix-mark')?.checkVisibility()).to.equal(false);
      expect(places()).to.deep.equal(before);
    });
  }

  it('is an image of the style sheet in the row and in the panel, and moves nothing', async () => {
    await open('balcao-checkout', { methods: 'card pix' });
    await openPix();
    const before = places();
    for (const mark of ['method-mark', 'pix-mark'].map(find)) {
      expect(getComputedStyle(mark?.firstElementChild ?? document.body).fill).to.equal('rgb(10, 133, 119)');
    }
    addStyle(`balcao-checkout { --balcao-pix-mark: url("${IMAGE}") }`);
    for (const mark of ['method-mark', 'pix-mark'].map(find)) {
      expect(getComputedStyle(mark ?? document.body).backgroundImage).to.contain('data:image');
      expect(getComputedStyle(mark?.firstElementChild ?? document.body).fill, 'ours').to.equal(TRANSPARENT);
    }
    expect(places()).to.deep.equal(before);
  });
});
