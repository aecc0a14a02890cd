import type { ReactiveController } from 'lit';
import type { PaymentsClient } from '../../client/create-client.js';
import { CheckoutError, isCheckoutError, type ErrorCode } from '../../domain/errors.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { BalcaoEvent, type SavedCardDetail } from '../page/checkout-events.js';
import { OrderController } from '../order/order-controller.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import { nameOrder, type Settings } from '../settings/settings.js';
import { ClientLoader } from './client-loader.js';
import { payOrder, type Payment } from './pay-order.js';
import type { OutcomeContext, PaymentSource, RunningPayment } from './payment-draft.js';

/** The error codes of failures that only the shop's developer can fix. Such failures are also written to the console. */
const DEVELOPER_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid-request',
  'insecure-page',
  'blocked-by-page',
  'unauthorized',
  'forbidden',
  'not-found',
  'token-source',
]);

/** Pays an order from one element, and reports the outcome to the element and to the page. */
export class PaymentController implements ReactiveController {
  /** True if the shopper has confirmed that no Pix was paid yet. */
  isPixDenied = false;
  readonly host: SettingsHost;
  readonly settings: SettingsController;
  readonly order: OrderController;
  readonly #source: PaymentSource;
  readonly #clients: ClientLoader;
  #last: { outcome: PaymentOutcome | undefined; orderName: string } | undefined;
  #removal = new AbortController();

  constructor(host: SettingsHost, settings: SettingsController, source: PaymentSource) {
    this.host = host;
    this.settings = settings;
    this.#source = source;
    this.#clients = new ClientLoader(host);
    this.order = new OrderController(host, settings, {
      announce: (...news) => this.#announce(...news),
      showsCharges: source.showsCharges ?? false,
    });
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#removal.signal.aborted) this.#removal = new AbortController();
  }

