import type { PaymentsClient } from '../../client/create-client.js';
import type { Clock } from '../../domain/clock.js';
import { presentFields } from '../../domain/present-fields.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { amountFromCents, formatAmount, parseAmount } from '../../domain/money.js';
import { parseBrCode, type BrCode } from '../../domain/pix/br-code.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { findPixMismatch, toPixErrorCode, verifyPixCharge, type PixChargeExpectation } from '../../domain/pix/verify.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { PixCharges, type PixChange, type WatchedCharge } from '../../flow/pix/pix-charges.js';
import { capRetryAfter } from '../../domain/retry-after.js';
import { BalcaoEvent, type ProblemOperation } from '../page/checkout-events.js';
import { shareInPage } from '../page/page-registry.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import type { Settings } from '../settings/settings.js';
import { getPixPriceCents } from './pix-price.js';
import { ElementStatusSource } from './pix-status-source.js';
import { systemClock } from '../../client/system-clock.js';
import { createPageActivity } from '../../flow/browser/page-activity.js';

/** The element that opens a session: its host, its settings and its client. */
export interface PixSessionOwner {
  readonly host: SettingsHost;
  readonly settings: SettingsController;
  /** The error that prevents every payment in this element, if there is one. */
  readonly obstacle?: CheckoutError | undefined;
  loadClient(): Promise<PaymentsClient>;
}

/** A charge whose code was verified and may therefore be shown. */
export interface VerifiedCharge extends WatchedCharge {
  brCode: BrCode;
}

/** The part of the order's guard that a session uses. */
export type SessionGuard = Pick<OrderGuard, 'applyClosing'>;

/** The changes whose events were dispatched. Each event is dispatched once, even if several elements have the same order. */
const announced = shareInPage('pix announced', () => new WeakSet<PixChange>());

/**
 * The session of an element that was removed from its checkout, by the guard of the order. It continues to dispatch events, from the
 * checkout.
 */
const detachedSessions = shareInPage('pix detached sessions', () => new WeakMap<object, PixSession>());

/** The Pix charges of each order, by its guard. */
const chargesByGuard = shareInPage('pix', () => new WeakMap<OrderGuard, PixCharges>());

/** Opens a session for the Pix charges of an order. All elements of the order share the charges. */
export function openPixSession(owner: PixSessionOwner, guard: OrderGuard): PixSession {
  return new PixSession(owner, guard, getOrCreatePixCharges(guard));
}

/**
 * The Pix charges of one order as one element uses them. A session finds the live charges, creates new ones, and dispatches the events of
 * their changes.
 */
export class PixSession {
  readonly guard: SessionGuard;
  readonly #owner: PixSessionOwner;
  /** The device's clock. */
  readonly #clock: Clock;
  /** The checkout around the element, or the element itself. */
  readonly #outermost: HTMLElement;
  /** The element that dispatches the events: the host, or its checkout once the host was removed. */
  #target: HTMLElement;
  readonly #charges: PixCharges;
  readonly #statusSource: ElementStatusSource;
  #unsubscribe: (() => void) | undefined;
  /** The earliest instant at which another charge may be requested, epoch ms. */
  #retryAt = 0;

  /** Closes the detached session of the order, subscribes to the charges, and allows polling. */
  constructor(owner: PixSessionOwner, guard: SessionGuard, charges: PixCharges, clock: Clock = systemClock) {
    const { host, settings } = owner;
    this.guard = guard;
    this.#owner = owner;
    this.#clock = clock;
    this.#outermost = settings.outermost.host;
    this.#target = host;
    this.#charges = charges;
    if (host.isConnected) detachedSessions.get(guard)?.close();
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
    detachedSessions.set(this.guard, this);
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
  find(chargeId?: string): VerifiedCharge | undefined {
    const { settings } = this.#owner.settings.current;
    const priceCents = getPixPriceCents(settings);
    const found = chargeId === undefined ? this.#charges.find(priceCents) : this.#charges.get(chargeId);
    if (!found || parseAmount(found.charge.amount) !== priceCents) return undefined;
    // The ledger is stored on the device, where it may have been changed.
    const parsed = parseBrCode(found.charge.brCode);
    if (!parsed.ok || findPixMismatch(parsed.brCode, createExpectation(settings)) !== undefined) return undefined;
    return { ...found, brCode: parsed.brCode };
  }

  /** Queries the status of a charge now. Never rejects. */
  async check(chargeId: string): Promise<void> {
    await this.#charges.check(chargeId);
  }

  /** Returns the newest charge that can still be paid, after the ledger was read. */
  async findLive(): Promise<PixCharge | undefined> {
    await this.#charges.ready();
    const charge = this.find()?.charge;
    return charge && charge.expiresAt > this.now() ? charge : undefined;
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
  make(signal: AbortSignal): Promise<PixCharge> {
    return this.#charges.expect(this.#createCharge(signal));
  }

  async #createCharge(signal: AbortSignal): Promise<PixCharge> {
    const { settings } = this.#owner.settings.current;
    const { amountCents, orderId, pixExpiresInMs: expiresInMs, pixWebhook } = settings;
    const priceCents = getPixPriceCents(settings);
    const client = await this.#statusSource.loadClient();
    const { brCode, ...created } = await client
      .generatePixQrCode(
        { amount: amountFromCents(priceCents), expiresInMs, ...presentFields({ paymentWebhook: pixWebhook }) },
        presentFields({ signal, orderId }),
      )
      .catch((error: unknown) => this.#handleError(error));
    const verified = verifyPixCharge(brCode, createExpectation(settings));
    if (!verified.ok)
      throw new CheckoutError(
        toPixErrorCode(verified.reason),
        `The service responded with a Pix code that cannot be shown: ${verified.reason}.`,
      );
    const amount = formatAmount(priceCents);
    const charge: PixCharge = { ...created, ...presentFields({ orderId }), amount, brCode, createdAt: this.now(), status: 'pending' };
    await this.#charges.add(charge, formatAmount(amountCents));
    this.#owner.host.dispatchEvent(new BalcaoEvent('balcao-pix-created', { charge }));
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
  #handleChange(change: PixChange): void {
    const { news, charge } = change;
    this.#owner.host.requestUpdate();
    // The order itself reports a paid charge.
    if (!news || news === 'paid' || announced.has(change)) return;
    announced.add(change);
    this.#target.dispatchEvent(new BalcaoEvent(`balcao-pix-${news}`, { charge }));
  }

  #report(operation: ProblemOperation, error: CheckoutError): void {
    const setting = operation === 'stream' ? 'status-stream-url' : "status-url, or the profile's paths.pixStatus or pixStatus.query";
    console.error(`Balcão: a Pix charge cannot be followed. ${error.message} Check ${setting}.`);
    this.#target.dispatchEvent(new BalcaoEvent('balcao-problem', { operation, error }));
  }
}

/** Returns the values that a code must match according to the settings. */
function createExpectation(settings: Settings): PixChargeExpectation {
  const { pixHosts: hosts, pixKeys: keys } = settings.profile ?? {};
  return presentFields({ amountCents: getPixPriceCents(settings), hosts, keys });
}

/**
 * Returns the Pix charges of an order, and creates them at the first call. They are polled while the order's guard is in use. An order
 * without an identifier has its own guard, so its charges are lost with the page.
 */
function getOrCreatePixCharges(guard: OrderGuard): PixCharges {
  const known = chargesByGuard.get(guard);
  if (known) return known;
  const charges = new PixCharges({ guard, clock: systemClock, activity: createPageActivity(), random: Math.random });
  chargesByGuard.set(guard, charges);
  guard.setPix(charges);
  return charges;
}
