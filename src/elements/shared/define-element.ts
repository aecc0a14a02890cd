import { afterPaint, holdPaint } from '../../controllers/page/after-paint.js';
import { logOnce } from '../../controllers/page/log-once.js';
import { createPartLoader } from '../../controllers/page/part-loader.js';
import { listOwners, type Copy } from '../../controllers/page/page-registry.js';
import { VERSION } from '../../domain/version.js';
import { loadLateCode } from './late-element.js';

/** The functions that load and register the lazy-loaded elements, by tag. */
const loaders = new Map<string, () => Promise<void>>();

/** The identity of this copy of Balcão: a page may load several copies. */
const copy: Copy = { version: VERSION };

/**
 * Claims a tag for this copy of Balcão. Returns true if this copy registers the element: the first copy that claims the tag does, even if
 * the code of another copy is loaded earlier.
 */
function claim(tag: string): boolean {
  const owners = listOwners();
  if (!owners.has(tag)) owners.set(tag, copy);
  return owners.get(tag) === copy;
}

/**
 * Registers an element, unless another copy of Balcão has claimed its tag, or no element can be drawn: where there is no page, and in a page
 * that is XML, since templates are HTML.
 */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  // A worker and an edge runtime have no registry. In Node, Lit adds one, but there is no page.
  const registry: CustomElementRegistry | undefined = globalThis.customElements;
  const page: Document | undefined = globalThis.document;
  if (!registry || !claim(tag) || registry.get(tag)) return;
  if (page?.contentType.endsWith('xml')) return logOnce('warn', 'no element works in an XHTML page. Send it as text/html.');
  if (page) allowWrites(element);
  registry.define(tag, element);
}

/**
 * Lets a page write the read-only properties of an element, without effect. React, Svelte and Angular write a property where there is one of an
 * attribute's name: `value="1"` would otherwise throw, and take the page down.
 */
function allowWrites({ prototype }: { prototype: object }): void {
  for (let from = prototype; from !== HTMLElement.prototype; from = Reflect.getPrototypeOf(from) ?? HTMLElement.prototype) {
    for (const [name, accessor] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      const isOverridden = from !== prototype && Object.hasOwn(prototype, name);
      if (accessor.get && !accessor.set && !isOverridden) Object.defineProperty(prototype, name, { ...accessor, set: () => undefined });
    }
  }
}

/**
 * Registers the element of installments after the first paint, since the first field does not need it. If it cannot be loaded, the payment
 * reports the error.
 */
export function defineInstallments(): void {
  const define = addLoader('balcao-installments', async () => (await loadLateCode()).Installments);
  afterPaint()
    .then(define)
    .catch(() => undefined);
}

/**
 * Adds and returns the function that loads and registers an element once. If another copy registers the element, the function waits for
 * that.
 */
function addLoader(tag: string, load: () => Promise<CustomElementConstructor>): () => Promise<void> {
  const define = claim(tag)
    ? createPartLoader(async () => defineElement(tag, await load()))
    : async (): Promise<void> => void (await customElements.whenDefined(tag));
  loaders.set(tag, define);
  return define;
}

/**
 * Registers an element as late as the page allows:
 *
 * - at once, if the page has an element that matches `eagerSelector`: the shopper then sees this element first;
 * - after the first paint, if the page has the element;
 * - when `loadElement` is called;
 * - else after everything that a shopper waits for, because the page may still insert the element. With `false` in place of the selector,
 *   for an element that few pages have, only when the page inserts it.
 */
export function defineOnDemand(tag: string, load: () => Promise<CustomElementConstructor>, eagerSelector?: string | false): void {
  const define = addLoader(tag, load);
  const wait = async (): Promise<void> => {
    if (eagerSelector && document.querySelector(eagerSelector)) return holdPaint(define());
    await afterPaint();
    if (!document.querySelector(tag)) await (await loadLateCode()).waitForElement(tag, eagerSelector);
    await define();
  };
  wait().catch(() => undefined);
}

/**
 * Loads and registers an element that is needed now. Does nothing if the page has no loader for it. Rejects with a `CheckoutError` if it
 * cannot be loaded; the next call tries again.
 */
export async function loadElement(tag: string): Promise<void> {
  await loaders.get(tag)?.();
}
