import type { ReactiveController } from 'lit';
import type { PaymentsClient } from '../../client/payments-client.js';
import { CheckoutError, isCheckoutError, type ErrorCode } from '../../domain/errors.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import { createOrderKey } from '../../domain/order/order-key.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import type { ClientLoader } from './client-loader.js';
import { OrderController } from './order-controller.js';
import { createPartLoader } from '../page/part-loader.js';
import type { Payment } from './pay-order.js';
import type { Circumstances, PaymentSource } from './payment-draft.js';
import { followReturnUrl } from './return-url.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { Settings } from '../settings/settings.js';

const loadPayOrder = createPartLoader(() => import('./pay-order.js'));
const loadClientLoader = createPartLoader(() => import('./client-loader.js'));

/**
 * Pays an order from one element: asks the page, opens the attempt, sends it once, sends an event of what became of it.
 * The lock is set in the call of `pay()` itself, before anything is awaited: until the payment is settled every further
 * call returns the same promise.
 */
export class PaymentController implements ReactiveController {
  /** The shopper's "I have not paid the Pix yet". */
  isPixDenied = false;
  readonly order: OrderController;
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  readonly #source: PaymentSource;
  #clients: ClientLoader | undefined;
  #last: { outcome: PaymentOutcome | undefined; orderKey: string } | undefined;
  #running: RunningPayment | undefined;
  #removal = new AbortController();

  constructor(host: SettingsHost, settings: SettingsController, source: PaymentSource) {
    this.#host = host;
    this.#settings = settings;
    this.#source = source;
    this.order = new OrderController(host, settings, (outcome, isShown) => this.#announce(outcome, { wasSent: true, isShown }));
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#removal.signal.aborted) this.#removal = new AbortController();
  }

  /** Ends the waiting for an answer once the element has left the page; a charge itself goes on at the service. A host that is only moved is connected again in the same task. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#removal.abort();
    });
  }

  /** Aborted once the element has left the page, until it is back. */
  get removal(): AbortSignal {
    return this.#removal.signal;
  }

  /** What the last payment of the order came to, while it may still be paid. That of another order is not shown as this one's. */
  get outcome(): PaymentOutcome | undefined {
    return this.#last && this.#isCurrent(this.#last.orderKey) ? this.#last.outcome : undefined;
  }

  set outcome(outcome: PaymentOutcome | undefined) {
    this.#last = { outcome, orderKey: this.#orderKey };
  }

  /** Whether a payment of the order is under way in this element. */
  get isPaying(): boolean {
    return this.#running !== undefined && this.#isCurrent(this.#running.orderKey);
  }

  /** Whether the shopper must say that no Pix was paid before a card is charged: nobody else can. */
  get isPixAsked(): boolean {
    return this.outcome?.status === 'invalid' && this.outcome.fields.includes(PIX_DENIAL_FIELD);
  }

  /** Why nothing can be paid here, whatever is filled in. */
  get obstacle(): CheckoutError | undefined {
    if (!isSecureContext) return new CheckoutError('insecure-page', 'This page is not a secure context: serve it over https.');
    const [problem] = this.#settings.current.problems;
    return problem && new CheckoutError('invalid-config', problem.message);
  }

  /** Whether to show that nothing can be paid here: at once in a page that is not secure, else once the page has loaded. */
  get isUnavailable(): boolean {
    return !isSecureContext || (document.readyState === 'complete' && this.obstacle !== undefined);
  }

  /** The client that the settings, by default those of now, call for. Rejects with a `CheckoutError` where its code cannot be loaded. */
  async loadClient(settings: Settings = this.#settings.current.settings): Promise<PaymentsClient> {
    const { ClientLoader } = await loadClientLoader();
    return (this.#clients ??= new ClientLoader(this.#host)).load(settings);
  }

  /** Loads the code that paying needs, once the shopper begins to fill in. Where that fails, paying tries again and says so. */
  readonly preload = (): void => {
    Promise.all([loadPayOrder(), loadClientLoader().then(({ preloadClient }) => preloadClient())]).catch(() => undefined);
  };

  /** Sends `balcao-ready` once all is loaded, if anything can be paid here. Where it cannot be loaded, paying says why. */
  announceReady(loading: Promise<unknown>): void {
    loading.then(
      () => {
        if (!this.obstacle) this.#host.dispatchEvent(new BalcaoEvent('balcao-ready', null));
      },
      () => undefined,
    );
  }

  /** Pays. A second call for the same order while one runs returns the same promise. Never rejects. */
  pay(): Promise<PaymentOutcome> {
    this.#settings.sync();
    if (this.#running && this.isPaying) return this.#running.promise;
    const running: RunningPayment = { orderKey: undefined, promise: Promise.resolve().then(() => this.#pay(running)) };
    this.#running = running;
    this.#host.requestUpdate();
    return running.promise;
  }

  async #pay(running: RunningPayment): Promise<PaymentOutcome> {
    try {
      const payment = await this.#run(running).catch(
        // What breaks here came before a charge; what breaks from here on must not turn a charge into a failure.
        (error: unknown): Payment => ({ outcome: createFailure(error), wasSent: false, isNew: true }),
      );
      return this.#finish(payment, this.#isCurrent(running.orderKey));
    } finally {
      if (this.#running === running) this.#running = undefined;
      this.#host.requestUpdate();
    }
  }

  /** Forgets the last outcome. */
  reset(): void {
    this.outcome = undefined;
    this.order.renew();
    this.#host.requestUpdate();
  }

  /** Ends with what went wrong before anything was sent, and sends the event of it. */
  fail(error: unknown): PaymentOutcome {
    return this.#finish({ outcome: createFailure(error), wasSent: false, isNew: true }, true);
  }

  /**
   * Goes where the page wants the shopper to be after the payment, once the page is visible: where the order is paid, once and in full, and
   * nothing of it is unconfirmed. Not where `element`, which sent the event of it, has left the page, or has another order by then.
   */
  redirect(element: Element = this.#host): void {
    const orderKey = this.#orderKey;
    const follow = (): void => {
      const { state } = this.order;
      const isDone = state.status === 'paid' && !state.unconfirmed && this.#isCurrent(orderKey) && element.isConnected;
      const { returnUrl } = this.#settings.current.settings;
      if (isDone && returnUrl) followReturnUrl(returnUrl);
    };
    if (document.visibilityState === 'visible') follow();
    else document.addEventListener('visibilitychange', follow, { once: true });
  }

  /** Whether this is the order that the element has now; one that is not named yet is. */
  #isCurrent(orderKey: string | undefined): boolean {
    return orderKey === undefined || orderKey === this.#orderKey;
  }

  get #orderKey(): string {
    const { baseUrl, orderId } = this.#settings.current.settings;
    return createOrderKey(baseUrl, orderId);
  }

  async #run(running: RunningPayment): Promise<Payment> {
    const { obstacle } = this;
    this.#settings.report();
    if (obstacle) throw obstacle;
    const { payOrder } = await loadPayOrder();
    return payOrder({
      host: this.#host,
      settings: this.#settings,
      order: this.order,
      source: this.#source,
      loadClient: (settings) => this.loadClient(settings),
      onCharge: (orderKey) => (running.orderKey = orderKey),
      isPixDenied: this.isPixDenied,
      signal: this.#removal.signal,
    });
  }

  #finish({ outcome, wasSent, isNew }: Payment, isShown: boolean): PaymentOutcome {
    if (isShown) this.isPixDenied = false;
    if (isNew && outcome.status === 'failed' && DEVELOPER_ERRORS.has(outcome.error.code)) console.error(`Balcão: ${outcome.error.message}`);
    // What another element has said already is only shown where it keeps the order from being paid.
    if (isNew) this.#announce(outcome, { wasSent, isShown });
    else if (isShown && outcome.status === 'cancelled') this.outcome = outcome;
    if (isShown && this.isPixAsked) this.#focusQuestion();
    return outcome;
  }

