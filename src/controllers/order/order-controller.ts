import type { ReactiveController } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { ChargeIntent } from '../../flow/order/charge-intent.js';
import type { OrderChange } from '../../flow/order/guard-ports.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import type { OutcomeContext } from '../payment/payment-draft.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { CheckedSettings, Settings } from '../settings/settings.js';
import { findService, learnService, learnServiceOrReport, nameFrame } from './order-service.js';
import { applyShopSettings, createIdleGuard, dropUnnamedGuard, findGuard } from './page-guards.js';

/** An element that pays the order, and does not only render its state. */
export interface OrderPayer {
  /** Called with an outcome that no `pay()` of an element in the page returned: a late one, or one of the shop or another tab. */
  announce(outcome: PaymentOutcome, context: OutcomeContext): void;
  /** True where the element shows the order's Pix: it tells the page of a paid one before other elements do. */
  readonly showsPix: boolean;
}

/**
 * Follows the order of an element: the guard of that order, which it shares with the order's other elements. Reports the changes of the order to the
 * page.
 */
export class OrderController implements ReactiveController {
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  readonly #payer: OrderPayer | undefined;
  /** Orders that the element had before, whose charges still run or that have undispatched changes. */
  readonly #former = new Set<OrderGuard>();
  /** The orders that the element is subscribed to while it is in the page, and the functions that unsubscribe. */
  readonly #following = new Map<OrderGuard, () => void>();
  /** The guard while the order's service is unknown. */
  #idle: OrderGuard | undefined;
  /** The running request for the service of the frame in these settings. */
  #learning: { readonly name: string; readonly work: Promise<void> } | undefined;
  /** The frame that was last asked for its service. */
  #tried: string | undefined;
  #guard: OrderGuard;
  /** The settings that the guard was given last. */
  #given: CheckedSettings | undefined;
  #cancelTick: (() => void) | undefined;

  /** Without a `payer` the host only renders the order. */
  constructor(host: SettingsHost, settings: SettingsController, payer?: OrderPayer) {
    this.#host = host;
    this.#settings = settings;
    this.#payer = payer;
    this.#guard = this.#findGuard();
    host.addController(this);
  }

  /** The guard of the order that the element has now. */
  get guard(): OrderGuard {
    return this.#guard;
  }

  /** The state of the order. */
  get state(): OrderState {
    return this.#guard.state;
  }

  /** True where a form makes sense: the order is neither paid, closed, unconfirmed nor being paid elsewhere. */
  get isPayable(): boolean {
    const { status } = this.state;
    return status === 'reading' || status === 'open' || status === 'paying';
  }

  /** Seconds until another try is allowed; 0 when it is. */
  get waitSeconds(): number {
    const { state } = this;
    if (state.status !== 'open' || state.payableAt === undefined) return 0;
    return Math.max(0, Math.ceil((state.payableAt - systemClock.now()) / 1000));
  }

  /** True where the shop can be asked for the result of an unconfirmed attempt. */
  get canCheck(): boolean {
    const { resolveUnconfirmed, resolveUrl } = this.#settings.current.settings;
    return Boolean(resolveUnconfirmed ?? resolveUrl);
  }

