import { systemClock } from '../../client/system-clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { ChargeIntent } from '../../flow/order/charge-intent.js';
import type { OrderChange, PaidPix } from '../../flow/order/guard-ports.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { reportFrameProblem } from '../page/frame-problems.js';
import { shareInPage } from '../page/page-registry.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { ReadSettings, Settings } from '../settings/settings.js';
import { warnBeforeLeaving } from './leave-warning.js';
import { findService, learnService, nameFrame } from './order-service.js';
import { applyShopSettings, createIdleGuard, dropUnnamedGuard, findGuard } from './page-guards.js';

/** Outcomes of which some element has sent the event: those of an order come once, whatever number of elements it has. */
const announced = shareInPage('announced', () => new WeakSet());

/** Called with an outcome that no `pay()` returned. `isShown`: whether the element still has the order that it is of. */
export type AnnounceOutcome = (outcome: PaymentOutcome, isShown: boolean) => void;

/** Follows the guard of an element's order: its own, or the one it shares with the order's other elements. */
export class OrderFollower {
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  readonly #announce: AnnounceOutcome | undefined;
  /** Orders that the element had before, whose charges still run. */
  readonly #former = new Map<OrderGuard, () => void>();
  /** Stands in while it is not known which service the order is of. */
  #idle: OrderGuard | undefined;
  /** What is being learned of the frame of these settings. */
  #learning: { readonly name: string; readonly work: Promise<void> } | undefined;
  /** The frame that was asked last. */
  #tried: string | undefined;
  #guard: OrderGuard;
  /** The settings that the guard was given last. */
  #given: ReadSettings | undefined;
  #stopFollowing: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;

  /** `announce` is called with outcomes that no `pay()` returned: late ones, the shop's, another tab's. */
  constructor(host: SettingsHost, settings: SettingsController, announce: AnnounceOutcome | undefined) {
    this.#host = host;
    this.#settings = settings;
    this.#announce = announce;
    this.#guard = this.#findGuard();
  }

  /** The guard of the order that the element has now. */
  get guard(): OrderGuard {
    return this.#guard;
  }

  /** How the order stands. */
  get state(): OrderState {
    return this.#guard.state;
  }

  /** Whether a form makes sense: the order is neither paid, closed, unconfirmed nor being paid elsewhere. */
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

  /** Whether somebody can be asked what became of an unconfirmed attempt. */
  get canCheck(): boolean {
    const { resolveUnconfirmed, resolveUrl } = this.#settings.current.settings;
    return Boolean(resolveUnconfirmed ?? resolveUrl);
  }

  /**
   * Pays the order of these very settings through its guard. Two elements may get one outcome: it is new to the first one alone, which
   * sends the event of it.
   */
  async pay(intent: ChargeIntent, settings: Settings): Promise<{ outcome: PaymentOutcome; isNew: boolean }> {
    const { baseUrl } = findService(settings) ?? (await learnService(settings));
    const outcome = await findGuard(this.#settings.outermost, baseUrl, settings.orderId).pay(intent);
    const isNew = !announced.has(outcome);
    announced.add(outcome);
    return { outcome, isNew };
  }

  /** Starts a new order where this one has no identifier and is settled. An order with an identifier stays as it is. */
  renew(): void {
    const { settings } = this.#settings.current;
    if (settings.orderId !== undefined || this.isPayable || this.state.status === 'unconfirmed') return;
    dropUnnamedGuard(this.#settings.outermost);
    this.#host.requestUpdate();
  }

  /** Follows the guard that the settings call for now, once it is known which one that is. Rejects with a `CheckoutError`. */
  ready(): this | Promise<this> {
    this.follow();
    const { settings } = this.#settings.current;
    return findService(settings) ? this : this.#learn(settings).then(() => this.ready());
  }

  /** Follows the guard that the settings call for now, with the shop's endpoints and what is due set. */
  follow(): void {
    const { current } = this.#settings;
    const { settings, problems } = current;
    const service = findService(settings);
    // Where it failed, a payment tries again.
    if (!service && this.#tried !== nameFrame(settings)) this.#learn(settings).catch(() => undefined);
    const guard = this.#findGuard();
    if (guard !== this.#guard) {
      this.#leave();
      this.#guard = guard;
      this.#given = undefined;
      this.#former.get(guard)?.();
      this.#former.delete(guard);
    }
    if (!service) return;
    if (this.#given !== current) {
      this.#given = current;
      applyShopSettings(guard, settings, this.#host);
      if (problems.length === 0) guard.setDue({ dueCents: settings.amountCents, duePixCents: settings.pixAmountCents });
    }
    if (!this.#stopFollowing && this.#host.isConnected) this.#stopFollowing = this.#subscribe(guard);
    this.#tick();
  }

  /** Stops, once the element has left the page. */
  stop(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
    for (const stop of this.#former.values()) stop();
    this.#former.clear();
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
    await this.#settings.load();
    // What is wrong with the address itself is said with the other settings.
    const problem = this.#settings.current.problems.find(({ setting }) => setting === 'frame-url');
    if (problem) throw new CheckoutError('invalid-config', problem.message);
    try {
      await learnService(settings);
    } catch (error) {
      if (isCheckoutError(error)) reportFrameProblem(this.#host, error);
      throw error;
    }
    this.#host.requestUpdate();
  }

  #findGuard(): OrderGuard {
    const { settings } = this.#settings.current;
    const service = findService(settings);
    return service ? findGuard(this.#settings.outermost, service.baseUrl, settings.orderId) : (this.#idle ??= createIdleGuard());
  }

  #subscribe(guard: OrderGuard): () => void {
    const unsubscribe = guard.subscribe((change) => this.#handleChange(guard, change));
    const stopWarning = warnBeforeLeaving(() => guard.isInFlight);
    guard.acquire();
    return () => {
      unsubscribe();
      stopWarning();
      guard.release();
    };
  }

  /** Leaves an order for another. One whose charge still runs is listened to until that is settled: its answer is told, as that order's. */
  #leave(): void {
    const guard = this.#guard;
    const stop = this.#stopFollowing;
    this.#stopFollowing = undefined;
    if (guard.isAwaited && stop) this.#former.set(guard, stop);
    else stop?.();
  }

  #handleChange(guard: OrderGuard, { outcome, duplicate, pixPaid }: OrderChange): void {
    const isShown = guard === this.#guard;
    if (outcome && this.#announce && !announced.has(outcome)) {
      announced.add(outcome);
      this.#announce(outcome, isShown);
    }
    if (duplicate && !announced.has(duplicate)) {
      announced.add(duplicate);
      this.#host.dispatchEvent(new BalcaoEvent('balcao-duplicate', duplicate));
    }
    // An element that shows the code says it first, where there is one.
    if (pixPaid) queueMicrotask(() => this.#announcePaid(guard, pixPaid));
    if (!isShown && !guard.isAwaited) {
      this.#former.get(guard)?.();
      this.#former.delete(guard);
    }
    this.#host.requestUpdate();
  }

  #announcePaid(guard: OrderGuard, { charge, outcome }: PaidPix): void {
    if (!guard.claim(`paid ${charge.chargeId}`)) return;
    this.#host.dispatchEvent(new BalcaoEvent('balcao-pix-paid', { charge }));
    this.#announce?.(outcome, guard === this.#guard);
  }

  /** Counts a wait down on the pay button. */
  #tick(): void {
    this.#cancelTick?.();
    this.#cancelTick = this.waitSeconds ? systemClock.schedule(() => this.#host.requestUpdate(), 1000) : undefined;
  }
}
