import { systemClock } from '../../client/system-clock.js';
import { afterPaint, holdPaint } from '../../controllers/page/after-paint.js';
import { createPartLoader } from '../../controllers/page/part-loader.js';
import { shareWithVersions } from '../../controllers/page/page-registry.js';
import { loadLateCode } from './late-element.js';

/** The delay after the late code before an element is loaded that nothing has required yet, ms. */
const UNASKED_DELAY_MS = 2000;

/** Elements that are registered when they are required. */
const late = new Map<string, () => Promise<void>>();

/** This copy of Balcão, among those of the page. */
const copy = {};

/** Returns true where this copy registers an element: the first copy that wants to does, also where its code arrives later than that of another. */
function claim(tag: string): boolean {
  const owners = shareWithVersions('tags', () => new Map<string, object>());
  if (!owners.has(tag)) owners.set(tag, copy);
  return owners.get(tag) === copy;
}

/** Registers an element, unless another copy of Balcão does: the elements of two copies would not find each other's settings. */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  if (claim(tag) && !customElements.get(tag)) customElements.define(tag, element);
}

/** Registers the element of installments once the first field, which does not need it, is painted. Where it cannot be loaded, paying reports it. */
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
 * Registers an element when `loadElement` requires it, or after the first paint where it is in the page; at once where the page has what `sign`
 * selects, which means that the element is used first. For pages that insert it later it is registered in the end anyway, after all that a shopper
 * waits for.
 */
export function defineOnDemand(tag: string, load: () => Promise<CustomElementConstructor>, sign?: string): void {
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

/**
 * Loads and registers an element that is needed now, where this page can. Rejects with a `CheckoutError` where it cannot be loaded; the next call
 * tries again.
 */
export async function loadElement(tag: string): Promise<void> {
  await late.get(tag)?.();
}
