import type { PaymentsClient } from '../../client/payments-client.js';
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
import { ElementQuestions } from './pix-questions.js';
import { systemClock } from '../../client/system-clock.js';
import { browserPageActivity } from '../../flow/browser/page-activity.js';

/** The payment of the element that a session follows the charges for. */
export interface PixFollower {
  readonly host: SettingsHost;
  readonly settings: SettingsController;
  /** The reason why nothing can be paid here. */
  readonly obstacle?: CheckoutError | undefined;
  loadClient(): Promise<PaymentsClient>;
}

/** A charge whose code was verified, so that it may be shown. */
export interface VerifiedCharge extends WatchedCharge {
  brCode: BrCode;
}

/** The part of the order's guard that a session uses. */
export type SessionGuard = Pick<OrderGuard, 'applyClosing'>;

/** Changes whose events were dispatched: each once, however many elements the order has. */
const announced = shareInPage('pix announced', () => new WeakSet<PixChange>());

/** By order, the session of an element that was removed from its checkout: it goes on sending events, from the checkout. */
const standIns = shareInPage('pix stand-ins', () => new WeakMap<object, PixSession>());

/** Opens a session of an order's charges, which all elements of the order share. */
export function openPixSession(follower: PixFollower, guard: OrderGuard): PixSession {
  return new PixSession(follower, guard, findPixCharges(guard));
}

/** The Pix charges of one order as one element sees them: finds the live ones, makes new ones, sends events of what becomes of them. */
export class PixSession {
  readonly guard: SessionGuard;
  readonly #follower: PixFollower;
  readonly #clock: Clock;
  readonly #outermost: HTMLElement;
  /** The element that dispatches the events. */
  #target: HTMLElement;
  readonly #charges: PixCharges;
  readonly #questions: ElementQuestions;
  #unsubscribe: (() => void) | undefined;
  /** No other charge before this instant, epoch ms. */
  #retryAt = 0;

  constructor(follower: PixFollower, guard: SessionGuard, charges: PixCharges, clock: Clock = systemClock) {
    const { host, settings } = follower;
    this.guard = guard;
    this.#follower = follower;
    this.#clock = clock;
    this.#outermost = settings.outermost.host;
    this.#target = host;
    this.#charges = charges;
    if (host.isConnected) standIns.get(guard)?.close();
    this.#questions = new ElementQuestions({
      settings: () => settings.current.settings,
      loadClient: () => follower.loadClient(),
      report: (operation, error) => this.#report(operation, error),
      clock,
    });
    this.#unsubscribe = charges.subscribe((change) => this.#handleChange(change));
    void charges.ready().then(() => host.requestUpdate());
    this.allowQuestions();
  }

  /** Lets the charges be asked about, unless something is wrong with the settings. */
  allowQuestions(): void {
    if (!this.#follower.obstacle) this.#charges.setSource(this.#questions);
  }

  /** The present instant by the service's clock as far as it is known, epoch ms. */
  now(): number {
    return this.#questions.trueNow();
  }

  /** To be called when the element was removed from its place. A checkout around it that stays sends the events from then on. */
  detach(): void {
    if (!this.#outermost.isConnected) return this.close();
    this.#target = this.#outermost;
    standIns.set(this.guard, this);
  }

  /** Stops listening. The charges stay watched for as long as the order is in use. */
  close(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /**
   * Finds a charge of the order, by default the newest that may still be paid. A charge of another price, or one that is not verified, is not found.
   */
  find(chargeId?: string): VerifiedCharge | undefined {
    const { settings } = this.#follower.settings.current;
    const priceCents = getPixPriceCents(settings);
    const found = chargeId === undefined ? this.#charges.find(priceCents) : this.#charges.get(chargeId);
    if (!found || parseAmount(found.charge.amount) !== priceCents) return undefined;
    // The ledger is on the device, where anybody may have changed it.
    const answer = parseBrCode(found.charge.brCode);
    if (!answer.ok || findPixMismatch(answer.brCode, createExpectation(settings)) !== undefined) return undefined;
    return { ...found, brCode: answer.brCode };
  }

  /** The newest charge that can still be paid, once the earlier ones of the order are known. */
  async findLive(): Promise<PixCharge | undefined> {
    await this.#charges.ready();
    const charge = this.find()?.charge;
    return charge && charge.expiresAt > this.now() ? charge : undefined;
  }

  /** Waits until the service accepts another try, where it named the time. Rejects with `aborted`. */
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

  /** Makes a charge and verifies its code. Rejects with a `CheckoutError`; the code is then shown nowhere. */
  make(signal: AbortSignal): Promise<PixCharge> {
    return this.#charges.expect(this.#make(signal));
  }

  async #make(signal: AbortSignal): Promise<PixCharge> {
    const { settings } = this.#follower.settings.current;
    const { amountCents, orderId, pixExpiresInMs: expiresInMs, pixWebhook } = settings;
    const priceCents = getPixPriceCents(settings);
    const client = await this.#questions.loadClient();
    const { brCode, ...created } = await client
      .generatePixQrCode(
        { amount: amountFromCents(priceCents), expiresInMs, ...presentFields({ paymentWebhook: pixWebhook }) },
        presentFields({ signal, orderId }),
      )
      .catch((error: unknown) => this.#handleRefusal(error));
    const answer = verifyPixCharge(brCode, createExpectation(settings));
    if (!answer.ok)
      throw new CheckoutError(
        toPixErrorCode(answer.reason),
        `The service responded with a Pix code that cannot be shown: ${answer.reason}.`,
      );
    const amount = formatAmount(priceCents);
    const charge: PixCharge = { ...created, ...presentFields({ orderId }), amount, brCode, createdAt: this.now(), status: 'pending' };
    await this.#charges.add(charge, formatAmount(amountCents));
    this.#follower.host.dispatchEvent(new BalcaoEvent('balcao-pix-created', { charge }));
    return charge;
  }

  /** Applies a refusal of the whole order, and stores until when the service accepts no other try. */
  #handleRefusal(error: unknown): never {
    const { retryAfterMs = 0 } = isCheckoutError(error) ? error : {};
    this.#retryAt = this.#clock.now() + capRetryAfter(retryAfterMs);
    if (isCheckoutError(error)) this.guard.applyClosing(error);
    throw error;
  }

  #handleChange(change: PixChange): void {
    const { news, charge } = change;
    this.#follower.host.requestUpdate();
    // A paid charge is reported by the order.
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

/** Creates the expectation that a code must match, by the settings. */
function createExpectation(settings: Settings): PixChargeExpectation {
  const { pixHosts: hosts, pixKeys: keys } = settings.profile ?? {};
  return presentFields({ amountCents: getPixPriceCents(settings), hosts, keys });
}

const orders = shareInPage('pix', () => new WeakMap<OrderGuard, PixCharges>());

/** The Pix charges of an order, watched for as long as its guard is in use. Those of an order without an identifier end with the page. */
function findPixCharges(guard: OrderGuard): PixCharges {
  const known = orders.get(guard);
  if (known) return known;
  const charges = new PixCharges({ guard, clock: systemClock, activity: browserPageActivity(), random: Math.random });
  orders.set(guard, charges);
  guard.setPix(charges);
  return charges;
}
