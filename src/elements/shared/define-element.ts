import { systemClock } from '../../client/system-clock.js';
import { afterPaint, holdPaint } from '../../controllers/page/after-paint.js';
import { createPartLoader } from '../../controllers/page/part-loader.js';
import { shareWithVersions } from '../../controllers/page/page-registry.js';
import { loadLateCode } from './late-element.js';

/** How long after what pays an element is loaded that nobody has asked for yet, ms. */
const UNASKED_DELAY_MS = 2000;

/** Elements that are registered when they are wanted. */
const late = new Map<string, () => Promise<void>>();

/** This copy of Balcão, among those of the page. */
const copy = {};

/** Whether this copy registers an element: the first one that wants to does, also where its code comes later than that of another. */
function claim(tag: string): boolean {
  const owners = shareWithVersions('tags', () => new Map<string, object>());
  if (!owners.has(tag)) owners.set(tag, copy);
  return owners.get(tag) === copy;
}

/** Registers an element, unless another copy of Balcão does: they would not find each other's settings. */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  if (claim(tag) && !customElements.get(tag)) customElements.define(tag, element);
}

/** Registers the element of installments, without which the first field is drawn, once that is painted. Where it cannot be loaded, paying says so. */
export function defineInstallments(): void {
  const define = addLate('balcao-installments', async () => (await loadLateCode()).Installments);
  afterPaint()
    .then(define)
    .catch(() => undefined);
}

/** Returns what loads and registers an element, once; where another copy does, what waits for that. */
function addLate(tag: string, load: () => Promise<CustomElementConstructor>): () => Promise<void> {
  const define = claim(tag)
    ? createPartLoader(async () => defineElement(tag, await load()))
    : async (): Promise<void> => void (await customElements.whenDefined(tag));
  late.set(tag, define);
  return define;
}

/**
 * Registers an element when `wantElement` asks for it, or after the first paint where it stands in the page; at once where the page has what
 * `sign` selects, by which the element is the first thing that is used. For pages that put it in later it comes in the end anyway, behind all
 * that a shopper waits for.
 */
export function defineWhenWanted(tag: string, load: () => Promise<CustomElementConstructor>, sign?: string): void {
  const define = addLate(tag, load);
  const wait = async (): Promise<void> => {
    if (sign && document.querySelector(sign)) return holdPaint(define());
    await afterPaint();
    if (!document.querySelector(tag)) {
      await loadLateCode();
      await new Promise<void>((resolve) => systemClock.schedule(resolve, UNASKED_DELAY_MS));
    }
    await define();
  };
  wait().catch(() => undefined);
}

/** Resolves when an element is registered that is needed now, unless nobody is to register it. Rejects with a `CheckoutError` where it cannot be loaded; the next call tries again. */
export async function wantElement(tag: string): Promise<void> {
  await late.get(tag)?.();
}
