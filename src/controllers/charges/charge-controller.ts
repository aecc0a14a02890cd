import type { ReactiveController } from 'lit';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { getPayableUntil } from '../../domain/order/charge-progress.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { createPageActivity } from '../../flow/browser/page-activity.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import type { PaymentController } from '../payment/payment-controller.js';
import type { WatchedCharge } from '../../flow/charges/watched-charges.js';
import type { ChargeKind } from './charge-kind.js';
import { openChargeSession, type ChargeSession } from './charge-session.js';
import { isCheckoutError } from '../../domain/errors.js';
import { askPage } from '../payment/before-pay.js';

/** The charge that an element shows: the one that it created, or a live one of the order with the same amount. */
export class ChargeController<Shown extends WatchedCharge> implements ReactiveController {
  /** The charge that is currently shown, if any. */
  shown: Shown | undefined;
  readonly #payment: PaymentController;
  readonly #kind: ChargeKind<Shown>;
  #session: ChargeSession<Shown> | undefined;
  #creating: Promise<Shown['charge'] | undefined> | undefined;
  #paying: Promise<PaymentOutcome> | undefined;
  #chargeId: string | undefined;
  #check: { chargeId: string; isRunning: boolean } | undefined;
  #isHidden = false;
  readonly #activity = createPageActivity();
  #stopActivity: (() => void) | undefined;

  constructor(payment: PaymentController, kind: ChargeKind<Shown>) {
    this.#payment = payment;
    this.#kind = kind;
    payment.host.addController(this);
  }

  /** True while a charge is being created. */
  get isCreating(): boolean {
    return this.#creating !== undefined;
  }

  /** True while the device has no network. Nobody can then know whether the charge was paid. */
  get isOffline(): boolean {
    return !this.#activity.online;
  }

  /**
   * The time for which the shown charge can still be paid in time, ms; negative afterwards. It is measured by the service's clock if that is
   * known.
   */
  get leftMs(): number | undefined {
    return this.shown && this.#session && getPayableUntil(this.shown.charge) - this.#session.now();
  }

