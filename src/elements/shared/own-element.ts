/** Whether an element is one of Balcão's. */
export function isOwnElement({ localName }: Element): boolean {
  return localName.startsWith('balcao-');
}

/** Whether an element is drawn by another one of Balcão's, in its shadow root. */
export function isDrawnByOwn(element: Element): boolean {
  const root = element.getRootNode();
  return root instanceof ShadowRoot && isOwnElement(root.host);
}
