import { BalcaoEvent } from '../../../controllers/page/checkout-events.js';
import type { RunningPayment } from '../../../controllers/payment/payment-draft.js';
import type { SettingsController, SettingsHost } from '../../../controllers/settings/settings-controller.js';
import { nameOrder } from '../../../controllers/settings/settings.js';
import { isCheckoutError } from '../../../domain/errors.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';

/** The element's side of its `PayLock`. */
export interface PayLockOptions {
  host: SettingsHost;
  settings: SettingsController;
  /**
   * Returns true once the plans are loaded that the shopper can choose from. Until then the pay button shows the amount of a single
   * payment.
   */
  hasPlans: () => boolean;
  /** Pays. Rejects with a `CheckoutError` if the code of payments cannot be loaded. */
  run: (running: RunningPayment) => Promise<PaymentOutcome>;
}

/**
 * The lock of a payment, with the price that the shopper agreed to. `pay()` sets both synchronously, before it awaits anything. Until the
 * payment has ended, every further call for the same order returns the same promise.
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

  /** True if the code of payments could not be loaded for the last payment of this order. */
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

  /** Clears `isCodeMissing`. */
  reset(): void {
    this.#failedOrder = undefined;
  }

  get #orderName(): string {
    return nameOrder(this.#options.settings.current.settings);
  }

  /** Runs a payment. Reports code that cannot be loaded as a failed payment, and releases the lock in the end. */
  async #pay(running: RunningPayment): Promise<PaymentOutcome> {
    const { host, run } = this.#options;
    try {
      this.#failedOrder = undefined;
      return await run(running);
    } catch (error) {
      if (!isCheckoutError(error)) throw error;
      // `run` rejects only if the code of payments cannot be loaded: nothing was sent.
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
