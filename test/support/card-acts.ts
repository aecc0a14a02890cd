import { CARD_FIELDS, type CardField } from '../../src/controllers/card/card-field.js';
import { findFocus } from '../../src/controllers/page/find-focus.js';
import { findAllDeep, findDeep, isShown, readText } from './deep-dom.js';

/** A card as it is put into the fields. */
export type CardTexts = Partial<Record<CardField, string>>;

/** Who puts a text into a field: the events differ. A password manager's stay in the shadow root, the browser's leave it. */
export type Filler = 'password manager' | 'browser';

/** Where something is in its document's viewport, CSS pixels. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A key that is pressed, as an event says it. */
export interface KeyDetails {
  key: string;
  ctrlKey?: boolean;
  isComposing?: boolean;
  keyCode?: number;
  repeat?: boolean;
}

/** A live region. */
export interface Region {
  text: string;
  /** Whether it is where it was when it was first looked at. */
  isConnected: boolean;
}

/**
 * What tests do with the four inputs of a card and read of them, in the document that holds them. Arguments and results can all be carried over by
 * a message: the document may be another than the test's.
 */
export class CardActs {
  readonly #root: Element;
  readonly #regions = new Set<Element>();

  /** @param root What holds the inputs, in whatever shadow root. */
  constructor(root: Element) {
    this.#root = root;
  }

  read(name: CardField): string {
    return this.#input(name).value;
  }

  /** What is typed into the fields, in their order. */
  readAll(): string[] {
    return CARD_FIELDS.map((name) => this.read(name));
  }

  /** What the key of a phone's keyboard says. A property: some engines have no attribute of it. */
  enterKeyHint(name: CardField): string {
    return this.#input(name).enterKeyHint;
  }

  attribute(name: CardField, attribute: string): string | null {
    return this.#input(name).getAttribute(attribute);
  }