  /**
   * Pays the order of these very settings through its guard. Two elements may get one outcome: it is new to the first one alone, which
   * sends the event of it.
   */
  async pay(intent: ChargeIntent, settings: Settings): Promise<{ outcome: PaymentOutcome; isNew: boolean; guard?: OrderGuard }> {
    const { baseUrl } = findService(settings) ?? (await learnService(settings));
    const guard = findGuard(this.#settings.outermost, baseUrl, settings.orderId);
    const outcome = await guard.pay(intent);
    return { outcome, isNew: guard.claim(outcome), guard };
  }

  /** Starts a new order where this one has no identifier and is settled. An order with an identifier stays as it is. */
  renew(): void {
    const { settings } = this.#settings.current;
    if (settings.orderId !== undefined || this.isPayable || this.state.status === 'unconfirmed') return;
    dropUnnamedGuard(this.#settings.outermost);
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    // Where the service cannot be found out, paying reports why.
    this.ready().catch(() => undefined);
  }

  hostUpdate(): void {
    if (this.#host.isConnected) this.#follow();
  }

  /** Follows the guard that the settings call for now, once it is known which one that is. Rejects with a `CheckoutError`. */
  async ready(): Promise<OrderGuard> {
    this.#follow();
    const { settings } = this.#settings.current;
    if (findService(settings)) return this.#guard;
    await this.#learn(settings);
    return this.ready();
  }

  /** Follows the guard that the settings call for now, with the shop's endpoints and what is due set. */
  #follow(): void {
    const { current } = this.#settings;
    const { settings, problems } = current;
    const service = findService(settings);
    // After a failure, a payment tries again.
    if (!service && this.#tried !== nameFrame(settings)) this.#learn(settings).catch(() => undefined);
    const guard = this.#findGuard();
    if (guard !== this.#guard) {
      const former = this.#guard;
      this.#guard = guard;
      this.#given = undefined;
      this.#former.delete(guard);
      // A charge that still runs is reported when it is settled, as one of its own order.
      if (former.isAwaited || former.untold.size > 0) this.#former.add(former);
      else this.#leave(former);
    }
    if (!service) return;
    if (this.#given !== current) {
      this.#given = current;
      applyShopSettings(guard, settings, this.#host);
      if (problems.length === 0) guard.setDue({ dueCents: settings.amountCents, duePixCents: settings.pixAmountCents });
    }
    if (this.#host.isConnected) for (const each of [guard, ...this.#former]) this.#subscribe(each);
    this.#tick();
  }

  hostDisconnected(): void {
    for (const stop of this.#following.values()) stop();
    this.#following.clear();
    this.#cancelTick?.();
  }

  /** Learns which service the settings mean. Rejects with a `CheckoutError`. */
  #learn(settings: Settings): Promise<void> {
    const name = nameFrame(settings);
    if (this.#learning?.name !== name) {
      const work = this.#learnOnce(settings).finally(() => {
        if (this.#learning?.work === work) this.#learning = undefined;
      });
      this.#learning = { name, work };
    }
    this.#tried = name;
    return this.#learning.work;
  }

  async #learnOnce(settings: Settings): Promise<void> {
    // A problem of the address itself is reported with the other settings.
    const problem = this.#settings.current.problems.find(({ setting }) => setting === 'frame-url');
    if (problem) throw new CheckoutError('invalid-config', problem.message);
    await learnServiceOrReport(settings, this.#host);
    this.#host.requestUpdate();
  }

  #findGuard(): OrderGuard {
    const { settings } = this.#settings.current;
    const service = findService(settings);
    return service ? findGuard(this.#settings.outermost, service.baseUrl, settings.orderId) : (this.#idle ??= createIdleGuard());
  }

  #subscribe(guard: OrderGuard): void {
    if (this.#following.has(guard)) return;
    const unsubscribe = guard.subscribe((change) => this.#handleChange(guard, change), this.#payer?.showsPix);
    const stopWarning = warnBeforeLeaving(() => guard.isInFlight);
    guard.acquire();
    // A page that has just put the element in may still have to add its listeners, in this task or in what its framework does right after.
    const isBehind = guard.untold.size > 0 || guard !== this.#guard;
    const cancel = isBehind ? systemClock.schedule(() => this.#handleChange(guard, ...guard.untold), 0) : undefined;
    this.#following.set(guard, () => {
      unsubscribe();
      stopWarning();
      cancel?.();
      guard.release();
    });
  }

  #leave(guard: OrderGuard): void {
    this.#former.delete(guard);
    this.#following.get(guard)?.();
    this.#following.delete(guard);
  }

  #handleChange(guard: OrderGuard, ...changes: readonly OrderChange[]): void {
    for (const change of changes) this.#publish(guard, change);
    if (guard !== this.#guard && !guard.isAwaited) this.#leave(guard);
    this.#host.requestUpdate();
  }

  /** Dispatches the events that no other element has dispatched. A host that only renders the order leaves an outcome to one that pays. */
  #publish(guard: OrderGuard, change: OrderChange): void {
    const { outcome, duplicate, savedCard, pixPaid } = change;
    const host = this.#host;
    if (!host.isConnected || (outcome && !this.#payer) || !guard.take(change)) return;
    const context = { wasSent: true, isShown: guard === this.#guard, guard };
    if (outcome) this.#payer?.announce(outcome, context);
    if (duplicate) host.dispatchEvent(new BalcaoEvent('balcao-duplicate', duplicate));
    if (savedCard) host.dispatchEvent(new BalcaoEvent('balcao-card-saved', savedCard));
    if (!pixPaid) return;
    host.dispatchEvent(new BalcaoEvent('balcao-pix-paid', { charge: pixPaid.charge }));
    if (this.#payer) this.#payer.announce(pixPaid.outcome, context);
    else if (guard === this.#guard) this.redirect();
  }

  /**
   * Goes to the page's `return-url`, once the page is visible: where the order is paid, once and in full, and nothing of it is unconfirmed. Not where
   * the element has left the page, or has another order by then.
   */
  redirect(): void {
    const guard = this.#guard;
    const follow = (): void => {
      const { state } = guard;
      const isDone = state.status === 'paid' && !state.unconfirmed && guard === this.#guard && this.#host.isConnected;
      const { returnUrl } = this.#settings.current.settings;
      if (isDone && returnUrl) followReturnUrl(returnUrl);
    };
    if (document.visibilityState === 'visible') follow();
    else document.addEventListener('visibilitychange', follow, { once: true });
  }

  /** Counts a wait down on the pay button. */
  #tick(): void {
    this.#cancelTick?.();
    this.#cancelTick = this.waitSeconds ? systemClock.schedule(() => this.#host.requestUpdate(), 1000) : undefined;
  }
}

/** Asks the shopper before the page is left while `isBusy()`. Returns a function that stops the asking. */
function warnBeforeLeaving(isBusy: () => boolean): () => void {
  const handle = (event: BeforeUnloadEvent): void => {
    if (!isBusy()) return;
    event.preventDefault();
    // Chrome before 119 asks only where returnValue is set.
    event.returnValue = true;
  };
  addEventListener('beforeunload', handle);
  return () => removeEventListener('beforeunload', handle);
}

/** Goes to the shop's `return-url`, by `http:` or `https:` only: what was written may have been changed since the settings were checked. */
export function followReturnUrl(returnUrl: string): void {
  const { protocol, href } = Object.assign(document.createElement('a'), { href: returnUrl });
  if (/^https?:$/.test(protocol)) location.assign(href);
}
