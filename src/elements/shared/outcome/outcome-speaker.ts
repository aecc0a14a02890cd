import { systemClock } from '../../../client/system-clock.js';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import type { Method } from '../../../domain/payment.js';
import { hasFocus, isDrawn } from './outcome-attention.js';
import type { Place, ShownPayment } from './outcome-panel.js';
import { isLaidOut } from './outcome-ways.js';

type Host = Place['host'];

/** The tag of the element that pays with each method. */
const TAGS: Readonly<Record<Method, string>> = {
  card: 'balcao-card-form',
  'saved-card': 'balcao-saved-cards',
  pix: 'balcao-pix',
  boleto: 'balcao-boleto',
};

/** The elements of one order in a shop's own layout. One of them, the speaker, shows the outcome for all. */
class OrderElements {
  readonly #guard: object;
  readonly #elements = new Map<Host, ShownPayment>();
  /** Notices elements that appear, disappear or leave the page: their size changes. */
  readonly #sizes = new ResizeObserver(() => systemClock.schedule(() => this.#reconsider(), 0));
  readonly #tried = new WeakSet<PaymentOutcome>();
  #speaker: Host | undefined;
  #method: Method | undefined;
  #lastPayer: Host | undefined;

  /** `guard` is the guard of the order. An element that has another order now does not belong here. */
  constructor(guard: object) {
    this.#guard = guard;
  }

  /** Adds an element. Does nothing if it was added before. */
  add(host: Host, payment: ShownPayment): void {
    if (this.#elements.has(host)) return;
    this.#elements.set(host, payment);
    this.#sizes.observe(host);
  }

  /** Removes an element. */
  remove(host: Host): void {
    this.#elements.delete(host);
    this.#sizes.unobserve(host);
  }

  /** Forgets the speaker once the order may be paid again. Another element may show the next outcome. */
  reopen(): void {
    this.#speaker = undefined;
  }

  /**
   * Finds the element that shows the state of the order. It prefers visible elements, then the element of the method, then the last
   * speaker; if there was none, the element with the focus, else the first.
   */
  findSpeaker(method: Method | undefined): Host | undefined {
    const inSight = prefer(this.#list(), isDrawn);
    const able = prefer(inSight, ({ localName }) => method !== undefined && localName === TAGS[method]);
    const [speaker] = prefer(able, (host) => (this.#speaker ? host === this.#speaker : hasFocus(host)));
    this.#method = method;
    if (speaker !== this.#speaker) for (const host of this.#elements.keys()) host.requestUpdate();
    this.#speaker = speaker;
    return speaker;
  }

  /** Returns whether an outcome is that of the last try to pay the order. Outcomes of earlier tries are no longer shown. */
  isLastTry(host: Host, outcome: PaymentOutcome): boolean {
    if (!this.#tried.has(outcome)) {
      this.#tried.add(outcome);
      this.#lastPayer = host;
      for (const other of this.#elements.keys()) if (other !== host) other.requestUpdate();
    }
    return this.#lastPayer === host;
  }

  /** Lists the elements that have this order now, in document order. */
  #list(): Host[] {
    const present = [...this.#elements].filter(([host, { order }]) => host.isConnected && order.guard === this.#guard);
    return present.map(([host]) => host).sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1));
  }

  /** Drops removed elements and finds the speaker again. */
  #reconsider(): void {
    for (const host of this.#elements.keys()) if (!host.isConnected) this.remove(host);
    if (this.#speaker) this.findSpeaker(this.#method);
  }
}

/** The elements of each order, by the outermost element around them and by the order's guard. */
const layouts = new WeakMap<Element, WeakMap<object, OrderElements>>();

/** The group of each element. An element that gets another order or moves to another layout leaves its group. */
const joined = new WeakMap<Host, OrderElements>();

/** Finds the element that shows the state of an order. While the order may be paid, that is `host`. */
export function findSpeaker(payment: ShownPayment, host: Host): Host {
  const { order, settings } = payment;
  const { state } = order;
  const outermost = settings.outermost.host;
  const elements = findElements(payment, host);
  switch (state.status) {
    case 'reading':
    case 'open':
    case 'paying':
      elements?.reopen();
      return host;
    // The outermost element shows wrong payments, since they concern the whole order.
    case 'paid-twice':
    case 'paid-short':
    case 'paid-unclear':
      return outermost;
    case 'paid':
      return elements?.findSpeaker(state.method) ?? host;
    case 'closed':
      return elements?.findSpeaker(undefined) ?? host;
    // A checkout that lays out the methods shows these states in the place of the methods.
    case 'unconfirmed':
      return isLaidOut(host, outermost) ? outermost : (elements?.findSpeaker(state.attempt.method) ?? host);
    case 'elsewhere':
      return isLaidOut(host, outermost) ? outermost : (elements?.findSpeaker(undefined) ?? host);
  }
}

/** Returns whether the outcome of a try is still shown. In a shop's own layout it is not, once another element has tried to pay. */
export function isLastTry(payment: ShownPayment, host: Host, outcome: PaymentOutcome): boolean {
  return findElements(payment, host)?.isLastTry(host, outcome) ?? true;
}

/**
 * Returns whether an element shows that nothing can be paid. If the settings of the outermost element are wrong, the first visible element
 * in it shows it for all.
 */
export function showsUnavailable(host: Host, settings: SettingsController | undefined): boolean {
  const outermost = settings?.outermost;
  if (!outermost || outermost.host === host || (isSecureContext && !outermost.current.problems.length)) return true;
  const selectors = Object.values(TAGS).map((tag) => `${tag}:defined`);
  const elements = [...outermost.host.querySelectorAll(selectors.join())];
  return !elements.includes(host) || prefer(elements, isDrawn)[0] === host;
}

/**
 * Finds the group of an element, and adds the element to it. Returns `undefined` if the element is alone or the checkout around it lays it
 * out.
 */
function findElements(payment: ShownPayment, host: Host): OrderElements | undefined {
  const { order, settings } = payment;
  const outermost = settings.outermost.host;
  const { guard } = order;
  if (outermost === host || isLaidOut(host, outermost)) return undefined;
  const ofLayout = layouts.get(outermost) ?? new WeakMap<object, OrderElements>();
  layouts.set(outermost, ofLayout);
  const elements = ofLayout.get(guard) ?? new OrderElements(guard);
  ofLayout.set(guard, elements);
  const last = joined.get(host);
  if (last !== elements) last?.remove(host);
  joined.set(host, elements);
  elements.add(host, payment);
  return elements;
}

/** Returns the elements that meet a condition, or all of them if none does. */
function prefer<E extends Element>(hosts: readonly E[], meets: (host: E) => boolean): readonly E[] {
  const found = hosts.filter(meets);
  return found.length ? found : hosts;
}
