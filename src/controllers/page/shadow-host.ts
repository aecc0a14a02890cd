/**
 * Returns true for a shadow root: no other root has a `mode`. `instanceof` does not tell: where an element was put into another window's document,
 * Firefox creates its root from that window's `ShadowRoot`.
 */
export function isShadowRoot(root: Node): root is ShadowRoot {
  return 'mode' in root;
}

/** Returns the host of the shadow root that contains an element; `undefined` if the element is in no shadow root. */
export function getShadowHost(element: Element): Element | undefined {
  const root = element.getRootNode();
  return isShadowRoot(root) ? root.host : undefined;
}
