import type { PaymentsClient } from '../../client/create-client.js';
import type { Clock } from '../../domain/clock.js';
import { presentFields } from '../../domain/present-fields.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { formatAmount, parseAmount } from '../../domain/money.js';
import { createChargePaymentId, getChargeMethod, isBoleto, isOver, type ChargeMethod } from '../../domain/order/charge.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { WatchedCharges, type WatchedChange, type WatchedCharge } from '../../flow/charges/watched-charges.js';
import { capRetryAfter } from '../../domain/retry-after.js';
import { BalcaoEvent, type ProblemOperation } from '../page/checkout-events.js';
import { createChargeEvent } from './charge-event.js';
import { shareInPage } from '../page/page-registry.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { ChargeKind } from './charge-kind.js';
import { ElementStatusSource } from './status-source.js';
import { systemClock } from '../../client/system-clock.js';
import { createPageActivity } from '../../flow/browser/page-activity.js';

/** The element that opens a session: its host, its settings and its client. */
export interface ChargeSessionOwner {
  readonly host: SettingsHost;
  readonly settings: SettingsController;
  /** The error that prevents every payment in this element, if there is one. */
  readonly obstacle?: CheckoutError | undefined;
  loadClient(): Promise<PaymentsClient>;
}

/** The part of the order's guard that a session uses. */
export type SessionGuard = Pick<OrderGuard, 'applyClosing'>;

/** The changes whose events were dispatched. Each event is dispatched once, even if several elements have the same order. */
const announced = shareInPage('charges announced', () => new WeakSet<WatchedChange>());

/**
 * Returns the sessions of elements that were removed from their checkout, by the guard of the order. They continue to dispatch the events
 * of a method, from the checkout.
 */
function getDetachedSessions(method: ChargeMethod): WeakMap<object, { close(): void }> {
  return shareInPage(`${method} detached sessions`, () => new WeakMap<object, { close(): void }>());
}

/** The charges of each order, by its guard. */
const chargesByGuard = shareInPage('charges', () => new WeakMap<OrderGuard, WatchedCharges>());

/** Opens a session for the charges of an order by one method. All elements of the order share the charges. */
export function openChargeSession<Shown extends WatchedCharge>(
  owner: ChargeSessionOwner,
  guard: OrderGuard,
  kind: ChargeKind<Shown>,
): ChargeSession<Shown> {
  return new ChargeSession(owner, guard, getOrCreateCharges(guard), kind);
}

/**
 * The charges of one order and one method as one element uses them. A session finds the live charges, creates new ones, and dispatches the events of
 * their changes.
 */
export class ChargeSession<Shown extends WatchedCharge> {
  readonly guard: SessionGuard;
  readonly #owner: ChargeSessionOwner;
  /** The device's clock. */
  readonly #clock: Clock;
  /** The checkout around the element, or the element itself. */
  readonly #outermost: HTMLElement;
  /** The element that dispatches the events: the host, or its checkout once the host was removed. */
  #target: HTMLElement;
  readonly #charges: WatchedCharges;
  readonly #kind: ChargeKind<Shown>;
  readonly #statusSource: ElementStatusSource;
  #unsubscribe: (() => void) | undefined;
  /** The earliest instant at which another charge may be requested, epoch ms. */
  #retryAt = 0;

