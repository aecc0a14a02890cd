/** Returns the element of this page that matches a selector. Throws if it is missing or of another type. */
export function findElement<E extends Element>(selector: string, type: abstract new () => E, root: ParentNode = document): E {
  const found = root.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`The demo page has no ${type.name} at ${selector}`);
  return found;
}

/** Creates an element with a class and, if it is given, a text. */
export function createElement<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text?: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}
