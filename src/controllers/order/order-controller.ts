import type { ReactiveController } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { ChargeIntent } from '../../flow/order/charge-intent.js';
import type { OrderChange } from '../../flow/order/guard-ports.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { createChargeEvent } from '../charges/charge-event.js';
import type { OutcomeContext } from '../payment/payment-draft.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { CheckedSettings, Settings } from '../settings/settings.js';
import { findService, learnService, learnServiceOrReport, nameFrame } from './order-service.js';
import { applyShopSettings, createIdleGuard, dropUnnamedGuard, getGuard } from './page-guards.js';

/** An element that can pay the order, not only show its state. */
export interface OrderPayer {
  /** Called with an outcome that no `pay()` of an element in the page returned: a late outcome, or one from the shop or another tab. */
  announce(outcome: PaymentOutcome, context: OutcomeContext): void;
  /** True if the element shows the order's Pix or boleto. It reports a paid one to the page before other elements do. */
  readonly showsCharges: boolean;
}

/** The result of paying an order. */
export interface PaidOrder {
  outcome: PaymentOutcome;
  /** True for the first element that gets the outcome, which then dispatches the event. */
  isNew: boolean;
  guard?: OrderGuard;
}

/**
 * Follows the order of an element through the order's guard, which all elements of the order share. Reports the changes of the order to the
 * page.
 */
export class OrderController implements ReactiveController {
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  readonly #payer: OrderPayer | undefined;
  /** The guards of the element's former orders that still have a running charge or undispatched changes. */
  readonly #formerGuards = new Set<OrderGuard>();
  /** The guards that the element is subscribed to while it is in the page, with the functions that unsubscribe. */
  readonly #subscriptions = new Map<OrderGuard, () => void>();
  /** The guard that is used while the order's service is unknown. */
  #idle: OrderGuard | undefined;
  /** The running request for the service of the frame, with the key of the frame. */
  #learning: { readonly name: string; readonly work: Promise<void> } | undefined;
  /** The key of the frame whose service was requested last. */
  #triedFrame: string | undefined;
  #guard: OrderGuard;
  /** The settings that were last applied to the guard. */
  #appliedSettings: CheckedSettings | undefined;
  #cancelTick: (() => void) | undefined;

  /** Without a `payer`, the host only renders the order. */
  constructor(host: SettingsHost, settings: SettingsController, payer?: OrderPayer) {
    this.#host = host;
    this.#settings = settings;
    this.#payer = payer;
    this.#guard = this.#getGuard();
    host.addController(this);
  }

  /** The guard of the element's current order. */
  get guard(): OrderGuard {
    return this.#guard;
  }

  /** The state of the order. */
  get state(): OrderState {
    return this.#guard.state;
  }

  /** True if the element should show a form: the order is not paid, closed, unconfirmed or being paid elsewhere. */
  get isPayable(): boolean {
    const { status } = this.state;
    return status === 'reading' || status === 'open' || status === 'paying';
  }

  /** The number of seconds until another attempt is allowed; 0 if it is allowed now. */
  get waitSeconds(): number {
    const { state } = this;
    if (!('payableAt' in state) || state.payableAt === undefined) return 0;
    return Math.max(0, Math.ceil((state.payableAt - systemClock.now()) / 1000));
  }

  /** True if the settings have a way to ask the shop for the result of an unconfirmed attempt. */
  get canCheck(): boolean {
    const { resolveUnconfirmed, resolveUrl } = this.#settings.current.settings;
    return Boolean(resolveUnconfirmed ?? resolveUrl);
  }