  /** Closes the detached session of the order, subscribes to the charges, and allows polling. */
  constructor(
    owner: ChargeSessionOwner,
    guard: SessionGuard,
    charges: WatchedCharges,
    kind: ChargeKind<Shown>,
    clock: Clock = systemClock,
  ) {
    const { host, settings } = owner;
    this.guard = guard;
    this.#owner = owner;
    this.#clock = clock;
    this.#outermost = settings.outermost.host;
    this.#target = host;
    this.#charges = charges;
    this.#kind = kind;
    if (host.isConnected) getDetachedSessions(kind.method).get(guard)?.close();
    this.#statusSource = new ElementStatusSource({
      settings: () => settings.current.settings,
      loadClient: () => owner.loadClient(),
      report: (operation, error) => this.#report(operation, error),
      clock,
    });
    this.#unsubscribe = charges.subscribe((change) => this.#handleChange(change));
    void charges.ready().then(() => host.requestUpdate());
    this.allowPolling();
  }

  /** Lets the status of the charges be polled, unless the settings have a problem. */
  allowPolling(): void {
    if (!this.#owner.obstacle) this.#charges.setSource(this.#statusSource);
  }

  /** The current instant by the service's clock if it is known, epoch ms. */
  now(): number {
    return this.#statusSource.trueNow();
  }

  /** Handles the removal of the element. If the checkout around it is still in the page, the checkout dispatches the events from now on. */
  detach(): void {
    if (!this.#outermost.isConnected) return this.close();
    this.#target = this.#outermost;
    getDetachedSessions(this.#kind.method).set(this.guard, this);
  }

  /** Stops dispatching events. The charges are still polled while the order is in use. */
  close(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /**
   * Finds a charge of the order, by default the newest one that may still be paid. Ignores a charge of another price and one whose code is
   * not verified.
   */
  find(chargeId?: string): Shown | undefined {
    const { settings } = this.#owner.settings.current;
    const { method } = this.#kind;
    const priceCents = this.#kind.getPriceCents(settings);
    const found =
      chargeId === undefined ? this.#charges.find(method, priceCents) : this.#charges.get(createChargePaymentId(method, chargeId));
    return found && parseAmount(found.charge.amount) === priceCents ? this.#kind.verify(found, settings) : undefined;
  }

  /** Queries the status of a charge now. Never rejects. */
  async check(chargeId: string): Promise<void> {
    await this.#charges.check(createChargePaymentId(this.#kind.method, chargeId));
  }

  /** Returns the newest charge that can still be paid, after the ledger was read. */
  async findLive(): Promise<Shown['charge'] | undefined> {
    await this.#charges.ready();
    const charge = this.find()?.charge;
    // Past its due date the money of a boleto may be under way, so it is shown again instead of another one.
    return charge && charge.expiresAt > this.now() ? charge : undefined;
  }

  /** Queries a boleto that may have been paid, days after it was made, before another charge is created beside it. Never rejects. */
  async askOthers(): Promise<void> {
    if (this.#charges.known.some((charge) => isBoleto(charge) && !isOver(charge))) await this.#charges.askBeforeCharge();
  }

  /** Waits until the service accepts another request, if it named a time. Rejects with `aborted` when `signal` is aborted. */
  async waitOut(signal: AbortSignal): Promise<void> {
    const leftMs = this.#retryAt - this.#clock.now();
    if (leftMs <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const cancel = this.#clock.schedule(resolve, leftMs);
      signal.addEventListener('abort', () => {
        cancel();
        reject(new CheckoutError('aborted', 'The element left the page.'));
      });
    });
  }

  /**
   * Creates a charge and verifies its code. Card payments of the order wait until the charge is created. Rejects with a `CheckoutError`;
   * the code is then never shown.
   */
  make(signal: AbortSignal): Promise<Shown['charge']> {
    return this.#charges.expect(this.#createCharge(signal));
  }

  async #createCharge(signal: AbortSignal): Promise<Shown['charge']> {
    const { settings } = this.#owner.settings.current;
    const { amountCents, orderId } = settings;
    const amount = formatAmount(this.#kind.getPriceCents(settings));
    const charge = await this.#kind
      .create({
        settings,
        signal,
        others: this.#charges.known,
        source: this.#statusSource,
        begin: () => ({ ...presentFields({ orderId }), amount, createdAt: this.now(), status: 'pending' }),
      })
      .catch((error: unknown) => this.#handleError(error));
    await this.#charges.add(charge, formatAmount(amountCents));
    this.#owner.host.dispatchEvent(createChargeEvent('created', charge));
    return charge;
  }

  /** Notes when the service accepts another request, closes the order if the error says so, and throws the error again. */
  #handleError(error: unknown): never {
    const { retryAfterMs = 0 } = isCheckoutError(error) ? error : {};
    this.#retryAt = this.#clock.now() + capRetryAfter(retryAfterMs);
    if (isCheckoutError(error)) this.guard.applyClosing(error);
    throw error;
  }

  /** Renders the host, and dispatches the event of a change once in the page. */
  #handleChange(change: WatchedChange): void {
    const { news, charge } = change;
    this.#owner.host.requestUpdate();
    // The order itself reports a paid charge.
    if (!news || news === 'paid' || getChargeMethod(charge) !== this.#kind.method || announced.has(change)) return;
    announced.add(change);
    this.#target.dispatchEvent(createChargeEvent(news, charge));
  }

  #report(operation: ProblemOperation, error: CheckoutError): void {
    const setting = operation === 'stream' ? 'status-stream-url' : "status-url, or the profile's paths.pixStatus or pixStatus.query";
    console.error(`Balcão: a charge cannot be followed. ${error.message} Check ${setting}.`);
    this.#target.dispatchEvent(new BalcaoEvent('balcao-problem', { operation, error }));
  }
}

/**
 * Returns the charges of an order, and creates them at the first call. They are polled while the order's guard is in use. An order
 * without an identifier has its own guard, so its charges are lost with the page.
 */
function getOrCreateCharges(guard: OrderGuard): WatchedCharges {
  const known = chargesByGuard.get(guard);
  if (known) return known;
  const charges = new WatchedCharges({ guard, clock: systemClock, activity: createPageActivity(), random: Math.random });
  chargesByGuard.set(guard, charges);
  guard.setCharges(charges);
  return charges;
}
