import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { BalcaoEvents } from '../../src/controllers/page/checkout-events.js';
import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import { findFocus } from '../../src/elements/shared/find-focus.js';
import { registerSecret } from './every-test.js';

/** A card as a person types it. */
export interface CardToType {
  number?: string;
  holderName?: string;
  expirationDate?: string;
  securityCode?: string;
}

/** A published test number that the sandbox approves. */
export const APPROVED_CARD: Required<CardToType> = {
  number: '4111111111111111',
  holderName: 'MARIA DA SILVA',
  expirationDate: '0131',
  securityCode: '737',
};

/** What comes ends the wait at once: only what never comes, or comes on a machine with much to do, takes so long. */
const PATIENCE_MS = 20_000;
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
const realNow = performance.now.bind(performance);

/** Waits, in real time, until `check` answers something. */
export async function waitUntil<T>(check: () => T | undefined | null | false, what: string): Promise<T> {
  const end = realNow() + PATIENCE_MS;
  for (;;) {
    const found = check();
    if (found) return found;
    if (realNow() > end) throw new Error(`Never came: ${what}`);
    await new Promise((resolve) => realSetTimeout(resolve, 20));
  }
}

type PayingElement = HTMLElement & { pay(): Promise<PaymentOutcome>; updateComplete: Promise<boolean> };

/** A checkout or a part of it as a person uses it. Knows the shadow DOM, so that tests need not. */
export class CheckoutPage {
  readonly element: PayingElement;
  readonly events: { name: keyof BalcaoEvents; detail: unknown }[] = [];
  readonly #names: readonly (keyof BalcaoEvents)[] = [
    'balcao-ready',
    'balcao-card-changed',
    'balcao-before-pay',
    'balcao-approved',
    'balcao-declined',
    'balcao-failed',
    'balcao-unconfirmed',
    'balcao-method-changed',
    'balcao-card-saved',
    'balcao-card-selected',
    'balcao-card-deleted',
    'balcao-pix-created',
    'balcao-pix-expired',
    'balcao-pix-paid',
    'balcao-pix-ended',
    'balcao-duplicate',
    'balcao-problem',
  ];

  constructor(element: PayingElement) {
    this.element = element;
    for (const name of this.#names) element.addEventListener(name, ({ detail }) => this.events.push({ name, detail }));
  }

  /** Puts an element with these attributes (and properties, where the value is no text) into the page. */
  static async open(
    tag: 'balcao-checkout' | 'balcao-card-form' | 'balcao-saved-cards' | 'balcao-pix',
    settings: Readonly<Record<string, unknown>>,
  ): Promise<CheckoutPage> {
    const element = document.createElement(tag) as PayingElement;
    for (const [name, value] of Object.entries(settings)) {
      if (typeof value === 'string') element.setAttribute(name, value);
      else Object.assign(element, { [name]: value });
    }
    document.body.append(element);
    const page = new CheckoutPage(element);
    // Ready, or unavailable for a reason that it says.
    await waitUntil(() => page.eventNames.includes('balcao-ready') || page.text.includes('indisponível'), 'a checkout that can be used');
    return page;
  }

  /** What the shopper can read, shadow roots included, hidden things left out. */
  get text(): string {
    return readText(this.element);
  }

  /** The names of the events so far, in order. */
  get eventNames(): string[] {
    return this.events.map(({ name }) => name);
  }

  /** The one element with this `part`. */
  part(name: string): HTMLElement {
    return this.#find(`[part~="${name}"]`, `part ${name}`);
  }

  /** The native control with this `name`. */
  field(name: string): HTMLInputElement {
    return this.#find<HTMLInputElement>(`[name="${name}"]`, `control ${name}`);
  }

  /** What is said to be wrong with a field; empty when nothing is. */
  error(name: string): string {
    const [id = ''] = this.field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
    return this.#find(`[id="${id}"]`, `error of ${name}`).textContent?.trim() ?? '';
  }

  /** The control that has the focus, by its `name` or `part`. */
  get focused(): string | null {
    const active = findFocus(this.element.ownerDocument);
    return active && (active.getAttribute('name') ?? active.getAttribute('part'));
  }

  /** Types into a field with real keys. */
  async type(name: string, text: string): Promise<void> {
    registerSecret(name === 'number' || name === 'securityCode' ? text : '');
    this.field(name).focus();
    await sendKeys({ type: text });
  }

  /** Fills the card in with real keys and leaves the last field. */
  async fill(card: CardToType = APPROVED_CARD): Promise<void> {
    for (const [name, text] of Object.entries(card)) if (text) await this.type(name, text);
    await sendKeys({ press: 'Tab' });
  }

  /** Fills fields in as a password manager does: all in one tick, one after the other, with the events that a shadow root keeps to itself. */
  fillIn(card: CardToType): void {
    for (const [name, text] of Object.entries(card)) {
      const field = this.field(name);
      registerSecret(name === 'number' || name === 'securityCode' ? text : '');
      field.value = text;
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }

  /** Clicks with a real pointer in the middle of an element. */
  async click(target: Element): Promise<void> {
    target.scrollIntoView({ block: 'center' });
    // What is scrolling smoothly by itself is no target yet.
    let before = NaN;
    await waitUntil(() => {
      const last = before;
      before = target.getBoundingClientRect().top;
      return Math.abs(before - last) < 0.1;
    }, 'a target that stands still');
    const { left, top, width, height } = target.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  }

  async clickPay(): Promise<void> {
    await this.click(this.part('pay-button'));
  }

  /** The outcome panel's text once it says something. */
  async outcome(pattern: RegExp): Promise<string> {
    return waitUntil(
      () => {
        const text = findAllDeep<HTMLElement>(this.element, '[part~="outcome"]').filter(isShown).map(readText).join(' ');
        return pattern.test(text) && text;
      },
      `outcome ${String(pattern)}, the page says: ${this.text}`,
    );
  }

  remove(): void {
    // Firefox may keep how far a page was scrolled whose content goes: the top of what comes next is then no target for a pointer.
    scrollTo(0, 0);
    this.element.remove();
  }

  #find<T extends HTMLElement>(selector: string, what: string): T {
    const found = findDeep<T>(this.element, selector);
    if (!found) throw new Error(`There is no ${what}`);
    return found;
  }
}

/** The matches in an element's shadow roots and children, in document order. */
function findAllDeep<T extends Element>(root: Element | ShadowRoot, selector: string): T[] {
  const below = [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.matches(selector) ? [element as T] : []),
    ...(element.shadowRoot ? findAllDeep<T>(element.shadowRoot, selector) : []),
  ]);
  return isElement(root) && root.shadowRoot ? [...below, ...findAllDeep<T>(root.shadowRoot, selector)] : below;
}

/** The first match that is shown, else the first: of the parts of a checkout all but one are hidden. */
function findDeep<T extends Element>(root: Element, selector: string): T | undefined {
  const found = findAllDeep<T>(root, selector);
  return found.find(isShown) ?? found[0];
}

function isShown(element: Element): boolean {
  return element.checkVisibility();
}

function readText(node: Node): string {
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
