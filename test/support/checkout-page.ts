import { sendKeys } from '@web/test-runner-commands';
import type { BalcaoEvents } from '../../src/controllers/page/checkout-events.js';
import { CARD_FIELDS, type CardField } from '../../src/controllers/card/card-field.js';
import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import { findFocus } from '../../src/controllers/page/find-focus.js';
import { CardActs, isCardField, readError, type CardTexts, type Filler, type Region } from './card-acts.js';
import { actHere, actInFrame, type CardDriver } from './card-driver.js';
import { clickElement, clickMiddle } from './real-clicks.js';
import { findAllDeep, findDeep, isShown, readText } from './deep-dom.js';
import { registerSecret } from './every-test.js';
import { isFramed } from './frame/use-frame.js';
import { waitUntil } from './wait-until.js';

export { waitUntil } from './wait-until.js';

/** A published test number that the sandbox approves. */
export const APPROVED_CARD: Required<CardTexts> = {
  number: '4111111111111111',
  expirationDate: '0131',
  securityCode: '737',
  holderName: 'MARIA DA SILVA',
};

type PayingElement = HTMLElement & { pay(): Promise<PaymentOutcome>; updateComplete: Promise<boolean> };

/** A checkout or a part of it as a person uses it. Knows the shadow DOM, so that tests need not. */
export class CheckoutPage {
  readonly element: PayingElement;
  /** The card's inputs, which may be in another document. */
  readonly card: CardDriver;
  /** What of that is in this page. */
  readonly #here: CardDriver;
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
    'balcao-boleto-created',
    'balcao-boleto-expired',
    'balcao-boleto-paid',
    'balcao-boleto-ended',
    'balcao-duplicate',
    'balcao-problem',
  ];

  constructor(element: PayingElement) {
    this.element = element;
    this.#here = actHere(new CardActs(element));
    this.card = isFramed ? actInFrame(() => this.#frame) : this.#here;
    for (const name of this.#names) element.addEventListener(name, ({ detail }) => this.events.push({ name, detail }));
  }

  /** Puts an element with these attributes (and properties, where the value is no text) into the page. */
  static async open(
    tag: 'balcao-checkout' | 'balcao-card-form' | 'balcao-saved-cards' | 'balcao-pix' | 'balcao-boleto',
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

  /** What the shopper can read around the card's fields, and in them where they are in this page. Hidden things are left out. */
  get text(): string {
    return readText(this.element);
  }

  /** What the shopper can read, the card's fields included wherever they are. */
  async readText(): Promise<string> {
    return (await this.#everywhere((driver) => driver.text())).join(' ');
  }

  /** The live regions, those of the card's fields included, in the order in which they came. */
  async regions(): Promise<Region[]> {
    return (await this.#everywhere((driver) => driver.regions())).flat();
  }

  /** What has a transition or an animation. */
  async moving(): Promise<string[]> {
    return (await this.#everywhere((driver) => driver.moving())).flat();
  }

  /** How high all controls are, CSS pixels. */
  async heights(): Promise<number[]> {
    return (await this.#everywhere((driver) => driver.heights())).flat();
  }

  /** The names of the events so far, in order. */
  get eventNames(): string[] {
    return this.events.map(({ name }) => name);
  }

  /** The one element with this `part`. */
  part(name: string): HTMLElement {
    return this.#find(`[part~="${name}"]`, `part ${name}`);
  }

  /** The native control with this `name`, where it is in this page: the fields of a card may be in another document, and are reached by `card`. */
  field(name: string): HTMLInputElement {
    return this.#find<HTMLInputElement>(`[name="${name}"]`, `control ${name}`);
  }

  /** What is said to be wrong with a control; empty when nothing is. */
  async error(name: string): Promise<string> {
    return isCardField(name) ? this.card.error(name) : readError(this.field(name));
  }

  /** The fields of the card that are called wrong. */
  async marked(): Promise<CardField[]> {
    const wrong = await Promise.all(
      CARD_FIELDS.map(async (name) => (await this.error(name)) !== '' || (await this.card.attribute(name, 'aria-invalid')) === 'true'),
    );
    return CARD_FIELDS.filter((_, index) => wrong[index]);
  }

  /** Waits until the page has heard of what was done in the fields, where those are in a frame. */
  async hear(): Promise<void> {
    const frameUrl = this.element.getAttribute('frame-url');
    if (!isFramed || frameUrl === null) return;
    const { pageFrames } = await import('../../src/controllers/card-frame/frame-link.js');
    const link = pageFrames.find(frameUrl);
    // Before its first message, a frame is asked nothing.
    await waitUntil(() => link?.hello ?? !link?.isConnected, 'the first message of the frame');
    // A frame that goes meanwhile has nothing more to say.
    await link?.check().catch(() => undefined);
  }

  /** The control that has the focus, by its `name` or `part`. From the page to a frame and back, the browser passes the focus on in steps. */
  async focused(): Promise<string | null> {
    if (!isFramed) return this.#here.focused();
    const isInFrame = (): boolean => findFocus(this.element.ownerDocument)?.localName === 'iframe';
    let focused: string | null = null;
    await waitUntil(async () => {
      focused = isInFrame() ? await this.card.focused() : await this.#here.focused();
      return focused !== null || !isInFrame();
    }, 'the focus in the page or in the frame');
    return focused;
  }

  /** Puts the focus on a control, and waits until the page has heard of it. */
  async focus(name: string): Promise<void> {
    if (!isCardField(name)) return this.field(name).focus();
    await this.card.focus(name);
    await this.hear();
  }

  /** Types into a control with real keys, and waits until the page has heard of it. */
  async type(name: string, text: string): Promise<void> {
    await this.focus(name);
    registerSecret(name === 'number' || name === 'securityCode' ? text : '');
    await sendKeys({ type: text });
    if (isCardField(name)) await this.hear();
  }

  /** Presses real keys, one after the other, where the focus is. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await sendKeys({ press: key });
    await this.element.updateComplete;
  }

  /** Fills the card in with real keys and leaves the last field. */
  async fill(card: CardTexts = APPROVED_CARD): Promise<void> {
    for (const [name, text] of Object.entries(card)) if (text) await this.type(name, text);
    await sendKeys({ press: 'Tab' });
    await this.hear();
  }

  /** Fills fields in, all in one tick, one after the other, and waits until the page has heard of it. */
  async fillIn(card: CardTexts, filler: Filler = 'password manager'): Promise<void> {
    registerCard(card);
    await this.card.fillIn(card, filler);
    await this.hear();
  }

  /** Pastes into a field, at the caret, and waits until the page has heard of it. */
  async paste(name: CardField, text: string): Promise<void> {
    registerSecret('4111111111111111');
    await this.card.paste(name, text);
    await this.hear();
  }

  /** Clicks with a real pointer in the middle of an element. */
  async click(target: Element): Promise<void> {
    await clickElement(target);
  }

  /** Clicks with a real pointer in the middle of a field of the card. */
  async clickField(name: CardField): Promise<void> {
    await clickMiddle(await this.card.place(name));
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
      () => `outcome ${String(pattern)}, the page says: ${this.text}`,
    );
  }

  /** Ends what waits in the page, once something does, as a time limit of so many ms would. */
  async runOut(limitMs: number): Promise<void> {
    const end = async (): Promise<boolean> =>
      (await this.#everywhere((driver) => driver.endTimeLimits(limitMs))).some((count) => count > 0);
    await waitUntil(end, `a wait of ${limitMs} ms`);
  }

  remove(): void {
    // Firefox may keep how far a page was scrolled whose content goes: the top of what comes next is then no target for a pointer.
    scrollTo(0, 0);
    this.element.remove();
  }

  /** The frame of the card's fields. */
  get #frame(): HTMLIFrameElement | undefined {
    return findDeep<HTMLIFrameElement>(this.element, 'iframe');
  }

  /** Asks this page and, where there is one, the frame in it. */
  async #everywhere<T>(ask: (driver: CardDriver) => Promise<T>): Promise<T[]> {
    const hasFrame = isFramed && this.#frame?.checkVisibility();
    return [await ask(this.#here), ...(hasFrame ? [await ask(this.card)] : [])];
  }

  #find<T extends HTMLElement>(selector: string, what: string): T {
    const found = findDeep<T>(this.element, selector);
    if (!found) throw new Error(`There is no ${what}`);
    return found;
  }
}

/** Has the digits of a card found nowhere from now on. */
function registerCard({ number = '', securityCode = '' }: CardTexts): void {
  for (const text of [number, securityCode]) registerSecret(text);
}
