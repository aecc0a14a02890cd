/** The tools of the audits for a page: axe, and a record of layout shifts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The script of axe, to run in a page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Lists the findings of axe in a page that has run its script, in the whole page or in a part of it.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} [part] A selector.
 * @returns {Promise<string[]>}
 */
export async function listViolations(page, part = 'html') {
  const { violations } = await page.evaluate(
    ([context, tags]) => globalThis.axe.run(context, { runOnly: tags, resultTypes: ['violations'] }),
    /** @type {const} */ ([part, RULES]),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.flat().join(' ')}`));
}

/** @typedef {PerformanceEntry & { value: number, hadRecentInput: boolean, sources: { node, previousRect, currentRect }[] }} LayoutShift */

/** Records every layout shift that no key or click has just caused. Runs in the page, before all other scripts. */
export function watchShifts() {
  globalThis.shifts = [];
  const describe = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.nodeName ?? '?'}.${node?.className ?? ''} ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of /** @type {LayoutShift[]} */ (list.getEntries())) {
      if (!hadRecentInput) globalThis.shifts.push({ value, what: sources.map(describe).join('; ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
