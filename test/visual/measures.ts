/** The measures that a page of a shop takes of the look of the checkout in it. All of it is bundled into one script, which is run in the page. */
import { listPaleBorders, listPaleTexts } from '../access/contrast.js';
import { listOverflow, listOverlaps, listSmallTargets } from '../access/layout.js';

/** The natural width of the checkout, px. */
const NATURAL_PX = 416;

/** The most that a box around the checkout, such as a dialog, may take from the window for its own edges, px. */
const EDGES_PX = 100;

/** The findings by their kind, one line each. */
type Findings = Readonly<Record<string, readonly string[]>>;

function findCheckout(): Element {
  const checkout = document.querySelector('balcao-checkout');
  if (!checkout) throw new Error('There is no checkout');
  return checkout;
}

/** Finds a checkout that is less wide than it can be, up to its natural width. */
function listNarrow(checkout: Element): string[] {
  const { width } = checkout.getBoundingClientRect();
  const column = checkout.closest<HTMLElement>('[data-width]')?.dataset['width'] ?? document.documentElement.clientWidth - EDGES_PX;
  return width < Math.min(NATURAL_PX, Number(column)) - 1 ? [`${width} px of ${column}`] : [];
}

/** Measures the places and the sizes. */
export function measureLayout(): Findings {
  const checkout = findCheckout();
  return {
    width: listNarrow(checkout),
    overflow: listOverflow(checkout),
    overlap: listOverlaps(checkout),
    target: listSmallTargets(checkout),
  };
}

/** Measures the contrast of texts and borders. */
export function measureColors(): Findings {
  const checkout = findCheckout();
  return { contrast: [...listPaleTexts(checkout), ...listPaleBorders(checkout)] };
}
