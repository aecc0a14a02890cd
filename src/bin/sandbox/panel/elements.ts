/** Returns an element of the page. Throws if it is missing or of another kind, because the page must have the places of the panel. */
export function find<Kind extends HTMLElement>(selector: string, kind: abstract new () => Kind): Kind {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new TypeError(`The page has no ${selector} of this kind.`);
  return element;
}

/** Returns the element of the page that a section of the panel is put into. */
export function findPlace(section: string): HTMLElement {
  return find(`[data-panel=${section}]`, HTMLElement);
}

type Attributes = Readonly<Record<string, string>>;

/** Creates an element with attributes and children. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Creates a button that does not submit a form. */
export function createButton(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const button = create('button', { type: 'button', ...attributes }, label);
  button.addEventListener('click', onClick);
  return button;
}

/** Creates a `<select>`. `labels` has the label of each option by its value. */
export function createSelect(labels: Readonly<Record<string, string>>, attributes: Attributes = {}): HTMLSelectElement {
  return create('select', attributes, ...Object.entries(labels).map(([value, label]) => create('option', { value }, label)));
}

/** Creates a row of buttons. */
export function createButtons(...buttons: HTMLElement[]): HTMLElement {
  return create('div', { class: 'buttons' }, ...buttons);
}

/** Creates the line near the buttons that shows the result of an action. */
export function createResult(id: string): HTMLElement {
  return create('p', { class: 'result', id, role: 'status' });
}

/** Executes an action, and shows its result or its error in its line. */
export async function carryOut(result: HTMLElement, action: () => Promise<string>): Promise<void> {
  const { text, isBad } = await action().then(
    (done) => ({ text: done, isBad: false }),
    (error: unknown) => ({ text: error instanceof Error ? error.message : String(error), isBad: true }),
  );
  result.textContent = text;
  result.classList.toggle('bad', isBad);
}

/** Formats an amount in reais as text with the currency. */
export function formatReais(amount: number): string {
  return amount.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
}

/** Formats an instant, epoch ms, as the local time of day. */
export function formatTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}
