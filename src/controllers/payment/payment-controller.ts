import type { ReactiveController } from 'lit';
import type { PaymentsClient } from '../../client/payments-client.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { Settings } from '../settings/settings.js';
import type { ClientLoader } from './client-loader.js';
import { OrderController } from '../order/order-controller.js';
import { loadedPayPart, loadPayPart } from './pay-loader.js';
import type { PaymentSource } from './payment-draft.js';
import type { PaymentSeat, RunningPayment } from './payment-seat.js';

/**
 * Pays an order from one element. The lock is set in the call of `pay()` itself, before anything is awaited: until the payment is settled
 * every further call returns the same promise. How it is paid comes with the part that is loaded after the first field.
 */
export class PaymentController implements ReactiveController, PaymentSeat {
  isPixDenied = false;
  readonly host: SettingsHost;
  readonly settings: SettingsController;
  readonly source: PaymentSource;
  readonly order: OrderController;
  #clients: ClientLoader | undefined;
  #last: { outcome: PaymentOutcome | undefined; orderKey: string } | undefined;
  #running: RunningPayment | undefined;
  #removal = new AbortController();

  constructor(host: SettingsHost, settings: SettingsController, source: PaymentSource) {
    this.host = host;
    this.settings = settings;
    this.source = source;
    this.order = new OrderController(host, settings, (...news) => loadedPayPart()?.announceOutcome(this, ...news));
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#removal.signal.aborted) this.#removal = new AbortController();
  }

  /** Ends the waiting for an answer once the element has left the page; a charge itself goes on at the service. A host that is only moved is connected again in the same task. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.host.isConnected) this.#removal.abort();
    });
  }

  get removal(): AbortSignal {
    return this.#removal.signal;
  }

  /** What the last payment of the order came to, while it may still be paid. That of another order is not shown as this one's. */
  get outcome(): PaymentOutcome | undefined {
    return this.#last && this.isCurrent(this.#last.orderKey) ? this.#last.outcome : undefined;
  }

  set outcome(outcome: PaymentOutcome | undefined) {
    this.#last = { outcome, orderKey: this.orderKey };
  }

  /** Whether a payment of the order is under way in this element. */
  get isPaying(): boolean {
    return this.#running !== undefined && this.isCurrent(this.#running.orderKey);
  }

  get isPixAsked(): boolean {
    return this.outcome?.status === 'invalid' && this.outcome.fields.includes(PIX_DENIAL_FIELD);
  }

  get obstacle(): CheckoutError | undefined {
    if (!isSecureContext) return new CheckoutError('insecure-page', 'This page is not a secure context: serve it over https.');
    const [problem] = this.settings.current.problems;
    return problem && new CheckoutError('invalid-config', problem.message);
  }

  /** Whether to show that nothing can be paid here: at once in a page that is not secure, else once the page has loaded. */
  get isUnavailable(): boolean {
    return !isSecureContext || (document.readyState === 'complete' && this.obstacle !== undefined);
  }

  get orderKey(): string {
    return this.nameOrder(this.settings.current.settings);
  }

  nameOrder({ frameUrl, baseUrl, orderId }: Settings): string {
    return `${frameUrl ?? baseUrl}|${orderId}`;
  }

  isCurrent(orderKey: string | undefined): boolean {
    return orderKey === undefined || orderKey === this.orderKey;
  }

  /** The client that the settings, by default those of now, call for. Rejects with a `CheckoutError` where its code cannot be loaded. */
  async loadClient(settings: Settings = this.settings.current.settings): Promise<PaymentsClient> {
    const { ClientLoader } = await loadPayPart();
    return (this.#clients ??= new ClientLoader(this.host)).load(settings);
  }

  /** Sends `balcao-ready` once all is loaded, if anything can be paid here. Where it cannot be loaded, paying says why. */
  announceReady(loading: Promise<unknown>): void {
    loading.then(
      () => {
        if (!this.obstacle) this.host.dispatchEvent(new BalcaoEvent('balcao-ready', null));
      },
      () => undefined,
    );
  }

  /** Pays. A second call for the same order while one runs returns the same promise. Never rejects. */
  pay(): Promise<PaymentOutcome> {
    this.settings.sync();
    if (this.#running && this.isPaying) return this.#running.promise;
    const running: RunningPayment = {
      orderKey: undefined,
      said: { amountCents: this.settings.current.settings.amountCents, hasPlans: this.source.hasPlans?.() ?? true },
      promise: Promise.resolve().then(() => this.#pay(running)),
    };
    this.#running = running;
    this.host.requestUpdate();
    return running.promise;
  }

  /** Forgets the last outcome. */
  reset(): void {
    this.outcome = undefined;
    this.order.renew();
    this.host.requestUpdate();
  }

  async #pay(running: RunningPayment): Promise<PaymentOutcome> {
    try {
      const { runPayment } = await loadPayPart();
      return await runPayment(this, running);
    } catch (error) {
      // Only what would charge can fail to come: nothing was sent.
      if (!isCheckoutError(error)) throw error;
      const outcome: PaymentOutcome = { status: 'failed', error };
      this.outcome = outcome;
      this.host.dispatchEvent(new BalcaoEvent('balcao-failed', outcome));
      void this.host.updateComplete.then(() => this.host.shadowRoot?.querySelector<HTMLElement>('[part="outcome"]')?.focus());
      return outcome;
    } finally {
      if (this.#running === running) this.#running = undefined;
      this.host.requestUpdate();
    }
  }
}
