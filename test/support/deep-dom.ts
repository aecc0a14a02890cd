/** The matches in an element's shadow roots and children, in document order. */
export function findAllDeep<T extends Element>(root: Element | ShadowRoot, selector: string): T[] {
  const below = [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.matches(selector) ? [element as T] : []),
    ...(element.shadowRoot ? findAllDeep<T>(element.shadowRoot, selector) : []),
  ]);
  return isElement(root) && root.shadowRoot ? [...below, ...findAllDeep<T>(root.shadowRoot, selector)] : below;
}

/** The first match that is shown, else the first: of the parts of a checkout all but one are hidden. */
export function findDeep<T extends Element>(root: Element, selector: string): T | undefined {
  const found = findAllDeep<T>(root, selector);
  return found.find(isShown) ?? found[0];
}

export function isShown(element: Element): boolean {
  return element.checkVisibility();
}

/** What can be read, shadow roots included, hidden things left out. */
export function readText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent?.trim() ?? '';
  if (isElement(node) && (node.localName === 'style' || getComputedStyle(node).display === 'none')) return '';
  const children = (isElement(node) ? node.shadowRoot : null)?.childNodes ?? node.childNodes;
  return [...children]
    .map(readText)
    .filter(Boolean)
    .join(' ')
    .replace(/\u00a0/g, ' ');
}

/** By its type, since an element of a frame is no instance of this window's `Element`. */
function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}
