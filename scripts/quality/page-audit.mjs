/**
 * The audit of every state of the checkout in every kind of page that shops have: in two sizes and two colour schemes, and with text of twice
 * the size.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { AT_ONCE, SCHEMES, SIZES } from '../../test/visual/camera.mjs';
import { LAYOUTS } from '../../test/visual/layouts.mjs';
import { Shop } from '../../test/visual/shop.mjs';
import { OTHER_STATES, STATES } from '../../test/visual/states.mjs';
import { AXE, listViolations } from './page-tools.mjs';

/** The longest wait for a state, ms. */
const PATIENCE_MS = 20_000;

const ALL_STATES = { ...STATES, ...OTHER_STATES };

/** Bundles what a page is asked into one script, which sets `measures`. */
async function bundleMeasures() {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('../../test/visual/measures.ts', import.meta.url)), formats: ['iife'], name: 'measures' },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('Vite has bundled nothing');
  return `${bundle.output[0].code}; globalThis.measures = measures;`;
}

/** Brings the checkout into a state in a page of a shop and measures it there. `note` is called with what is found, by its kind. */
async function auditState(browser, measures, { layout, state, note }) {
  const { html, css = '', scheme, open, rtl } = LAYOUTS[layout];
  const { reach, says, first = 'Pix', ...setup } = ALL_STATES[state];
  const shop = await Shop.open(browser, { ...setup, css, main: `<main style="max-width: none">${html}</main>`, dir: rtl ? 'rtl' : 'ltr' });
  const { page } = shop;
  page.setDefaultTimeout(PATIENCE_MS);
  await page.evaluate(measures);
  await page.evaluate(AXE);
  await page.setViewportSize(SIZES.desk);
  await open?.(page);
  await shop.says(first);
  await shop.whole();
  await reach?.(shop);
  await shop.says(says);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await shop.draw();
    note(size, await page.evaluate('measures.measureLayout()'));
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      // The checkout follows the colour of the page's text.
      await page.waitForFunction(
        (expected) => [...document.querySelectorAll('balcao-checkout')].every((each) => getComputedStyle(each).colorScheme === expected),
        scheme ?? colorScheme,
      );
      await shop.draw();
      note(`${size}, ${colorScheme}`, await page.evaluate('measures.measureColors()'));
      if (size === 'phone') note(`${size}, ${colorScheme}`, { axe: await listViolations(page, 'balcao-checkout') });
    }
    const large = await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    await shop.draw();
    const { overflow, overlap } = await page.evaluate('measures.measureLayout()');
    note(`${size}, 200 %`, { overflow, overlap });
    await large.evaluate((style) => style.remove());
  }
  await shop.close();
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {{ layouts?: string[], states?: string[] }} [only]
 * @returns {Promise<{ table: string, findings: string[] }>} A row for each kind of page, and what was found, one line each.
 */
export async function auditPages(browser, { layouts = Object.keys(LAYOUTS), states = Object.keys(ALL_STATES) } = {}) {
  const measures = await bundleMeasures();
  /** @type {string[]} */
  const findings = [];
  const counts = Object.fromEntries(layouts.map((layout) => [layout, {}]));
  const waiting = layouts.flatMap((layout) => states.map((state) => ({ layout, state })));
  const takeTurns = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { layout, state } = next;
      const note = (where, found) => {
        for (const [kind, list] of Object.entries(found)) {
          counts[layout][kind] = (counts[layout][kind] ?? 0) + list.length;
          findings.push(...list.map((each) => `${layout}, ${state}, ${where}: ${kind}: ${each}`));
        }
      };
      try {
        await auditState(browser, measures, { layout, state, note });
      } catch (error) {
        note('-', { failed: [String(error).slice(0, 200)] });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  const kinds = ['failed', 'width', 'overflow', 'overlap', 'target', 'contrast', 'axe'];
  const rows = Object.entries(counts).map(([layout, found]) => `| ${layout} | ${kinds.map((kind) => found[kind] ?? 0).join(' | ')} |`);
  const head = [`| page | ${kinds.join(' | ')} |`, `|---${'|---'.repeat(kinds.length)}|`];
  return { table: [`${states.length} states`, '', ...head, ...rows].join('\n'), findings };
}