  /**
   * Pays the order of these settings through its guard. `onPaid` is called with the result before any element renders it, unless the payment
   * was refused at once or another element had started it.
   */
  async pay(intent: Omit<ChargeIntent, 'onOutcome'>, settings: Settings, onPaid: (paid: PaidOrder) => void): Promise<PaidOrder> {
    const { baseUrl } = findService(settings) ?? (await learnService(settings));
    const guard = getGuard(this.#settings.outermost, baseUrl, settings.orderId);
    let paid: PaidOrder | undefined;
    const claim = (outcome: PaymentOutcome): PaidOrder => (paid ??= { outcome, isNew: guard.claim(outcome), guard });
    return claim(await guard.pay({ ...intent, onOutcome: (outcome) => onPaid(claim(outcome)) }));
  }

  /** Starts a new order if the current order has no identifier and is settled. An order with an identifier stays as it is. */
  renew(): void {
    const { settings } = this.#settings.current;
    if (settings.orderId !== undefined || this.isPayable || this.state.status === 'unconfirmed') return;
    dropUnnamedGuard(this.#settings.outermost);
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    // If the service cannot be determined, the payment reports the reason.
    this.ready().catch(() => undefined);
  }

  hostUpdate(): void {
    if (this.#host.isConnected) this.#follow();
  }

  /** Follows the guard of the current settings, and returns it as soon as the order's service is known. Rejects with a `CheckoutError`. */
  async ready(): Promise<OrderGuard> {
    this.#follow();
    const { settings } = this.#settings.current;
    if (findService(settings)) return this.#guard;
    await this.#learn(settings);
    return this.ready();
  }

  /** Follows the guard of the current settings, and applies the shop's endpoints and the amounts due. */
  #follow(): void {
    const { current } = this.#settings;
    const { settings, problems } = current;
    const service = findService(settings);
    // After a failure, the next payment requests the service again.
    if (!service && this.#triedFrame !== nameFrame(settings)) this.#learn(settings).catch(() => undefined);
    const guard = this.#getGuard();
    if (guard !== this.#guard) {
      const former = this.#guard;
      this.#guard = guard;
      this.#appliedSettings = undefined;
      this.#formerGuards.delete(guard);
      // A charge that is still running is reported for its own order when it is settled.
      if (former.isAwaited || former.untold.size > 0) this.#formerGuards.add(former);
      else this.#unfollow(former);
    }
    if (!service) return;
    if (this.#appliedSettings !== current) {
      this.#appliedSettings = current;
      applyShopSettings(guard, settings, this.#host);
      if (problems.length === 0) guard.setDue({ dueCents: settings.amountCents, duePixCents: settings.pixAmountCents });
    }
    if (this.#host.isConnected) for (const each of [guard, ...this.#formerGuards]) this.#subscribe(each);
    this.#tick();
  }

  hostDisconnected(): void {
    for (const stop of this.#subscriptions.values()) stop();
    this.#subscriptions.clear();
    this.#cancelTick?.();
  }

  /** Determines the service of the settings. Rejects with a `CheckoutError`. */
  #learn(settings: Settings): Promise<void> {
    const name = nameFrame(settings);
    if (this.#learning?.name !== name) {
      const work = this.#learnOnce(settings).finally(() => {
        if (this.#learning?.work === work) this.#learning = undefined;
      });
      this.#learning = { name, work };
    }
    this.#triedFrame = name;
    return this.#learning.work;
  }

  async #learnOnce(settings: Settings): Promise<void> {
    // A problem of the address itself is reported with the other settings.
    const problem = this.#settings.current.problems.find(({ setting }) => setting === 'frame-url');
    if (problem) throw new CheckoutError('invalid-config', problem.message);
    await learnServiceOrReport(settings, this.#host);
    this.#host.requestUpdate();
  }

  #getGuard(): OrderGuard {
    const { settings } = this.#settings.current;
    const service = findService(settings);
    return service ? getGuard(this.#settings.outermost, service.baseUrl, settings.orderId) : (this.#idle ??= createIdleGuard());
  }

  /** Subscribes to a guard, and dispatches the changes that happened before. */
  #subscribe(guard: OrderGuard): void {
    if (this.#subscriptions.has(guard)) return;
    const unsubscribe = guard.subscribe((change) => this.#handleChange(guard, change), this.#payer?.showsCharges);
    const stopWarning = warnBeforeLeaving(() => guard.isInFlight);
    guard.acquire();
    // A page that has just inserted the element may add its listeners later, in this task or in what its framework does directly
    // afterwards.
    const isBehind = guard.untold.size > 0 || guard !== this.#guard;
    const cancel = isBehind ? systemClock.schedule(() => this.#handleChange(guard, ...guard.untold), 0) : undefined;
    this.#subscriptions.set(guard, () => {
      unsubscribe();
      stopWarning();
      cancel?.();
      guard.release();
    });
  }

  #unfollow(guard: OrderGuard): void {
    this.#formerGuards.delete(guard);
    this.#subscriptions.get(guard)?.();
    this.#subscriptions.delete(guard);
  }

  #handleChange(guard: OrderGuard, ...changes: readonly OrderChange[]): void {
    for (const change of changes) this.#publish(guard, change);
    if (guard !== this.#guard && !guard.isAwaited) this.#unfollow(guard);
    this.#host.requestUpdate();
  }

  /**
   * Dispatches the events of a change, unless another element has dispatched them. A host that only renders the order leaves an outcome to
   * an element that can pay.
   */
  #publish(guard: OrderGuard, change: OrderChange): void {
    const { outcome, duplicate, savedCard, chargePaid } = change;
    const host = this.#host;
    if (!host.isConnected || (outcome && !this.#payer) || !guard.take(change)) return;
    const context = { wasSent: true, isShown: guard === this.#guard, guard };
    if (outcome) this.#payer?.announce(outcome, context);
    if (duplicate) host.dispatchEvent(new BalcaoEvent('balcao-duplicate', duplicate));
    if (savedCard) host.dispatchEvent(new BalcaoEvent('balcao-card-saved', savedCard));
    if (!chargePaid) return;
    host.dispatchEvent(createChargeEvent('paid', chargePaid.charge));
    if (this.#payer) this.#payer.announce(chargePaid.outcome, context);
    else if (guard === this.#guard) this.redirect();
  }

  /**
   * Goes to `return-url` as soon as the page is visible, if the order is paid once and in full and no attempt is unconfirmed. Does nothing
   * if the element has left the page or has another order by then.
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

  /** Renders the host every second while another attempt must wait, for the countdown on the pay button. */
  #tick(): void {
    this.#cancelTick?.();
    this.#cancelTick = this.waitSeconds ? systemClock.schedule(() => this.#host.requestUpdate(), 1000) : undefined;
  }
}

/** Makes the browser ask the shopper before the page is left while `isBusy()` returns true. Returns a function that stops this. */
function warnBeforeLeaving(isBusy: () => boolean): () => void {
  const handle = (event: BeforeUnloadEvent): void => {
    if (!isBusy()) return;
    event.preventDefault();
    // Chrome before 119 asks only if returnValue is set.
    event.returnValue = true;
  };
  addEventListener('beforeunload', handle);
  return () => removeEventListener('beforeunload', handle);
}

/**
 * Goes to the shop's `return-url` if it is an `http:` or `https:` URL. It is checked again here, since the page may have changed it after
 * the settings were checked.
 */
export function followReturnUrl(returnUrl: string): void {
  const { protocol, href } = Object.assign(document.createElement('a'), { href: returnUrl });
  if (/^https?:$/.test(protocol)) location.assign(href);
}