  /** Creates a charge, or shows the live one again. While a call runs, further calls return the same promise. Never rejects. */
  create(): Promise<Shown['charge'] | undefined> {
    const payment = this.#payment;
    this.#creating ??= Promise.resolve()
      .then(() => this.#create())
      .catch((error: unknown) => {
        const outcome = payment.fail(error);
        if (outcome.status === 'failed')
          payment.host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: this.#kind.method, error: outcome.error }));
        return undefined;
      })
      .finally(() => {
        this.#creating = undefined;
        payment.host.requestUpdate();
      });
    payment.host.requestUpdate();
    return this.#creating;
  }

  /**
   * Creates a charge, unless the order accepts none, and returns an outcome as a card payment does. While a call runs, further calls return
   * the same promise. Never rejects.
   */
  pay(): Promise<PaymentOutcome> {
    return (this.#paying ??= this.#pay().finally(() => (this.#paying = undefined)));
  }

  /** The state of the shopper's own query of the shown charge: `undefined` before the first one. */
  get check(): 'running' | 'done' | undefined {
    if (!this.#check || this.#check.chargeId !== this.shown?.charge.chargeId) return undefined;
    return this.#check.isRunning ? 'running' : 'done';
  }

  /** Queries the status of the shown charge now, for a shopper who has paid. Does nothing while a query runs. Never rejects. */
  async checkNow(): Promise<void> {
    const chargeId = this.shown?.charge.chargeId;
    if (chargeId === undefined || this.check === 'running') return;
    const check: { chargeId: string; isRunning: boolean } = { chargeId, isRunning: true };
    this.#check = check;
    this.#payment.host.requestUpdate();
    await this.#session?.check(chargeId);
    check.isRunning = false;
    this.#payment.host.requestUpdate();
  }

  /** Hides the code. The code can still be paid, so it is still polled, and `create()` shows it again. */
  cancel(): void {
    this.#isHidden = true;
    this.#payment.host.requestUpdate();
  }

  hostConnected(): void {
    this.#stopActivity = this.#activity.subscribe(() => this.#payment.host.requestUpdate());
    // If the service cannot be determined, no earlier charge is shown, and creating one reports the reason.
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

  /** Creates a charge, and returns the outcome: `invalid` without fields while the code is unpaid. */
  async #pay(): Promise<PaymentOutcome> {
    const payment = this.#payment;
    // If the order cannot be read, creating a charge reports the error.
    const findRefusal = (): Promise<PaymentOutcome | undefined> =>
      this.#getGuard()
        .then((guard) => guard.findRefusal())
        .catch(() => undefined);
    const refusal = await findRefusal();
    if (refusal) return refusal;
    // A code that can be paid is not a payment yet.
    if (await this.create()) return { status: 'invalid', fields: [] };
    return payment.outcome ?? (await findRefusal()) ?? { status: 'cancelled', reason: 'prevented' };
  }

  async #create(): Promise<Shown['charge'] | undefined> {
    const payment = this.#payment;
    const { obstacle } = payment;
    payment.settings.report();
    if (obstacle) throw obstacle;
    payment.outcome = undefined;
    const charge = await this.#getOrCreate();
    if (!charge) return undefined;
    this.#chargeId = charge.chargeId;
    this.#isHidden = false;
    return charge;
  }

  /**
   * Creates the order's charge, or returns the one that is still live: each additional code could be paid as well. Returns `undefined`,
   * and shows the outcome with the reason, if the order accepts no payment now or if the page cancels it. Rejects with any other error.
   */
  async #getOrCreate(): Promise<Shown['charge'] | undefined> {
    const payment = this.#payment;
    const { host, settings } = payment;
    const { removal } = payment;
    if (await this.#isRefused()) return undefined;
    const before = await this.#openSession();
    const live = await before.findLive();
    if (live) return live;
    await before.waitOut(removal);
    if (!(await askPage(host, settings, { method: this.#kind.method, installments: 1, whoPaysFee: 'merchant' }))) {
      payment.outcome = { status: 'cancelled', reason: 'prevented' };
      return undefined;
    }
    await host.updateComplete;
    // The page may have set another order or amount.
    const session = await this.#openSession();
    const other = await session.findLive();
    if (!other) await session.askOthers();
    // Checked last, so that no card can be sent in between.
    if (await this.#isRefused()) return undefined;
    try {
      return other ?? (await session.make(removal));
    } catch (error) {
      // The shop may have responded that the order is paid or is being paid. Then nothing failed.
      const refusal = await (await this.#getGuard()).findRefusal();
      if (!isCheckoutError(error) || error.code !== 'order-closed' || refusal?.status !== 'cancelled') throw error;
      payment.outcome = refusal;
      return undefined;
    }
  }

  /** Returns whether the order accepts no charge now, and then shows why. Rejects with an error that the guard reports. */
  async #isRefused(): Promise<boolean> {
    const guard = await this.#getGuard();
    const refusal = await guard.findRefusal();
    if (refusal?.status === 'failed') throw refusal.error;
    // A code that is created while a card is being charged could be paid as well.
    const outcome = refusal ?? (guard.state.status === 'paying' ? ({ status: 'cancelled', reason: 'busy' } as const) : undefined);
    if (outcome) this.#payment.outcome = outcome;
    return outcome !== undefined;
  }

  /**
   * Finds the charge to show. A charge that is already shown stays, also after its end. If another amount withdrew it, a live charge
   * replaces it.
   */
  #find(): Shown | undefined {
    return (this.#chargeId === undefined ? undefined : this.#session?.find(this.#chargeId)) ?? this.#session?.find();
  }

  /** Returns the session of the order that the settings name, and opens it if necessary. */
  async #openSession(): Promise<ChargeSession<Shown>> {
    const payment = this.#payment;
    const guard = await this.#getGuard();
    if (this.#session?.guard === guard) {
      this.#session.allowPolling();
      return this.#session;
    }
    this.#session?.close();
    const session = openChargeSession(payment, guard, this.#kind);
    if (payment.host.isConnected) this.#session = session;
    else session.close();
    return session;
  }

  #getGuard(): Promise<OrderGuard> {
    return this.#payment.order.ready();
  }
}
