import { CheckoutError } from '../../domain/errors.js';
import { amountFromCents } from '../../domain/money.js';
import { parseBrCode, type BrCode } from '../../domain/pix/br-code.js';
import { readPixErrorCode, verifyPixCharge, type PixChargeAnswer } from '../../domain/pix/verify.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import type { PixChange, PixCharges, WatchedCharge } from '../../flow/pix/pix-charges.js';
import { askPage } from '../payment/before-pay.js';
import { BalcaoEvent, type ProblemOperation } from '../page/checkout-events.js';
import type { PaymentController } from '../payment/payment-controller.js';
import { findPixCharges } from './pix-orders.js';
import { ElementQuestions } from './pix-questions.js';
import type { Settings } from '../settings/settings.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';

/** An element that Pix charges are followed for. */
export interface PixFollower {
  host: SettingsHost;
  settings: SettingsController;
  payment: Pick<PaymentController, 'loadClient' | 'obstacle' | 'leave'>;
}

/** The element that Pix charges are made in. */
export interface PixContext extends PixFollower {
  payment: PaymentController;
}

/** A charge whose code was verified, so that it may be shown. */
export interface VerifiedCharge extends WatchedCharge {
  brCode: BrCode;
}

/** Changes that some element has told the page of: each comes once, whatever number of elements the order has. */
const told = new WeakSet<PixChange>();

/** By order, the session of an element that was taken out of its checkout: it goes on telling the page, through the checkout. */
const standIns = new WeakMap<OrderGuard, PixSession>();

/** The Pix charges of one order as one element sees them: finds the live ones, makes new ones, tells the page what becomes of them. */
export class PixSession {
  readonly guard: OrderGuard;
  /** Whether a charge was paid while this session was open, though the order was already paid. */
  hasDuplicate = false;
  readonly #context: PixFollower;
  readonly #outermost: HTMLElement;
  /** Who tells the page. */
  #teller: HTMLElement;
  readonly #charges: PixCharges;
  readonly #questions: ElementQuestions;
  #unsubscribe: (() => void) | undefined;

