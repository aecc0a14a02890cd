import type { CardForm } from '../../src/elements/card-form/card-form.js';
import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import { CardActs } from '../support/card-acts.js';
import { actHere, actInFrame, type CardDriver } from '../support/card-driver.js';
import { isFramed } from '../support/frame/use-frame.js';
import type { PixCharge } from '../../src/domain/order/charge.js';
import { waitUntil } from '../support/wait-until.js';
import type { FrameWindow, OpenedTab, PayingElement, TabSettings } from './tab-settings.js';

/** A card as it is typed into the form. */
export interface TypedCard {
  number: string;
  holderName: string;
  expirationDate: string;
  securityCode: string;
}

/** What a page was told of an attempt, by an event or by the promise of `pay()`. */
export interface ToldOutcome {
  tab: string;
  by: 'event' | 'pay()';
  status: PaymentOutcome['status'];
  attemptId: string | undefined;
  /** The code of a `failed`. */
  code: string | undefined;
  late: boolean;
}

/** What a page was told of money that was taken. */
export interface ToldPayment {
  tab: string;
  /** How often the tab had been reloaded by then. */
  load: number;
  event: 'balcao-approved' | 'balcao-pix-paid' | 'balcao-duplicate';
  orderId: string | undefined;
  /** The attempt or the charge, whichever it is of; empty for a duplicate. */
  id: string;
}

/** How to open a tab. */
export interface TabOptions extends Partial<Pick<TabSettings, 'tag' | 'properties' | 'prepare' | 'gotToken'>> {
  name?: string;
  attributes: Readonly<Record<string, string>>;
}

const EVENTS = ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'] as const;
/** The tab that was last brought to the front is above all others. */
let front = 0;

/** A browser tab that shows a checkout: a frame of the page's own origin with its own modules and memory. */
export class Tab {
  /** Everything that pages in this tab were told, over all reloads. */
  readonly outcomes: ToldOutcome[] = [];
  /** Every event of money that was taken, over all reloads. */
  readonly payments: ToldPayment[] = [];
  /** The Pix codes that were made here, each with its order, over all reloads. */
  readonly codes: Pick<PixCharge, 'chargeId' | 'orderId'>[] = [];
  /** The console, over all reloads. */
  readonly log: string[] = [];
  readonly name: string;
  isOnline = true;
  readonly #frame = document.createElement('iframe');
  readonly #options: TabOptions;
  #opened: OpenedTab | undefined;
  #loads = 0;

  constructor({ name = crypto.randomUUID(), ...options }: TabOptions) {
    this.name = name;
    this.#options = options;
  }

  /** Opens a tab; there is an element in it when it answers. */
  static async open(options: TabOptions): Promise<Tab> {
    const tab = new Tab(options);
    await tab.#load();
    return tab;
  }

  /** The settings as attributes, also after a reload. */
  get attributes(): Readonly<Record<string, string>> {
    return this.#options.attributes;
  }

  get window(): FrameWindow {
    return this.#page.window;
  }

  get element(): PayingElement {
    return this.#page.element;
  }

  /** The checkout of the page as a whole, as the shopper reads it; hidden things left out. */
  get text(): string {
    return readText(this.element, this.window);
  }

  /** Whether a payment of this page is under way, also in a method that is not shown now. */
  get isPaying(): boolean {
    return findDeep(this.element, '[aria-busy="true"]', true) !== undefined;
  }

  /** Whether a page of this tab has said that it lost the browser's database, as WebKit's do at times: it knows only its own payments then. */
  get isAlone(): boolean {
    return this.log.some((text) => text.includes('IndexedDB is missing, blocked or slow'));
  }

  /** Whether there is a form to fill in. */
  get isPayable(): boolean {
    return this.find('form[part~="form"]:not([hidden])') !== undefined;
  }

  /** Has the page loaded anew: memory and running requests are gone, what the browser keeps is not. */
  async reload(): Promise<void> {
    this.#opened = undefined;
    this.#loads += 1;
    this.#frame.contentWindow?.location.reload();
    await waitUntil(
      () => this.#opened,
      () => `the reload of ${this.name}`,
    );
  }

