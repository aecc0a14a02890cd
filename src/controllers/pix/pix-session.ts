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
import { readPixPriceCents } from './pix-price.js';
import { ElementQuestions } from './pix-questions.js';
import { systemClock } from '../../client/system-clock.js';
import { browserPageActivity } from '../../flow/browser/page-activity.js';

/** What a session needs of the element that it follows the charges for. */
export interface PixFollower {
  host: SettingsHost;
  settings: SettingsController;
  payment: PixPayment;
  clock: Clock;
}

/** What following charges needs of the element's payment. */
export interface PixPayment {
  /** Why nothing can be paid here. */
  readonly obstacle: CheckoutError | undefined;
  loadClient(): Promise<PaymentsClient>;
}

/** A charge whose code was verified, so that it may be shown. */
export interface VerifiedCharge extends WatchedCharge {
  brCode: BrCode;
}

/** What a session needs of the order's guard. */
export type SessionGuard = Pick<OrderGuard, 'applyClosing'>;

/** Changes that some element has sent events of: each comes once, whatever number of elements the order has. */
const announced = shareInPage('pix announced', () => new WeakSet<PixChange>());

/** By order, the session of an element that was taken out of its checkout: it goes on sending events, from the checkout. */
const standIns = shareInPage('pix stand-ins', () => new WeakMap<object, PixSession>());

/** Opens a session of an order's charges, which all elements of the order share. */
export function openPixSession(follower: PixFollower, guard: OrderGuard): PixSession {
  return new PixSession(follower, guard, findPixCharges(guard));
}

/** The Pix charges of one order as one element sees them: finds the live ones, makes new ones, sends events of what becomes of them. */
export class PixSession {
  readonly guard: SessionGuard;
  readonly #follower: PixFollower;
  readonly #outermost: HTMLElement;
  /** Where events are sent from. */
  #target: HTMLElement;
  readonly #charges: PixCharges;
  readonly #questions: ElementQuestions;
  #unsubscribe: (() => void) | undefined;
  /** No other charge before this instant, epoch ms. */
  #retryAt = 0;

  constructor(follower: PixFollower, guard: SessionGuard, charges: PixCharges) {
    const { host, settings, payment, clock } = follower;
    this.guard = guard;
    this.#follower = follower;
    this.#outermost = settings.outermost.host;
    this.#target = host;
    this.#charges = charges;
    if (host.isConnected) standIns.get(guard)?.close();
    this.#questions = new ElementQuestions({
      settings: () => settings.current.settings,
      loadClient: () => payment.loadClient(),
      report: (operation, error) => this.#report(operation, error),
      clock,
    });
    this.#unsubscribe = charges.subscribe((change) => this.#handleChange(change));
    void charges.ready().then(() => host.requestUpdate());
    this.allowQuestions();
  }

  /** Lets the charges be asked about, unless something is wrong with the settings. */
  allowQuestions(): void {
    if (!this.#follower.payment.obstacle) this.#charges.setSource(this.#questions);
  }

  /** The present instant by the service's clock as far as it is known, epoch ms. */
  now(): number {
    return this.#questions.trueNow();
  }

  /** To be called when the element was taken out of its place. A checkout around it that stays sends the events from then on. */
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

  /** A charge of the order, or by default the newest that may still be paid; none of another price, and none that is not verified. */
  find(chargeId?: string): VerifiedCharge | undefined {
    const { settings } = this.#follower.settings.current;
    const priceCents = readPixPriceCents(settings);
    const found = chargeId === undefined ? this.#charges.find(priceCents) : this.#charges.get(chargeId);
    if (!found || parseAmount(found.charge.amount) !== priceCents) return undefined;
    // The ledger is on the device, where anybody may have changed it.
    const answer = parseBrCode(found.charge.brCode);
    if (!answer.ok || findPixMismatch(answer.brCode, readExpectation(settings)) !== undefined) return undefined;
    return { ...found, brCode: answer.brCode };
  }

  /** The newest charge that can still be paid, once the earlier ones of the order are known. */
  async findLive(): Promise<PixCharge | undefined> {
    await this.#charges.ready();
    const charge = this.find()?.charge;
    return charge && charge.expiresAt > this.now() ? charge : undefined;
  }

  /** Waits until the service takes another try, where it said how long that is. Rejects with `aborted`. */
  async waitOut(signal: AbortSignal): Promise<void> {
    const { clock } = this.#follower;
    const leftMs = this.#retryAt - clock.now();
    if (leftMs <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const cancel = clock.schedule(resolve, leftMs);
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
    const priceCents = readPixPriceCents(settings);
    const client = await this.#questions.loadClient();
    const { brCode, ...created } = await client
      .generatePixQrCode(
        { amount: amountFromCents(priceCents), expiresInMs, ...presentFields({ paymentWebhook: pixWebhook }) },
        presentFields({ signal, orderId }),
      )
      .catch((error: unknown) => this.#handleRefusal(error));
    const answer = verifyPixCharge(brCode, readExpectation(settings));
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

  /** Applies what a refusal says of the whole order, and remembers until when the service wants no other try. */
  #handleRefusal(error: unknown): never {
    const { retryAfterMs = 0 } = isCheckoutError(error) ? error : {};
    this.#retryAt = this.#follower.clock.now() + capRetryAfter(retryAfterMs);
    if (isCheckoutError(error)) this.guard.applyClosing(error);
    throw error;
  }

  #handleChange(change: PixChange): void {
    const { news, charge } = change;
    this.#follower.host.requestUpdate();
    // That one was paid is news of the order.
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

/** What a code must match, by the settings. */
function readExpectation(settings: Settings): PixChargeExpectation {
  const { pixHosts: hosts, pixKeys: keys } = settings.profile ?? {};
  return presentFields({ amountCents: readPixPriceCents(settings), hosts, keys });
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
