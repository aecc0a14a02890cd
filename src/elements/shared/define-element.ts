import { systemClock } from '../../client/system-clock.js';
import { afterPaint } from '../../controllers/page/after-paint.js';
import { createPartLoader } from '../../controllers/page/part-loader.js';
import { loadPayPart } from '../../controllers/payment/pay-loader.js';

/** How long after what pays an element is loaded that nobody has asked for yet, ms. */
const UNASKED_DELAY_MS = 2000;

/** Elements that are registered when they are wanted. */
const late = new Map<string, () => Promise<void>>();

/** Registers an element, unless another copy of Balcão has: the first one's stays. */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}

/** Registers an element of which the first field is drawn without it, once that is painted. Where it cannot be loaded, paying says so. */
export function defineAfterPaint(tag: string, load: () => Promise<CustomElementConstructor>): void {
  afterPaint()
    .then(load)
    .then(
      (element) => defineElement(tag, element),
      () => undefined,
    );
}

/**
 * Registers an element when `wantElement` asks for it, or after the first paint where it stands in the page. For pages that put it in later
 * it comes in the end anyway, behind all that a shopper waits for.
 */
export function defineWhenWanted(tag: string, load: () => Promise<CustomElementConstructor>): void {
  const define = createPartLoader(async () => defineElement(tag, await load()));
  late.set(tag, define);
  const wait = async (): Promise<void> => {
    await afterPaint();
    if (!document.querySelector(tag)) {
      await loadPayPart();
      await new Promise<void>((resolve) => systemClock.schedule(resolve, UNASKED_DELAY_MS));
    }
    await define();
  };
  wait().catch(() => undefined);
}

/** Registers an element that is drawn now. Rejects with a `CheckoutError` where it cannot be loaded; the next call tries again. */
export async function wantElement(tag: string): Promise<void> {
  await late.get(tag)?.();
}
