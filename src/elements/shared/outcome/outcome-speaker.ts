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

/** The parts of one order in a layout of the shop's own: one of them says what became of it, the others give way. */
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

  /** Forgets who spoke: the order may be paid again, and what comes then may be said by another part. */
  reopen(): void {
    this.#speaker = undefined;
  }

  /** The part that says how the order stands: of those in sight that of the method, else the one that did before, has the focus or is the first. */
  findSpeaker(method: Method | undefined): Host | undefined {
    const inSight = prefer(this.#list(), isDrawn);
    const able = prefer(inSight, ({ localName }) => method !== undefined && localName === ELEMENTS[method]);
    const [speaker] = prefer(able, (host) => (this.#speaker ? host === this.#speaker : hasFocus(host)));
    this.#method = method;
    if (speaker !== this.#speaker) for (const host of this.#parts.keys()) host.requestUpdate();
    this.#speaker = speaker;
    return speaker;
  }

  /** Whether a try is the last one of the order: what became of those before is said no more. */
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

/** Where each part was last: one that gets another order, or moves to another layout, is watched there no more. */
const joined = new WeakMap<Host, OrderParts>();

/** The element that says how an order stands; while the order may be paid, the one that asks. */
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
    // Of money that was taken wrongly the outermost element says it, which sees every payment of the order.
    case 'paid-twice':
    case 'paid-short':
    case 'paid-unclear':
      return outermost;
    case 'paid':
      return parts?.findSpeaker(state.method) ?? host;
    case 'closed':
      return parts?.findSpeaker(undefined) ?? host;
    // A checkout that lays the methods out says it in their place.
    case 'unconfirmed':
      return isLaidOut(host, outermost) ? outermost : (parts?.findSpeaker(state.attempt.method) ?? host);
    case 'elsewhere':
      return isLaidOut(host, outermost) ? outermost : (parts?.findSpeaker(undefined) ?? host);
  }
}

/** Whether what became of a try to pay is still to be said: not in a layout of the shop's own after another part has tried. */
export function isLastTry(payment: ShownPayment, host: Host, outcome: PaymentOutcome): boolean {
  return findParts(payment, host)?.isLastTry(host, outcome) ?? true;
}

/** Whether an element says that nothing can be paid: where the settings around it are at fault, the first of the parts says it for all. */
export function saysUnavailable(host: Host, settings: SettingsController | undefined): boolean {
  const outermost = settings?.outermost;
  if (!outermost || outermost.host === host || (isSecureContext && !outermost.current.problems.length)) return true;
  const parts = [
    ...outermost.host.querySelectorAll(
      Object.values(ELEMENTS)
        .map((tag) => `${tag}:defined`)
        .join(),
    ),
  ];
  return !parts.includes(host) || prefer(parts, isDrawn)[0] === host;
}

/** The parts that a part is one of; `undefined` where an element stands alone or is laid out by the checkout around it. */
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

/** Those that a wish holds for, else all. */
function prefer<Part extends Element>(hosts: readonly Part[], wish: (host: Part) => boolean): readonly Part[] {
  const found = hosts.filter(wish);
  return found.length ? found : hosts;
}
