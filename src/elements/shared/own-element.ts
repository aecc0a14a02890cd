import { getShadowHost } from '../../controllers/page/shadow-host.js';

/** Returns true for an element of Balcão. */
export function isOwnElement({ localName }: Element): boolean {
  return localName.startsWith('balcao-');
}

/** Returns true for an element in the shadow root of another element of Balcão. */
export function isDrawnByOwn(element: Element): boolean {
  const host = getShadowHost(element);
  return host !== undefined && isOwnElement(host);
}
