/** Returns the host of the shadow root that contains an element; `undefined` if the element is in no shadow root. */
export function getShadowHost(element: Element): Element | undefined {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : undefined;
}