  #focusQuestion(): void {
    void this.#host.updateComplete.then(() => this.#host.shadowRoot?.querySelector<HTMLElement>(`[name="${PIX_DENIAL_FIELD}"]`)?.focus());
  }

  /** Shows an outcome, unless it is of an order that the element had before, lets the element clear its fields, then sends the event, which comes whatever breaks on the way. */
  #announce(outcome: PaymentOutcome, circumstances: Circumstances): void {
    if (circumstances.isShown) this.outcome = outcome;
    const settling = new Promise<void>((resolve) => resolve(this.#source.settled(outcome, circumstances)));
    this.#host.requestUpdate();
    switch (outcome.status) {
      case 'invalid':
      case 'cancelled':
        return;
      case 'approved':
        // One payment has one event of its success: that of a Pix is `balcao-pix-paid`.
        if (outcome.method !== 'pix') this.#host.dispatchEvent(new BalcaoEvent('balcao-approved', outcome));
        if (circumstances.isShown) void settling.finally(() => this.redirect());
        return;
      case 'declined':
      case 'failed':
      case 'unconfirmed':
        this.#host.dispatchEvent(new BalcaoEvent(`balcao-${outcome.status}`, outcome));
    }
  }
}

/** A payment under way. */
interface RunningPayment {
  /** The order that is charged; `undefined` until that is certain. */
  orderKey: string | undefined;
  promise: Promise<PaymentOutcome>;
}

/** Failures that only the shop's developer can mend: they are in the console as well. */
const DEVELOPER_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid-request',
  'insecure-page',
  'blocked-by-page',
  'unauthorized',
  'forbidden',
  'not-found',
  'token-source',
]);

function createFailure(reason: unknown): PaymentOutcome {
  const error = isCheckoutError(reason)
    ? reason
    : new CheckoutError('aborted', 'The payment was stopped by an error in the page before it was sent.');
  return { status: 'failed', error };
}