  /** Has the shop's page set other attributes, for good. */
  change(attributes: Readonly<Record<string, string>>): void {
    this.#options.attributes = { ...this.#options.attributes, ...attributes };
    const settings = window.balcaoTabs?.get(this.name);
    if (settings) settings.attributes = this.#options.attributes;
    for (const [name, value] of Object.entries(attributes)) this.element.setAttribute(name, value);
  }

  /** Has requests of this page whose address ends so wait before they are sent, or their answers. Resolves once one waits. */
  hold(path: string, until: () => Promise<unknown>, what: 'request' | 'answer' = 'request'): Promise<void> {
    const { window: page } = this;
    const send = page.fetch.bind(page);
    return new Promise((waits) => {
      page.fetch = async (input, init) => {
        const request = new page.Request(input, init);
        if (!request.url.endsWith(path)) return send(request);
        const answer = what === 'answer' ? await send(request) : undefined;
        waits();
        await until();
        return answer ?? send(request);
      };
    });
  }

  /** Closes the tab. */
  close(): void {
    this.#frame.remove();
    window.balcaoTabs?.delete(this.name);
  }

  /** Calls `pay()` and takes note of what it comes to. */
  pay(): Promise<PaymentOutcome> {
    const paying = this.element.pay();
    void paying.then((outcome) => this.#note('pay()', outcome));
    return paying;
  }

  /** Presses the pay button, wherever there is one. */
  click(times = 1): void {
    for (let click = 0; click < times; click += 1) this.find('form:not([hidden]) [part~="pay-button"]')?.click();
  }

  /** Presses Enter in the form. */
  enter(): void {
    this.find<HTMLFormElement>('form[part~="form"]:not([hidden])')?.requestSubmit();
  }

  /** Presses something else, by its `part`, where it is there. */
  press(part: string): void {
    this.find(`[part~="${part}"]`)?.click();
  }

  /** Types a card over what is in the form. */
  async type(card: TypedCard): Promise<void> {
    if (isFramed) return this.#retype(card);
    for (const [name, text] of Object.entries(card)) {
      const input = this.find<HTMLInputElement>(`balcao-card-form input[name="${name}"], input[name="${name}"]`);
      if (!input || input.readOnly) continue;
      input.value = text;
      input.dispatchEvent(new this.window.InputEvent('input', { bubbles: true, composed: true }));
    }
  }

  /** In front of all other tabs, where there is a form. */
  async #retype(card: TypedCard): Promise<void> {
    this.#frame.style.zIndex = String((front += 1));
    const frame = this.find<HTMLIFrameElement>('iframe');
    // The same one, also where the order turns out to be closed meanwhile.
    if (!frame) return;
    const driver = actInFrame(() => frame);
    await driver.retype({ ...card });
    const form = [this.element, this.find('balcao-card-form')].find((each) => each?.localName === 'balcao-card-form') as
      CardForm | undefined;
    if (!form) return;
    await waitUntil(
      async () => form.isTyped || (await driver.read('number')) === '',
      () => 'the page to hear of what is typed',
    );
  }

  /** The card's inputs, which may be in another document. */
  get card(): CardDriver {
    return isFramed ? actInFrame(() => this.find<HTMLIFrameElement>('iframe')) : actHere(new CardActs(this.element));
  }

  /** Ends what waits in the page, once something does, as a time limit of so many ms would. */
  async runOut(limitMs: number): Promise<void> {
    const end = async (): Promise<number> =>
      (this.window.endTimeLimits?.(limitMs) ?? 0) + (isFramed ? await this.card.endTimeLimits(limitMs) : 0);
    await waitUntil(end, `a wait of ${limitMs} ms`);
  }

  /** Goes offline or online, as the device would say. */
  setOnline(isOnline: boolean): void {
    this.isOnline = isOnline;
    this.window.dispatchEvent(new this.window.Event(isOnline ? 'online' : 'offline'));
  }

  /** What happens when the shopper comes back to a tab. */
  comeBack(): void {
    this.window.document.dispatchEvent(new this.window.Event('visibilitychange'));
  }

  forgetOrder(orderId: string): Promise<void> {
    return this.#page.forgetOrder(orderId);
  }

