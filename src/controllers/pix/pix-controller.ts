import type { ReactiveController } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { browserPageActivity } from '../../flow/browser/page-activity.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import type { PaymentController } from '../payment/payment-controller.js';
import type { SettingsController, SettingsHost } from '../settings/settings-controller.js';
import { openPixSession, type PixSession, type VerifiedCharge } from './pix-session.js';
import { isCheckoutError } from '../../domain/errors.js';
import { askPage } from '../payment/before-pay.js';

/** What the controller needs of the element that Pix charges are made in. */
export interface PixContext {
  host: SettingsHost;
  settings: SettingsController;
  payment: PaymentController;
}

/** Which Pix charge an element shows: what was made in it, or a live one of its order and amount. */
export class PixController implements ReactiveController {
  /** What is shown now, if anything. */
  shown: VerifiedCharge | undefined;
  readonly #context: PixContext;
  #session: PixSession | undefined;
  #creating: Promise<PixCharge | undefined> | undefined;
  #paying: Promise<PaymentOutcome> | undefined;
  #chargeId: string | undefined;
  #isHidden = false;
  readonly #activity = browserPageActivity();
  #stopActivity: (() => void) | undefined;

  constructor(context: PixContext) {
    this.#context = context;
    context.host.addController(this);
  }

  /** Whether a charge is being made. */
  get isCreating(): boolean {
    return this.#creating !== undefined;
  }

  /** Whether the device has no network: nobody can say then whether the code was paid. */
  get isOffline(): boolean {
    return !this.#activity.online;
  }

  /** How long the shown code can still be paid, by true time; negative when it is over. */
  get leftMs(): number | undefined {
    return this.shown && this.#session && this.shown.charge.expiresAt - this.#session.now();
  }

  /** Makes a charge, or shows the live one again. A second call while one runs returns the same promise. Never rejects. */
  create(): Promise<PixCharge | undefined> {
    const { host, payment } = this.#context;
    this.#creating ??= Promise.resolve()
      .then(() => this.#create())
      .catch((error: unknown) => {
        const outcome = payment.fail(error);
        if (outcome.status === 'failed') host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'pix', error: outcome.error }));
        return undefined;
      })
      .finally(() => {
        this.#creating = undefined;
        host.requestUpdate();
      });
    host.requestUpdate();
    return this.#creating;
  }

  /** Makes a charge, unless the order accepts none, and returns an outcome as a payment does. A second call while one runs returns the same promise. Never rejects. */
  pay(): Promise<PaymentOutcome> {
    return (this.#paying ??= this.#pay().finally(() => (this.#paying = undefined)));
  }

  /** Hides the code. It can still be paid, so it stays watched, and is what `create()` shows again. */
  cancel(): void {
    this.#isHidden = true;
    this.#context.host.requestUpdate();
  }

  hostConnected(): void {
    this.#stopActivity = this.#activity.subscribe(() => this.#context.host.requestUpdate());
    // Where the service cannot be learned, no charge is shown again, and making one says why.
    this.#openSession().catch(() => undefined);
  }

  hostUpdate(): void {
    const { host, payment } = this.#context;
    if (host.isConnected) this.#openSession().catch(() => undefined);
    this.shown = this.#isHidden || !payment.order.isPayable ? undefined : this.#find();
    this.#chargeId = this.shown?.charge.chargeId ?? this.#chargeId;
  }

  hostDisconnected(): void {
    this.#stopActivity?.();
    this.#session?.detach();
    this.#session = undefined;
  }

  async #pay(): Promise<PaymentOutcome> {
    const { payment } = this.#context;
    // Where the order cannot be read, making a charge says so.
    const findRefusal = (): Promise<PaymentOutcome | undefined> =>
      this.#findGuard()
        .then((guard) => guard.findRefusal())
        .catch(() => undefined);
    const refusal = await findRefusal();
    if (refusal) return refusal;
    // A code that is there to be paid is no payment yet.
    if (await this.create()) return { status: 'invalid', fields: [] };
    return payment.outcome ?? (await findRefusal()) ?? { status: 'cancelled', reason: 'prevented' };
  }

  async #create(): Promise<PixCharge | undefined> {
    const { host, settings, payment } = this.#context;
    const { obstacle } = payment;
    settings.report();
    if (obstacle) throw obstacle;
    payment.outcome = undefined;
    const made = await makePix({
      host,
      settings,
      findGuard: () => this.#findGuard(),
      openSession: () => this.#openSession(),
      signal: payment.removal,
    });
    if ('refusal' in made) {
      payment.outcome = made.refusal;
      return undefined;
    }
    this.#chargeId = made.charge.chargeId;
    this.#isHidden = false;
    return made.charge;
  }

  /** What was shown stays shown, also when it is over; a charge that was withdrawn by another amount gives way to a live one. */
  #find(): VerifiedCharge | undefined {
    return (this.#chargeId === undefined ? undefined : this.#session?.find(this.#chargeId)) ?? this.#session?.find();
  }

  /** The session of the order that the settings name. */
  async #openSession(): Promise<PixSession> {
    const { host, settings, payment } = this.#context;
    const guard = await this.#findGuard();
    if (this.#session?.guard === guard) {
      this.#session.allowQuestions();
      return this.#session;
    }
    this.#session?.close();
    const session = openPixSession({ host, settings, payment, clock: systemClock }, guard);
    if (host.isConnected) this.#session = session;
    else session.close();
    return session;
  }

  #findGuard(): Promise<OrderGuard> {
    return this.#context.payment.order.ready();
  }
}

