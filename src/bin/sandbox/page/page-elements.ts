/** Finds an element of the page by its id. Throws where it is not there or of another kind: the page and its script belong together. */
export function find<Kind extends HTMLElement>(id: string, kind: abstract new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new TypeError(`The page has no #${id} of this kind.`);
  return element;
}

/** Creates an element with children. */
export function create<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, ...children: (Node | string)[]): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

/** Creates a `<select>` with options. */
export function createSelect(name: string, words: readonly string[]): HTMLSelectElement {
  const select = create('select', ...words.map((word) => create('option', word)));
  select.name = name;
  return select;
}

/** Formats an instant as a time of day. */
export function formatTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** Formats reais. */
export function formatAmount(amount: number): string {
  return amount.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
}
