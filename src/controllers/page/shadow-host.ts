/** Returns the element in whose shadow root an element is. */
export function getShadowHost(element: Element): Element | undefined {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}
