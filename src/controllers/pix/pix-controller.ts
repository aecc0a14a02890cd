import type { ReactiveController } from 'lit';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { browserPageActivity } from '../../flow/browser/page-activity.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import type { PaymentController } from '../payment/payment-controller.js';
import { openPixSession, type PixSession, type VerifiedCharge } from './pix-session.js';
import { isCheckoutError } from '../../domain/errors.js';
import { askPage } from '../payment/before-pay.js';

/** Which Pix charge an element shows: what was made in it, or a live one of its order and amount. */
export class PixController implements ReactiveController {
  /** The charge that is shown now, if any. */
  shown: VerifiedCharge | undefined;
  readonly #payment: PaymentController;
  #session: PixSession | undefined;
  #creating: Promise<PixCharge | undefined> | undefined;
  #paying: Promise<PaymentOutcome> | undefined;
  #chargeId: string | undefined;
  #isHidden = false;
  readonly #activity = browserPageActivity();
  #stopActivity: (() => void) | undefined;

  constructor(payment: PaymentController) {
    this.#payment = payment;
    payment.host.addController(this);
  }

  /** True while a charge is being made. */
  get isCreating(): boolean {
    return this.#creating !== undefined;
  }

  /** True while the device has no network: then nobody can know whether the code was paid. */
  get isOffline(): boolean {
    return !this.#activity.online;
  }

  /** The time for which the shown code can still be paid, by true time; negative when it is over. */
  get leftMs(): number | undefined {
    return this.shown && this.#session && this.shown.charge.expiresAt - this.#session.now();
  }

  /** Makes a charge, or shows the live one again. A second call while one runs returns the same promise. Never rejects. */
  create(): Promise<PixCharge | undefined> {
    const payment = this.#payment;
    this.#creating ??= Promise.resolve()
      .then(() => this.#create())
      .catch((error: unknown) => {
        const outcome = payment.fail(error);
        if (outcome.status === 'failed')
          payment.host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'pix', error: outcome.error }));
        return undefined;
      })
      .finally(() => {
        this.#creating = undefined;
        payment.host.requestUpdate();
      });
    payment.host.requestUpdate();
    return this.#creating;
  }

  /** Makes a charge, unless the order accepts none, and returns an outcome as a payment does. A second call while one runs returns the same promise. Never rejects. */
  pay(): Promise<PaymentOutcome> {
    return (this.#paying ??= this.#pay().finally(() => (this.#paying = undefined)));
  }

  /** Hides the code. It can still be paid, so it stays watched, and is what `create()` shows again. */
  cancel(): void {
    this.#isHidden = true;
    this.#payment.host.requestUpdate();
  }

  hostConnected(): void {
    this.#stopActivity = this.#activity.subscribe(() => this.#payment.host.requestUpdate());
    // Where the service cannot be found out, no charge is shown again, and making one reports why.
    this.#openSession().catch(() => undefined);
  }

  hostUpdate(): void {
    const payment = this.#payment;
    if (payment.host.isConnected) this.#openSession().catch(() => undefined);
    this.shown = this.#isHidden || !payment.order.isPayable ? undefined : this.#find();
    this.#chargeId = this.shown?.charge.chargeId ?? this.#chargeId;
  }

  hostDisconnected(): void {
    this.#stopActivity?.();
    this.#session?.detach();
    this.#session = undefined;
  }

  async #pay(): Promise<PaymentOutcome> {
    const payment = this.#payment;
    // Where the order cannot be read, making a charge reports it.
    const findRefusal = (): Promise<PaymentOutcome | undefined> =>
      this.#findGuard()
        .then((guard) => guard.findRefusal())
        .catch(() => undefined);
    const refusal = await findRefusal();
    if (refusal) return refusal;
    // A code that can be paid is no payment yet.
    if (await this.create()) return { status: 'invalid', fields: [] };
    return payment.outcome ?? (await findRefusal()) ?? { status: 'cancelled', reason: 'prevented' };
  }

  async #create(): Promise<PixCharge | undefined> {
    const payment = this.#payment;
    const { obstacle } = payment;
    payment.settings.report();
    if (obstacle) throw obstacle;
    payment.outcome = undefined;
    const charge = await this.#make();
    if (!charge) return undefined;
    this.#chargeId = charge.chargeId;
    this.#isHidden = false;
    return charge;
  }

  /**
   * Makes the order's Pix charge, or returns the one that is still live: each further code is one more that may be paid. Returns `undefined`, and
   * shows the outcome that says so, where the order accepts no payment now or the page does not want it; rejects with what went wrong.
   */
  async #make(): Promise<PixCharge | undefined> {
    const payment = this.#payment;
    const { host, settings } = payment;
    const { removal } = payment;
    if (await this.#isRefused()) return undefined;
    const before = await this.#openSession();
    const live = await before.findLive();
    if (live) return live;
    await before.waitOut(removal);
    if (!(await askPage(host, settings, { method: 'pix', installments: 1, whoPaysFee: 'merchant' }))) {
      payment.outcome = { status: 'cancelled', reason: 'prevented' };
      return undefined;
    }
    await host.updateComplete;
    // The page may have brought another order or amount.
    const session = await this.#openSession();
    const other = await session.findLive();
    // Last of all, so that no card can be sent in between.
    if (await this.#isRefused()) return undefined;
    try {
      return other ?? (await session.make(removal));
    } catch (error) {
      // The shop may have answered that the order is paid, or being paid: nothing failed then.
      const refusal = await (await this.#findGuard()).findRefusal();
      if (!isCheckoutError(error) || error.code !== 'order-closed' || refusal?.status !== 'cancelled') throw error;
      payment.outcome = refusal;
      return undefined;
    }
  }

  /** Returns whether the order accepts no Pix now, and then shows why. Rejects with what failed. */
  async #isRefused(): Promise<boolean> {
    const guard = await this.#findGuard();
    const refusal = await guard.findRefusal();
    if (refusal?.status === 'failed') throw refusal.error;
    // A code made beside a card in flight would be paid as well.
    const outcome = refusal ?? (guard.state.status === 'paying' ? ({ status: 'cancelled', reason: 'busy' } as const) : undefined);
    if (outcome) this.#payment.outcome = outcome;
    return outcome !== undefined;
  }

  /** Finds the charge to show. A shown one stays, also when it is over; one that was withdrawn by another amount is replaced by a live one. */
  #find(): VerifiedCharge | undefined {
    return (this.#chargeId === undefined ? undefined : this.#session?.find(this.#chargeId)) ?? this.#session?.find();
  }

  /** The session of the order that the settings name. */
  async #openSession(): Promise<PixSession> {
    const payment = this.#payment;
    const guard = await this.#findGuard();
    if (this.#session?.guard === guard) {
      this.#session.allowQuestions();
      return this.#session;
    }
    this.#session?.close();
    const session = openPixSession(payment, guard);
    if (payment.host.isConnected) this.#session = session;
    else session.close();
    return session;
  }

  #findGuard(): Promise<OrderGuard> {
    return this.#payment.order.ready();
  }
}
