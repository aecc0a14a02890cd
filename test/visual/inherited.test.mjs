/**
 * The look of the checkout in a page whose `body` sets every property that elements inherit, against a page that sets none. Only the font
 * family and the colours of a page reach the checkout.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { compareImages } from './album.mjs';
import { AT_ONCE, launchCamera, photograph } from './camera.mjs';
import { STATES } from './states.mjs';

/** Those with the most kinds of text, controls, lists and drawings. */
const SAMPLE = ['errors', 'fee-choice', 'saved-cards', 'pix-waiting', 'declined'];

const looked = process.env.WHOLE === '1' ? Object.keys(STATES) : SAMPLE;

/** The share of pixels that may differ: two pictures of one page differ by 26 pixels of a QR code. */
const MOST_DIFFERENT = 0.0005;

/**
 * Every inherited property of CSS and of Chromium, each with a value that is seen where it reaches. Left out is what the checkout takes from a
 * page on purpose (`color`, `color-scheme`, `font-family`, `interactivity`, `pointer-events`, `visibility`), and `writing-mode`, which turns
 * the page itself.
 */
const INHERITED = `
  accent-color: red; border-collapse: collapse; border-spacing: 9px; caption-side: bottom; caret-color: red; clip-rule: evenodd;
  color-interpolation: linearrgb; color-rendering: optimizespeed; cursor: wait; direction: rtl; dominant-baseline: hanging;
  dynamic-range-limit: standard; empty-cells: hide; fill: red; fill-opacity: 0.4; fill-rule: evenodd;
  font-feature-settings: 'smcp', 'onum', 'zero'; font-kerning: none; font-language-override: 'TRK'; font-optical-sizing: none;
  font-palette: dark; font-size: 31px; font-size-adjust: 0.9; font-stretch: condensed; font-style: italic; font-synthesis: none;
  font-variant: small-caps; font-variant-numeric: slashed-zero; font-variation-settings: 'wght' 900; font-weight: 900;
  forced-color-adjust: none; hanging-punctuation: first; hyphenate-character: '='; hyphenate-limit-chars: 2; hyphens: auto;
  image-orientation: none; image-rendering: pixelated; letter-spacing: 4px; line-break: anywhere; line-height: 3; list-style: square inside;
  math-depth: 3; math-shift: compact; math-style: compact; orphans: 9; overflow-wrap: anywhere; paint-order: stroke; quotes: '«' '»';
  ruby-align: start; ruby-position: under; scrollbar-color: red blue; shape-rendering: crispedges; speak: never; stroke: red;
  stroke-dasharray: 2; stroke-dashoffset: 5; stroke-linecap: square; stroke-linejoin: bevel; stroke-miterlimit: 1; stroke-opacity: 0.4;
  stroke-width: 4px; tab-size: 1; text-align: right; text-align-last: center; text-anchor: end; text-autospace: normal;
  text-box-edge: cap alphabetic; text-combine-upright: all; text-decoration-skip-ink: none; text-emphasis: circle red;
  text-emphasis-position: under right; text-indent: 40px; text-justify: inter-character; text-orientation: upright;
  text-rendering: geometricprecision; text-shadow: 2px 2px red; text-size-adjust: 200%; text-spacing-trim: space-all;
  text-transform: uppercase; text-underline-offset: 9px; text-underline-position: under; text-wrap: nowrap; text-wrap-style: balance;
  user-select: none; white-space: pre; white-space-collapse: preserve; widows: 9; word-break: break-all; word-spacing: 20px;
  -webkit-border-horizontal-spacing: 9px; -webkit-border-vertical-spacing: 9px; -webkit-box-direction: reverse;
  -webkit-font-smoothing: none; -webkit-line-break: after-white-space; -webkit-locale: 'ja'; -webkit-print-color-adjust: exact;
  -webkit-rtl-ordering: visual; -webkit-tap-highlight-color: red; -webkit-text-fill-color: red; -webkit-text-orientation: upright;
  -webkit-text-security: disc; -webkit-text-stroke: 2px red; -webkit-user-modify: read-write; -webkit-user-select: none;`;

describe('the look of the checkout in a page with styles of its own', { concurrency: AT_ONCE }, () => {
  let browser;

  before(async () => {
    browser = await launchCamera();
  });

  after(() => browser?.close());

  for (const state of looked) {
    it(`inherits none of them: ${state}`, async () => {
      // The colours of a dark page are not inherited in another way.
      const plain = await photograph(browser, state, { schemes: ['light'] });
      const styled = await photograph(browser, state, { schemes: ['light'], css: `body { ${INHERITED} }` });
      const problems = styled.flatMap(({ name, image }, index) => {
        const { problem } = compareImages(image, plain[index].image, MOST_DIFFERENT);
        return problem ? [`${name}: ${problem}`] : [];
      });
      assert.deepEqual(problems, []);
    });
  }
});
