import { afterPaint } from '../../controllers/page/after-paint.js';

/** Registers an element, unless another copy of Balcão has: the first one's stays. */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}

/** Registers an element that the first field does not need, after the first paint and what `before` waits for. Where it cannot be loaded, paying says so. */
export function defineAfterPaint(tag: string, load: () => Promise<CustomElementConstructor>, before?: () => Promise<unknown>): void {
  const wait = async (): Promise<void> => {
    await afterPaint();
    await before?.();
    defineElement(tag, await load());
  };
  wait().catch(() => undefined);
}
