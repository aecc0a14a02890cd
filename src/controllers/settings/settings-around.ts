/**
 * Finds what an element takes its defaults from: the `<balcao-checkout>` around it, through shadow roots, or the element whose shadow
 * root it is in.
 */
export function findAround<Found>(element: Element, lookUp: (candidate: Element) => Found | undefined): Found | undefined {
  const checkout = element.parentElement?.closest('balcao-checkout');
  const around = checkout && lookUp(checkout);
  if (around) return around;
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return undefined;
  return lookUp(root.host) ?? findAround(root.host, lookUp);
}