  constructor(context: PixFollower, guard: OrderGuard) {
    const { host, settings, payment } = context;
    this.guard = guard;
    this.#context = context;
    this.#outermost = settings.outermost.host;
    this.#teller = host;
    if (host.isConnected) standIns.get(guard)?.close();
    this.#charges = findPixCharges(guard);
    this.#questions = new ElementQuestions({
      settings: () => settings.current.settings,
      loadClient: () => payment.loadClient(),
      report: (operation, error) => this.#report(operation, error),
    });
    this.#unsubscribe = this.#charges.subscribe((change) => this.#heed(change));
    void this.#charges.ready().then(() => host.requestUpdate());
    this.connect();
  }

  /** Lets the charges be asked for, as soon as the settings are good for it. */
  connect(): void {
    if (!this.#context.payment.obstacle) this.#charges.setQuestions(this.#questions);
  }

  /** The present instant by the service's clock as far as it is known, epoch ms. */
  now(): number {
    return this.#questions.trueNow();
  }

  /** The element was taken out of its place. A checkout around it that stays is who tells the page from now on. */
  leave(): void {
    if (!this.#outermost.isConnected) return this.close();
    this.#teller = this.#outermost;
    standIns.set(this.guard, this);
  }

  /** Listens no more. The watching goes on for as long as the order is in use. */
  close(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** A charge of the order, or by default the newest that may still be paid; none of another amount, and none that is not verified. */
  find(chargeId?: string): VerifiedCharge | undefined {
    const { settings } = this.#context.settings.current;
    const found = chargeId === undefined ? this.#charges.find(settings.amount) : this.#charges.get(chargeId);
    if (!found || found.charge.amount !== settings.amount) return undefined;
    // What is written down on a device may have been changed there.
    const answer = parseBrCode(found.charge.brCode);
    return answer.ok && verify(found.charge.brCode, settings).ok ? { ...found, brCode: answer.brCode } : undefined;
  }

  /** The newest charge that can still be paid, once the earlier ones of the order are known. */
  async findLive(): Promise<PixCharge | undefined> {
    await this.#charges.ready();
    const charge = this.find()?.charge;
    return charge && charge.expiresAt > this.now() ? charge : undefined;
  }

  /** Makes a charge and verifies its code. Rejects with a `CheckoutError`; the code is then shown nowhere. */
  make(signal: AbortSignal): Promise<PixCharge> {
    return this.#charges.expect(this.#make(signal));
  }

  async #make(signal: AbortSignal): Promise<PixCharge> {
    const { settings } = this.#context.settings.current;
    const { amountCents, amount, orderId, pixExpiresInMs: expiresInMs, pixWebhook } = settings;
    const client = await this.#questions.loadClient();
    const { brCode, ...created } = await client
      .generatePixQrCode(
        { amount: amountFromCents(amountCents), expiresInMs, ...(pixWebhook && { paymentWebhook: true }) },
        { signal, ...(orderId !== undefined && { orderId }) },
      )
      .catch((error: unknown) => this.#heedClosing(error));
    const answer = verify(brCode, settings);
    if (!answer.ok)
      throw new CheckoutError(readPixErrorCode(answer.reason), `The service answered a Pix code that cannot be shown: ${answer.reason}.`);
    const charge: PixCharge = { ...created, amount, brCode, createdAt: this.now(), status: 'pending' };
    await this.#charges.add(charge);
    this.#context.host.dispatchEvent(new BalcaoEvent('balcao-pix-created', { charge }));
    return charge;
  }

  #heedClosing(error: unknown): never {
    if (error instanceof CheckoutError && 'closed' in error && (error.closed === 'paid' || error.closed === 'closed'))
      this.guard.close(error.closed);
    throw error;
  }

  #heed(change: PixChange): void {
    const { host, payment } = this.#context;
    const { news, charge } = change;
    this.hasDuplicate ||= charge.duplicate === true;
    host.requestUpdate();
    if (!news || told.has(change)) return;
    told.add(change);
    this.#teller.dispatchEvent(new BalcaoEvent(`balcao-pix-${news}`, { charge }));
    if (news === 'paid' && !charge.duplicate) payment.leave(this.#teller);
  }

  #report(operation: ProblemOperation, error: CheckoutError): void {
    const setting = operation === 'stream' ? 'status-stream-url' : "status-url, or the profile's paths.pixStatus or pixStatus.query";
    console.error(`Balcão: a Pix charge cannot be followed. ${error.message} Check ${setting}.`);
    this.#teller.dispatchEvent(new BalcaoEvent('balcao-problem', { operation, error }));
  }
}

function verify(brCode: string, { amountCents, profile }: Settings): PixChargeAnswer {
  const { pixHosts: hosts, pixKeys: keys } = profile ?? {};
  return verifyPixCharge(brCode, { amountCents, ...(hosts && { hosts }), ...(keys && { keys }) });
}

/**
 * Makes the order's Pix charge, or answers the one that is still live: each code more is one more that may be paid. `undefined` where the
 * order takes no payment or the page does not want it; rejects with what went wrong. `connect` gives the session of the settings as they are.
 */
export async function makePix(
  { host, settings, payment }: PixContext,
  connect: () => Promise<PixSession>,
  signal: AbortSignal,
): Promise<PixCharge | undefined> {
  if (!(await isOpen(payment))) return undefined;
  const live = await (await connect()).findLive();
  if (live) return live;
  if (!(await askPage(host, settings, { method: 'pix', installments: 1, whoPaysFee: 'merchant' }))) return undefined;
  await host.updateComplete;
  // The page may have brought another order or amount.
  const session = await connect();
  const other = await session.findLive();
  // Last of all, so that no card can be sent in between.
  if (!(await isOpen(payment))) return undefined;
  return other ?? session.make(signal);
}

/** Whether the order takes a Pix now. Rejects where it is being paid: a code made beside a card in flight would be paid as well. */
async function isOpen({ order }: PaymentController): Promise<boolean> {
  const refusal = await order.findRefusal();
  if (refusal?.status === 'failed') throw refusal.error;
  if (order.state.status === 'paying') throw new CheckoutError('order-closed', 'This order is being paid by card.');
  return !refusal;
}
