import { systemClock } from '../../../client/system-clock.js';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import type { Method } from '../../../domain/payment.js';
import { hasFocus, isDrawn } from './outcome-attention.js';
import type { Place, ShownPayment } from './outcome-panel.js';
import { isLaidOut } from './outcome-ways.js';

type Host = Place['host'];

/** The element of each method. */
const ELEMENTS: Readonly<Record<Method, string>> = { card: 'balcao-card-form', 'saved-card': 'balcao-saved-cards', pix: 'balcao-pix' };

/** The parts of one order in a shop's own layout: one of them shows the outcome, the others do not. */
class OrderParts {
  readonly #guard: object;
  readonly #parts = new Map<Host, ShownPayment>();
  /** Whoever comes into sight, goes out of it or leaves the page takes another size. */
  readonly #sizes = new ResizeObserver(() => systemClock.schedule(() => this.#reconsider(), 0));
  readonly #tried = new WeakSet<PaymentOutcome>();
  #speaker: Host | undefined;
  #method: Method | undefined;
  #lastPayer: Host | undefined;

  /** `guard`: that of the order. A part that has another order by now belongs to others. */
  constructor(guard: object) {
    this.#guard = guard;
  }

  add(host: Host, payment: ShownPayment): void {
    if (this.#parts.has(host)) return;
    this.#parts.set(host, payment);
    this.#sizes.observe(host);
  }

  remove(host: Host): void {
    this.#parts.delete(host);
    this.#sizes.unobserve(host);
  }

  /** Forgets the speaker: the order may be paid again, and another part may show that outcome. */
  reopen(): void {
    this.#speaker = undefined;
  }

  /**
   * Finds the part that shows the state of the order: of those in sight, that of the method, else the one that did before, has the focus or is the
   * first.
   */
  findSpeaker(method: Method | undefined): Host | undefined {
    const inSight = prefer(this.#list(), isDrawn);
    const able = prefer(inSight, ({ localName }) => method !== undefined && localName === ELEMENTS[method]);
    const [speaker] = prefer(able, (host) => (this.#speaker ? host === this.#speaker : hasFocus(host)));
    this.#method = method;
    if (speaker !== this.#speaker) for (const host of this.#parts.keys()) host.requestUpdate();
    this.#speaker = speaker;
    return speaker;
  }

  /** Returns true where an outcome is that of the last try of the order: those before are no longer shown. */
  isLastTry(host: Host, outcome: PaymentOutcome): boolean {
    if (!this.#tried.has(outcome)) {
      this.#tried.add(outcome);
      this.#lastPayer = host;
      for (const other of this.#parts.keys()) if (other !== host) other.requestUpdate();
    }
    return this.#lastPayer === host;
  }

  /** The parts that have this order now, in document order. */
  #list(): Host[] {
    const present = [...this.#parts].filter(([host, { order }]) => host.isConnected && order.guard === this.#guard);
    return present.map(([host]) => host).sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1));
  }

  #reconsider(): void {
    for (const host of this.#parts.keys()) if (!host.isConnected) this.remove(host);
    if (this.#speaker) this.findSpeaker(this.#method);
  }
}

/** The parts of each order, by the outermost element around them and the order's guard. */
const layouts = new WeakMap<Element, WeakMap<object, OrderParts>>();

/** The last group of each part: one that gets another order, or moves to another layout, leaves it. */
const joined = new WeakMap<Host, OrderParts>();

/** Finds the element that shows the state of an order; while the order may be paid, `host`. */
export function findSpeaker(payment: ShownPayment, host: Host): Host {
  const { order, settings } = payment;
  const { state } = order;
  const outermost = settings.outermost.host;
  const parts = findParts(payment, host);
  switch (state.status) {
    case 'reading':
    case 'open':
    case 'paying':
      parts?.reopen();
      return host;
    // Wrongly taken money is shown by the outermost element, which knows every payment of the order.
    case 'paid-twice':
    case 'paid-short':
    case 'paid-unclear':
      return outermost;
    case 'paid':
      return parts?.findSpeaker(state.method) ?? host;
    case 'closed':
      return parts?.findSpeaker(undefined) ?? host;
    // A checkout that lays the methods out shows it in their place.
    case 'unconfirmed':
      return isLaidOut(host, outermost) ? outermost : (parts?.findSpeaker(state.attempt.method) ?? host);
    case 'elsewhere':
      return isLaidOut(host, outermost) ? outermost : (parts?.findSpeaker(undefined) ?? host);
  }
}

/** Returns true where the outcome of a try is still to be shown: not in a shop's own layout after another part has tried. */
export function isLastTry(payment: ShownPayment, host: Host, outcome: PaymentOutcome): boolean {
  return findParts(payment, host)?.isLastTry(host, outcome) ?? true;
}

/**
 * Returns true where an element shows that nothing can be paid: where the settings around it are at fault, the first of the parts shows it for all.
 */
export function showsUnavailable(host: Host, settings: SettingsController | undefined): boolean {
  const outermost = settings?.outermost;
  if (!outermost || outermost.host === host || (isSecureContext && !outermost.current.problems.length)) return true;
  const selectors = Object.values(ELEMENTS).map((tag) => `${tag}:defined`);
  const parts = [...outermost.host.querySelectorAll(selectors.join())];
  return !parts.includes(host) || prefer(parts, isDrawn)[0] === host;
}

/** Finds the group of a part; `undefined` where an element is alone or is laid out by the checkout around it. */
function findParts(payment: ShownPayment, host: Host): OrderParts | undefined {
  const { order, settings } = payment;
  const outermost = settings.outermost.host;
  const { guard } = order;
  if (outermost === host || isLaidOut(host, outermost)) return undefined;
  const ofLayout = layouts.get(outermost) ?? new WeakMap<object, OrderParts>();
  layouts.set(outermost, ofLayout);
  const parts = ofLayout.get(guard) ?? new OrderParts(guard);
  ofLayout.set(guard, parts);
  const last = joined.get(host);
  if (last !== parts) last?.remove(host);
  joined.set(host, parts);
  parts.add(host, payment);
  return parts;
}

/** Returns the parts that fulfil a wish, else all. */
function prefer<Part extends Element>(hosts: readonly Part[], wish: (host: Part) => boolean): readonly Part[] {
  const found = hosts.filter(wish);
  return found.length ? found : hosts;
}
