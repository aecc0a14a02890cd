import { BalcaoEvent } from '../../../controllers/page/checkout-events.js';
import type { RunningPayment } from '../../../controllers/payment/payment-draft.js';
import type { SettingsController, SettingsHost } from '../../../controllers/settings/settings-controller.js';
import { nameOrder } from '../../../controllers/settings/settings.js';
import { isCheckoutError } from '../../../domain/errors.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';

/** The element's side of its lock. */
export interface PayLockOptions {
  host: SettingsHost;
  settings: SettingsController;
  /** Returns true once the plans to choose from are there. Until then the pay button shows the amount, as paid at once. */
  hasPlans: () => boolean;
  /** Pays. Rejects with a `CheckoutError` where the code that pays cannot be loaded. */
  run: (running: RunningPayment) => Promise<PaymentOutcome>;
}

/**
 * The lock of a payment, and the price that the shopper agreed to. Both are set in the call of `pay()` itself, before anything is awaited: until
 * the payment has ended, every further call for the same order returns the same promise.
 */
export class PayLock {
  readonly #options: PayLockOptions;
  #running: RunningPayment | undefined;
  #failedOrder: string | undefined;

  constructor(options: PayLockOptions) {
    this.#options = options;
  }

  /** True while a payment of the order runs in this element. */
  get isPaying(): boolean {
    return this.#running !== undefined && (this.#running.orderName ?? this.#orderName) === this.#orderName;
  }

  /** True where the code that pays did not load when the order was to be paid. */
  get isCodeMissing(): boolean {
    return this.#failedOrder === this.#orderName;
  }

  /** Pays. A second call for the same order while one runs returns the same promise. Never rejects. */
  pay(): Promise<PaymentOutcome> {
    const { host, settings, hasPlans } = this.#options;
    settings.sync();
    if (this.#running && this.isPaying) return this.#running.promise;
    const running: RunningPayment = {
      orderName: undefined,
      quoted: { amountCents: settings.current.settings.amountCents, hasPlans: hasPlans() },
      promise: Promise.resolve().then(() => this.#pay(running)),
    };
    this.#running = running;
    host.requestUpdate();
    return running.promise;
  }

  /** Forgets that the code did not come. */
  reset(): void {
    this.#failedOrder = undefined;
  }

  get #orderName(): string {
    return nameOrder(this.#options.settings.current.settings);
  }

  async #pay(running: RunningPayment): Promise<PaymentOutcome> {
    const { host, run } = this.#options;
    try {
      this.#failedOrder = undefined;
      return await run(running);
    } catch (error) {
      if (!isCheckoutError(error)) throw error;
      // Only code that would charge can fail to load: nothing was sent.
      this.#failedOrder = this.#orderName;
      const outcome: PaymentOutcome = { status: 'failed', error };
      host.dispatchEvent(new BalcaoEvent('balcao-failed', outcome));
      void host.updateComplete.then(() => host.shadowRoot?.querySelector<HTMLElement>('[part="outcome"]')?.focus());
      return outcome;
    } finally {
      if (this.#running === running) this.#running = undefined;
      host.requestUpdate();
    }
  }
}