/** What making a charge needs of the element. */
interface PixMaking {
  host: SettingsHost;
  settings: SettingsController;
  /** Returns the guard of the settings as they are. */
  findGuard: () => Promise<Pick<OrderGuard, 'findRefusal' | 'state'>>;
  /** Returns the session of the settings as they are. */
  openSession: () => Promise<PixSession>;
  /** Aborted when the element leaves the page. */
  signal: AbortSignal;
}

/** The order's Pix charge, or the outcome to give instead of one. */
type MadePix = { charge: PixCharge } | { refusal: PaymentOutcome };

/**
 * Makes the order's Pix charge, or returns the one that is still live: each code more is one more that may be paid. Where the order accepts
 * no payment now or the page does not want it, returns the outcome that says so; rejects with what went wrong.
 */
async function makePix({ host, settings, findGuard, openSession, signal }: PixMaking): Promise<MadePix> {
  const obstacle = await findObstacle(findGuard);
  if (obstacle) return { refusal: obstacle };
  const before = await openSession();
  const live = await before.findLive();
  if (live) return { charge: live };
  await before.waitOut(signal);
  const isWanted = await askPage(host, settings, { method: 'pix', installments: 1, whoPaysFee: 'merchant' });
  if (!isWanted) return { refusal: { status: 'cancelled', reason: 'prevented' } };
  await host.updateComplete;
  // The page may have brought another order or amount.
  const session = await openSession();
  const other = await session.findLive();
  // Last of all, so that no card can be sent in between.
  const late = await findObstacle(findGuard);
  if (late) return { refusal: late };
  try {
    return { charge: other ?? (await session.make(signal)) };
  } catch (error) {
    // The shop may have said that the order is paid, or being paid: nothing failed then.
    const refusal = await (await findGuard()).findRefusal();
    if (isCheckoutError(error) && error.code === 'order-closed' && refusal?.status === 'cancelled') return { refusal };
    throw error;
  }
}

/** Why the order accepts no Pix now. A code made beside a card in flight would be paid as well. Rejects with what failed. */
async function findObstacle(findGuard: PixMaking['findGuard']): Promise<PaymentOutcome | undefined> {
  const guard = await findGuard();
  const refusal = await guard.findRefusal();
  if (refusal?.status === 'failed') throw refusal.error;
  return refusal ?? (guard.state.status === 'paying' ? { status: 'cancelled', reason: 'busy' } : undefined);
}
