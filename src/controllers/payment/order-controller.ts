import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { ChargeIntent } from '../../flow/order/charge-intent.js';
import type { OrderChange } from '../../flow/order/guard-ports.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import type { OrderState } from '../../domain/order/order-state.js';
import { loadGuards, loadedGuards, type PageGuards } from './guards-loader.js';
import type { SettingsController } from '../settings/settings-controller.js';

/** Outcomes of which some element has sent the event: those of an order come once, whatever number of elements it has. */
const announced = new WeakSet<PaymentOutcome>();

/** Keeps an element in step with the guard of its order: its own, or the one it shares with the order's other elements. */
export class OrderController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #settings: SettingsController;
  readonly #announce: ((outcome: PaymentOutcome) => void) | undefined;
  #guard: OrderGuard | undefined;
  #stopFollowing: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;

  /** `announce` is called with outcomes that no `pay()` returned: late ones, the shop's, another tab's. Without it the host only renders the order. */
  constructor(host: ReactiveControllerHost & HTMLElement, settings: SettingsController, announce?: (outcome: PaymentOutcome) => void) {
    this.#host = host;
    this.#settings = settings;
    this.#announce = announce;
    host.addController(this);
  }

  /** How the order stands. */
  get state(): OrderState {
    return this.#guard?.state ?? { status: 'reading' };
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

  /** Asks again what became of an unconfirmed attempt. */
  async check(): Promise<void> {
    await (await this.load()).check();
  }

  /** The outcome to give instead of paying, where the order cannot be paid now. */
  async findRefusal(): Promise<PaymentOutcome | undefined> {
    return (await this.load()).findRefusal();
  }

  /**
   * Pays through the guard. Two elements may get one outcome: it is new to the first one alone, which sends the event of it. Rejects
   * only where the guard's code cannot be loaded: nothing is sent then.
   */
  async pay(intent: ChargeIntent): Promise<{ outcome: PaymentOutcome; isNew: boolean }> {
    const outcome = await (await this.load()).pay(intent);
    const isNew = !announced.has(outcome);
    announced.add(outcome);
    return { outcome, isNew };
  }

  /** Starts a new order where this one has no identifier and is settled. An order with an identifier stays as it is. */
  renew(): void {
    const { settings } = this.#settings.current;
    if (settings.orderId !== undefined || (this.state.status !== 'paid' && this.state.status !== 'closed')) return;
    loadedGuards()?.dropUnnamedGuard(this.#settings.outermost);
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    // Where the code cannot be loaded, the order stays as it is and paying says why.
    this.load().then(
      () => this.#host.requestUpdate(),
      () => undefined,
    );
  }

  hostUpdate(): void {
    const guards = this.#host.isConnected && loadedGuards();
    if (guards) this.#follow(guards);
    this.#tick();
  }

  hostDisconnected(): void {
    this.#release();
    this.#cancelTick?.();
  }

  /** The guard of the order, once its code is there. */
  async load(): Promise<OrderGuard> {
    return this.#follow(await loadGuards());
  }

  /** Follows the guard that the settings call for, with the shop's endpoints set, and returns it. */
  #follow({ findGuard, applyShopSettings, warnBeforeLeaving }: PageGuards): OrderGuard {
    const { settings } = this.#settings.current;
    const guard = findGuard(this.#settings.outermost, settings.baseUrl, settings.orderId);
    if (guard !== this.#guard) {
      this.#release();
      this.#guard = guard;
    }
    applyShopSettings(guard, settings, this.#host);
    if (!this.#stopFollowing && this.#host.isConnected) {
      const unsubscribe = guard.subscribe((change) => this.#handleChange(change));
      const stopWarning = warnBeforeLeaving(() => guard.isInFlight);
      this.#stopFollowing = () => {
        unsubscribe();
        stopWarning();
        guard.release();
      };
      guard.acquire();
    }
    return guard;
  }

  #release(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
  }

  #handleChange({ outcome }: OrderChange): void {
    if (outcome && this.#announce && !announced.has(outcome)) {
      announced.add(outcome);
      this.#announce(outcome);
    }
    this.#host.requestUpdate();
  }

  /** Counts a wait down on the pay button. */
  #tick(): void {
    this.#cancelTick?.();
    this.#cancelTick = this.waitSeconds ? systemClock.schedule(() => this.#host.requestUpdate(), 1000) : undefined;
  }
}