  isShown(name: CardField): boolean {
    return isShown(this.#input(name));
  }

  style(name: CardField, property: string): string {
    return getComputedStyle(this.#input(name)).getPropertyValue(property);
  }

  place(name: CardField): Place {
    const { left, top, width, height } = this.#input(name).getBoundingClientRect();
    return { left, top, width, height };
  }

  /** The text of the field's label, where it is shown. */
  label(name: CardField): string {
    const label = this.#input(name).labels?.[0];
    return label && isShown(label) ? (label.textContent ?? '').trim() : '';
  }

  /** What is said to be wrong with a field; empty when nothing is. */
  error(name: CardField): string {
    return readError(this.#input(name));
  }

  /** The `method` of the form that the fields are in, all four; null where they are in none, or in several. */
  formMethod(): string | null {
    const [form, ...others] = new Set(CARD_FIELDS.map((name) => this.#input(name).form));
    return others.length > 0 ? null : (form?.getAttribute('method') ?? null);
  }

  /** The mark in the number's field: its part, its name, and how many drawings it has. */
  mark(): { part: string | null; label: string | null; count: number } | null {
    const mark = findDeep(this.#root, '.mark');
    return mark ? { part: mark.getAttribute('part'), label: mark.getAttribute('aria-label'), count: mark.childElementCount } : null;
  }

  caret(name: CardField): number {
    return this.#input(name).selectionStart ?? 0;
  }

  select(name: CardField, start: number, end: number): void {
    this.#input(name).setSelectionRange(start, end);
  }

  focus(name: CardField): void {
    this.#input(name).focus();
  }

  /** Whether keys come to a field. */
  hasFocus(name: CardField): boolean {
    return this.#root.ownerDocument.hasFocus() && findFocus(this.#root.ownerDocument) === this.#input(name);
  }

  /** The control that has the focus in this document, by its `name` or `part`. */
  focused(): string | null {
    const active = findFocus(this.#root.ownerDocument);
    return active && (active.getAttribute('name') ?? active.getAttribute('part'));
  }

  /** Fills fields in, all in one tick, one after the other, with the events of who does it. */
  fillIn(card: CardTexts, filler: Filler): void {
    for (const [name, text] of listTexts(card)) {
      const input = this.#input(name);
      input.value = text;
      for (const type of filler === 'browser' ? ['input'] : ['input', 'change'])
        input.dispatchEvent(new Event(type, { bubbles: true, composed: filler === 'browser' }));
    }
  }

  /** Types over what is in the fields that can be written to, with the browser's own events, which are trusted. */
  retype(card: CardTexts): void {
    for (const [name, text] of listTexts(card)) {
      const input = this.#input(name);
      if (input.readOnly) continue;
      input.focus();
      input.select();
      input.ownerDocument.execCommand('insertText', false, text);
    }
  }

  /** Pastes at the caret: unless the field takes the text itself, it comes in, and then the page is told. */
  paste(name: CardField, text: string): void {
    const input = this.#input(name);
    input.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    // Firefox makes an event of `data` alone.
    const details = { clipboardData, data: text, dataType: 'text/plain', bubbles: true, composed: true, cancelable: true };
    if (input.dispatchEvent(new ClipboardEvent('paste', details))) this.insert(name, text, 'insertFromPaste');
  }

  /** Puts a text in at the caret without a key, as keyboards of phones do. */
  insert(name: CardField, text: string, inputType: string): void {
    const input = this.#input(name);
    if (input.readOnly) return;
    input.focus();
    input.setRangeText(text.replace(/\n/g, ' '), input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType, data: text }));
  }

  /** Composes a text by an input method, up to here. */
  compose(name: CardField, text: string): void {
    const input = this.#input(name);
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertCompositionText', isComposing: true }));
  }

  endComposition(name: CardField): void {
    this.#input(name).dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }));
  }

  /** Presses a key as no driver can. Returns whether the page took it. */
  press(name: CardField, key: KeyDetails): boolean {
    const event = new KeyboardEvent('keydown', { ...key, bubbles: true, composed: true, cancelable: true });
    return !this.#input(name).dispatchEvent(event);
  }

  /** Ends what waits in this window, as its time limit would, ms. Returns how many waits that were. */
  endTimeLimits(limitMs: number): number {
    return this.#root.ownerDocument.defaultView?.endTimeLimits?.(limitMs) ?? 0;
  }

  /** What can be read. */
  text(): string {
    return readText(this.#root);
  }

  /** The live regions that there are, and those that there were when this was asked before. */
  regions(): Region[] {
    for (const region of findAllDeep(this.#root, '[role="status"], [aria-live]')) this.#regions.add(region);
    return [...this.#regions].map((region) => ({ text: region.textContent ?? '', isConnected: region.isConnected }));
  }

  /** What moves in sight: elements that have a transition or an animation. */
  moving(): string[] {
    return findAllDeep<HTMLElement>(this.#root, '*')
      .filter((element) => {
        if (!element.checkVisibility({ checkVisibilityCSS: true })) return false;
        const { transitionDuration, transitionProperty, animationName } = getComputedStyle(element);
        return !(transitionProperty === 'none' || /^0s(?:, 0s)*$/.test(transitionDuration)) || animationName !== 'none';
      })
      .map(({ outerHTML }) => outerHTML);
  }

  /** How high the controls that are shown are, CSS pixels. */
  heights(): number[] {
    return findAllDeep(this.#root, 'input, select, button')
      .filter(isShown)
      .map((control) => control.getBoundingClientRect().height);
  }

  #input(name: CardField): HTMLInputElement {
    const found = findDeep<HTMLInputElement>(this.#root, `input[name="${name}"]`);
    if (!found) throw new Error(`There is no control ${name}`);
    return found;
  }
}

/** The first of what describes a control: what is wrong with it. */
export function readError(control: Element): string {
  const [id = ''] = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  const root = control.getRootNode();
  if (!('getElementById' in root) || !id) throw new Error('The control has no place for an error');
  return (root as ShadowRoot).getElementById(id)?.textContent?.trim() ?? '';
}

export function isCardField(name: string): name is CardField {
  return CARD_FIELDS.some((field) => field === name);
}

function listTexts(card: CardTexts): [CardField, string][] {
  return Object.entries(card).flatMap(([name, text]): [CardField, string][] => (isCardField(name) ? [[name, text]] : []));
}