  /**
   * Stops waiting for a response when the element has left the page; the charge itself continues at the service. A host that is only moved
   * is connected again in the same task.
   */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (!this.host.isConnected) this.#removal.abort();
    });
  }

  /** The signal that is aborted when the element has left the page. */
  get removal(): AbortSignal {
    return this.#removal.signal;
  }

  /** The outcome of the last payment of the current order. The outcome of another order is not shown. */
  get outcome(): PaymentOutcome | undefined {
    return this.#last && this.#isCurrent(this.#last.orderName) ? this.#last.outcome : undefined;
  }

  set outcome(outcome: PaymentOutcome | undefined) {
    this.#last = { outcome, orderName: this.#orderName };
  }

  /** True if the shopper must confirm that no Pix was paid before a card is charged. */
  get isPixAsked(): boolean {
    return this.outcome?.status === 'invalid' && this.outcome.fields.includes(PIX_DENIAL_FIELD);
  }

  /** The error that prevents every payment in this element, independent of what is filled in. */
  get obstacle(): CheckoutError | undefined {
    return findObstacle(this.settings);
  }

  /**
   * True if the element shows that nothing can be paid here: immediately in a page that is not secure, otherwise after the page has loaded.
   */
  get isUnavailable(): boolean {
    return isUnavailable(this.settings);
  }

  /**
   * Loads the client for the settings, by default the current ones. Rejects with a `CheckoutError` if the client's code cannot be loaded.
   */
  loadClient(settings: Settings = this.settings.current.settings): Promise<PaymentsClient> {
    return this.#clients.load(settings);
  }

  /** Pays. Never rejects: an error before the charge becomes a `failed` outcome. An error after the charge must never become one. */
  async run(running: RunningPayment): Promise<PaymentOutcome> {
    let finished: PaymentOutcome | undefined;
    // The outcome of a charge is reported before it is rendered.
    const finish = (payment: Payment): PaymentOutcome => (finished ??= this.#finish(payment, this.#isCurrent(running.orderName)));
    return finish(
      await this.#pay(running, finish).catch((error: unknown) => {
        const isExplained = this.#source.miss?.() ?? false;
        return { ...createFailedPayment(error), isExplained };
      }),
    );
  }

  /** Ends a payment that failed before anything was sent, and dispatches its event. */
  fail(error: unknown): PaymentOutcome {
    return this.#finish(createFailedPayment(error), true);
  }

  /** Removes the last outcome. */
  reset(): void {
    this.outcome = undefined;
    this.order.renew();
    this.host.requestUpdate();
  }

  get #orderName(): string {
    return nameOrder(this.settings.current.settings);
  }

  #isCurrent(orderName: string | undefined): boolean {
    return orderName === undefined || orderName === this.#orderName;
  }

  async #pay(running: RunningPayment, onPayment: (payment: Payment) => void): Promise<Payment> {
    const { host, settings, order, obstacle, removal } = this;
    settings.report();
    if (obstacle) throw obstacle;
    await order.ready();
    return payOrder({
      ...{ host, settings, order, source: this.#source, quoted: running.quoted },
      loadClient: (current) => this.loadClient(current),
      onCharge: (charged) => (running.orderName = nameOrder(charged)),
      onPayment,
      isPixDenied: this.isPixDenied,
      signal: removal,
    });
  }

  /** Reports an outcome, and shows it if it is for the current order. */
  #finish({ outcome, isNew, ...context }: Payment, isShown: boolean): PaymentOutcome {
    if (isShown) this.isPixDenied = false;
    if (isNew && outcome.status === 'failed' && DEVELOPER_ERRORS.has(outcome.error.code)) console.error(`Balcão: ${outcome.error.message}`);
    // An outcome that this element does not report is shown only if it is `cancelled`, since it then explains why the order cannot be paid.
    if (isNew) this.#announce(outcome, { ...context, isShown });
    else if (isShown && outcome.status === 'cancelled') this.outcome = outcome;
    if (isShown && this.isPixAsked) this.#focusQuestion();
    return outcome;
  }

  /**
   * Shows an outcome, unless its order is a former order of the element. Lets the element clear its fields, then dispatches the event even
   * if clearing fails. If the element has left the page, the next element of the order dispatches the event.
   */
  #announce(outcome: PaymentOutcome, context: OutcomeContext): void {
    const { isShown, isExplained, guard } = context;
    if (isShown) this.outcome = isExplained ? undefined : outcome;
    const settling = new Promise<SavedCardDetail | void>((resolve) => resolve(this.#source.settled(outcome, context))).then((savedCard) => {
      if (savedCard) guard?.passOn({ savedCard });
    });
    this.host.requestUpdate();
    if (outcome.status === 'invalid' || outcome.status === 'cancelled') return;
    if (guard && !this.host.isConnected) return guard.passOn({ outcome });
    this.#sendEvent(outcome);
    if (isShown && outcome.status === 'approved') void settling.finally(() => this.order.redirect());
  }

  #sendEvent(outcome: Exclude<PaymentOutcome, { status: 'invalid' | 'cancelled' }>): void {
    const { host } = this;
    // A payment has one success event. For a Pix or a boleto, its charge has it.
    if (outcome.status !== 'approved') host.dispatchEvent(new BalcaoEvent(`balcao-${outcome.status}`, outcome));
    else if (outcome.method !== 'pix' && outcome.method !== 'boleto') host.dispatchEvent(new BalcaoEvent('balcao-approved', outcome));
  }

  #focusQuestion(): void {
    const { host } = this;
    void host.updateComplete.then(() => host.shadowRoot?.querySelector<HTMLElement>(`[name="${PIX_DENIAL_FIELD}"]`)?.focus());
  }
}

/** Finds the error that prevents every payment with these settings, independent of what is filled in. */
function findObstacle({ current }: SettingsController): CheckoutError | undefined {
  if (!isSecureContext) return new CheckoutError('insecure-page', 'This page is not a secure context: serve it over https.');
  const [problem] = current.problems;
  return problem && new CheckoutError('invalid-config', problem.message);
}

/** Returns true if nothing can be paid with these settings: at once in a page that is not secure, otherwise after the page has loaded. */
export function isUnavailable(settings: SettingsController): boolean {
  return !isSecureContext || (document.readyState === 'complete' && findObstacle(settings) !== undefined);
}

function createFailedPayment(reason: unknown): Payment {
  const error = isCheckoutError(reason)
    ? reason
    : new CheckoutError('aborted', 'The payment was stopped by an error in the page before it was sent.');
  return { outcome: { status: 'failed', error }, wasSent: false, isNew: true };
}
