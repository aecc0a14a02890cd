/** The element of this page that a selector names, of the type that is expected. Throws where the markup lacks it. */
export function findElement<E extends Element>(selector: string, type: abstract new () => E, root: ParentNode = document): E {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The demo page has no ${type.name} at ${selector}`);
  return found;
}

/** A new element with a class and, where given, a text. */
export function createElement<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text?: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
