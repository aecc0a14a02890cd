import type { ReactiveController } from 'lit';
import type { PaymentsClient } from '../../client/payments-client.js';
import { CheckoutError, isCheckoutError, type ErrorCode } from '../../domain/errors.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import type { ClientLoader } from './client-loader.js';
import { OrderController } from './order-controller.js';
import { createPartLoader } from '../page/part-loader.js';
import type { Payment } from './pay-order.js';
import type { PaymentSource } from './payment-draft.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';

const loadPayOrder = createPartLoader(() => import('./pay-order.js'));
const loadClientLoader = createPartLoader(() => import('./client-loader.js'));

/**
 * Pays an order from one element: asks the page, opens the attempt, sends it once, sends an event of what became of it.
 * The lock is set in the call of `pay()` itself, before anything is awaited: until the payment is settled every further
 * call returns the same promise.
 */
export class PaymentController implements ReactiveController {
  /** What the last payment came to, while the order may still be paid. */
  outcome: PaymentOutcome | undefined;
  /** The shopper's "I have not paid the Pix yet". */
  isPixDenied = false;
  readonly order: OrderController;
  readonly #host: SettingsHost;
  readonly #settings: SettingsController;
  readonly #source: PaymentSource;
  #clients: ClientLoader | undefined;
  #running: Promise<PaymentOutcome> | undefined;
  #removal = new AbortController();

  constructor(host: SettingsHost, settings: SettingsController, source: PaymentSource) {
    this.#host = host;
    this.#settings = settings;
    this.#source = source;
    this.order = new OrderController(host, settings, (outcome) => this.#handleOutcome(outcome));
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

  /** Whether a payment is under way in this element. */
  get isPaying(): boolean {
    return this.#running !== undefined;
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

  /** The client that the settings call for. Rejects with a `CheckoutError` where its code cannot be loaded. */
  async loadClient(): Promise<PaymentsClient> {
    const { ClientLoader } = await loadClientLoader();
    return (this.#clients ??= new ClientLoader(this.#host)).load(this.#settings.current.settings);
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

  /** Pays. A second call while one runs returns the same promise. Never rejects. */
  pay(): Promise<PaymentOutcome> {
    this.#running ??= Promise.resolve()
      .then(() => this.#run())
      // What breaks here came before a charge; what breaks from here on must not turn a charge into a failure.
      .catch((error: unknown): Payment => ({ outcome: createFailure(error), wasSent: false, isNew: true }))
      .then(({ outcome, wasSent, isNew }) => (isNew ? this.#finish(outcome, wasSent) : outcome))
      .finally(() => {
        this.#running = undefined;
        this.#host.requestUpdate();
      });
    this.#host.requestUpdate();
    return this.#running;
  }

  /** Forgets the last outcome. */
  reset(): void {
    this.outcome = undefined;
    this.order.renew();
    this.#host.requestUpdate();
  }

  /** Ends with what went wrong before anything was sent, and sends the event of it. */
  fail(error: unknown): PaymentOutcome {
    return this.#finish(createFailure(error), false);
  }

  /** Goes where the page wants the shopper to be after the payment, unless `element`, which sent the event of it, has left the page. */
  redirect(element: Element = this.#host): void {
    const { returnUrl } = this.#settings.current.settings;
    if (returnUrl && element.isConnected) location.assign(returnUrl);
  }

  async #run(): Promise<Payment> {
    const { obstacle } = this;
    this.#settings.report();
    if (obstacle) throw obstacle;
    const { payOrder } = await loadPayOrder();
    return payOrder({
      host: this.#host,
      settings: this.#settings,
      order: this.order,
      source: this.#source,
      loadClient: () => this.loadClient(),
      isPixDenied: this.isPixDenied,
      signal: this.#removal.signal,
    });
  }

  #finish(outcome: PaymentOutcome, wasSent: boolean): PaymentOutcome {
    this.outcome = outcome;
    this.isPixDenied = false;
    if (outcome.status === 'failed' && DEVELOPER_ERRORS.has(outcome.error.code)) console.error(`Balcão: ${outcome.error.message}`);
    this.#announce(outcome, wasSent);
    if (this.isPixAsked) this.#focusQuestion();
    return outcome;
  }

  #focusQuestion(): void {
    void this.#host.updateComplete.then(() => this.#host.shadowRoot?.querySelector<HTMLElement>(`[name="${PIX_DENIAL_FIELD}"]`)?.focus());
  }

  /** Shows an outcome that no `pay()` of this element returned: the shopper may still be waiting for it. */
  #handleOutcome(outcome: PaymentOutcome): void {
    this.outcome = outcome;
    this.#announce(outcome, true);
  }

  /** Lets the element clear its fields, then sends the event, which comes whatever breaks on the way. */
  #announce(outcome: PaymentOutcome, wasSent: boolean): void {
    const settling = new Promise<void>((resolve) => resolve(this.#source.settled(outcome, wasSent)));
    this.#host.requestUpdate();
    switch (outcome.status) {
      case 'invalid':
      case 'cancelled':
        return;
      case 'approved':
        this.#host.dispatchEvent(new BalcaoEvent('balcao-approved', outcome));
        void settling.finally(() => this.redirect());
        return;
      case 'declined':
      case 'failed':
      case 'unconfirmed':
        this.#host.dispatchEvent(new BalcaoEvent(`balcao-${outcome.status}`, outcome));
    }
  }
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
