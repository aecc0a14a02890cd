/** Finds the element of a page that has the focus, also inside of shadow roots. */
export function findFocus(page: Document = document): Element | null {
  let active = page.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
