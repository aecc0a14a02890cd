/** Returns true if nothing of the page has the focus, as after the element that had it was removed. */
export function isFocusLost({ ownerDocument }: Element): boolean {
  return ownerDocument.activeElement === ownerDocument.body;
}

/** Finds the element of a page that has the focus, also inside of shadow roots. */
export function findFocus(page: Document = document): Element | null {
  let active = page.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}