  /** Waits until the shopper can read something. */
  async says(pattern: RegExp): Promise<string> {
    return waitUntil(
      () => pattern.test(this.text) && this.text,
      () => `${String(pattern)}, the tab says: ${this.text}`,
    );
  }

  /** The first match in the element and every shadow root in it that is not hidden. */
  find<T extends HTMLElement = HTMLElement>(selector: string): T | undefined {
    return findDeep<T>(this.element, selector);
  }

  get #page(): OpenedTab {
    if (!this.#opened) throw new Error(`The tab ${this.name} is not open.`);
    return this.#opened;
  }

  async #load(): Promise<void> {
    const { tag = 'balcao-card-form', attributes, properties = {}, prepare, gotToken = () => undefined } = this.#options;
    (window.balcaoTabs ??= new Map()).set(this.name, {
      tag,
      attributes,
      properties,
      ...(prepare && { prepare }),
      gotToken,
      isOnline: () => this.isOnline,
      logged: (text) => this.log.push(text),
      opened: (page) => this.#take(page),
    });
    Object.assign(this.#frame, { name: this.name, src: '/__model/frame.html', width: '400', height: '300' });
    // Off the screen, so that nothing of it is painted; in a frame of another origin no field gets the focus unless it can be clicked.
    this.#frame.style.cssText = `position: fixed; top: 0; left: ${isFramed ? 0 : -1000}px`;
    document.body.append(this.#frame);
    await waitUntil(
      () => this.#opened,
      () => `the tab ${this.name}`,
    );
  }

  #take(page: OpenedTab): void {
    this.#opened = page;
    const { element } = page;
    for (const name of EVENTS) element.addEventListener(name, ({ detail }) => this.#note('event', detail));
    const note = (event: ToldPayment['event'], orderId: string | undefined, id: string): number =>
      this.payments.push({ tab: this.name, load: this.#loads, event, orderId, id });
    element.addEventListener('balcao-approved', ({ detail: { orderId, attemptId } }) => note('balcao-approved', orderId, attemptId));
    element.addEventListener('balcao-pix-paid', ({ detail: { charge } }) => note('balcao-pix-paid', charge.orderId, charge.chargeId));
    element.addEventListener('balcao-duplicate', ({ detail: { orderId } }) => note('balcao-duplicate', orderId, ''));
    element.addEventListener('balcao-pix-created', ({ detail: { charge } }) => this.codes.push(charge));
  }

  #note(by: ToldOutcome['by'], outcome: PaymentOutcome): void {
    const attemptId = outcome.status === 'unconfirmed' ? outcome.attempt.attemptId : 'attemptId' in outcome ? outcome.attemptId : undefined;
    const code = outcome.status === 'failed' ? outcome.error.code : undefined;
    this.outcomes.push({
      tab: this.name,
      by,
      status: outcome.status,
      attemptId,
      code,
      late: outcome.status === 'approved' ? (outcome.late ?? false) : false,
    });
  }
}

function findDeep<T extends Element>(root: Element | ShadowRoot, selector: string, isHiddenToo = false): T | undefined {
  const shadow = 'shadowRoot' in root ? root.shadowRoot : null;
  const inShadow = shadow && findDeep<T>(shadow, selector, isHiddenToo);
  if (inShadow) return inShadow;
  for (const element of root.querySelectorAll('*')) {
    if (!isHiddenToo && element.closest('[hidden]')) continue;
    if (element.matches(selector)) return element as T;
    const inner = element.shadowRoot && findDeep<T>(element.shadowRoot, selector, isHiddenToo);
    if (inner) return inner;
  }
  return undefined;
}

/** With the classes of the frame: those of this page are others. */
function readText(node: Node, frame: FrameWindow): string {
  if (node instanceof frame.Text) return node.data.trim();
  if (!(node instanceof frame.Element || node instanceof frame.DocumentFragment)) return '';
  if (node instanceof frame.Element && (node.localName === 'style' || frame.getComputedStyle(node).display === 'none')) return '';
  const children = node instanceof frame.Element && node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes;
  return [...children]
    .map((child) => readText(child, frame))
    .filter(Boolean)
    .join(' ')
    .replace(/\u00a0/g, ' ');
}
