import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { parseResolution, type Resolution, type ResolveUnconfirmed } from '../../domain/order/resolution.js';
import { parseOrderId } from '../../domain/order/order-key.js';
import { findUnconfirmedAttempt } from '../../domain/order/order-state.js';
import { createOutcome, type OutcomeDetails, type PaymentOutcome } from '../../domain/order/outcome.js';
import { listOpenMethods, deriveAttempt, type CardPaymentRecord, type DueAmounts } from '../../domain/order/ledger-record.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import { capRetryAfter } from '../../domain/retry-after.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { createAttempt, toAttemptChange, toOutcomeDetails, sendIntent, type ChargeIntent } from './charge-intent.js';
import type { GuardPorts, OrderCharges, ShopPorts } from './guard-ports.js';
import { OrderStatus } from './order-status.js';
import type { HeldLock } from './order-tabs.js';
import { SHOP_LIMIT_MS } from './shop-notifier.js';

/** The time that the charge of a card waits until the module that watches charges is loaded, ms. */
const LOADING_LIMIT_MS = 10_000;

/**
 * The guard of one order. All payments of the order go through it, so that this page, its reloads and the other tabs of the browser charge
 * the order at most once. If the result of a charge is not known, the guard calls it unconfirmed.
 */
export class OrderGuard extends OrderStatus {
  /** The order's key in the ledger; empty for an order that only this page knows. */
  readonly orderKey: string;
  /** The shop's identifier of the order; `undefined` for an order that only this page knows. */
  readonly orderId: string | undefined;
  #resolve: ResolveUnconfirmed | undefined;
  /** Stops the wait for the shop's answer about an unconfirmed attempt; `undefined` while the shop is not asked. */
  #shopRequest: AbortController | undefined;
  #checking: Promise<void> | undefined;
  /** True if the shop said "not charged" while a request was still running: the answer was ignored, and the shop must be asked again. */
  #isToAskAgain = false;
  #charges: OrderCharges | undefined;
  #payment: Promise<PaymentOutcome> | undefined;
  /** Releases the lock of the attempt that has no response yet. */
  #release: (() => void) | undefined;
  #userCount = 0;
  /** Stops listening to the tabs and the page; set while the order has users. */
  #stop: (() => void) | undefined;

  /** Without an order key, only this guard knows the order. `ports.store` must then be a ledger that no other guard uses. */
  constructor(ports: GuardPorts, orderKey?: string) {
    super(ports, orderKey ?? '');
    this.orderKey = orderKey ?? '';
    this.orderId = orderKey === undefined ? undefined : parseOrderId(orderKey);
  }

  protected get isUsed(): boolean {
    return this.#stop !== undefined;
  }

  protected get isPaying(): boolean {
    return this.#payment !== undefined;
  }

  protected get isShopAsked(): boolean {
    return this.#shopRequest !== undefined;
  }

  /** True if a charge that has no response yet may have been sent. If the shopper leaves the page now, the response is lost. */
  get isInFlight(): boolean {
    return this.#release !== undefined;
  }

  /** Sets the shop's endpoints that are given. The other endpoint stays as it is. */
  setShop({ resolve, notify }: ShopPorts): void {
    if (notify) this.notifier.setNotify(notify);
    if (!resolve) return;
    const isFirst = !this.#resolve;
    this.#resolve = resolve;
    if (isFirst && this.isUsed) void this.#askShop();
  }

  /**
   * Sets the present price of the order. Does nothing if `dueCents` is `undefined`, which means that the price cannot be read. A payment of
   * less leaves the order paid short. A price by Pix stays until another price by Pix, or another `dueCents`, is set: other elements of the
   * order may not know the price by Pix.
   */
  setDue({ dueCents, duePixCents }: DueAmounts): void {
    const { due } = this.ledger;
    if (dueCents === undefined) return;
    const isSame = dueCents === due.dueCents;
    if (isSame && (duePixCents === undefined || duePixCents === due.duePixCents)) return;
    this.ledger.due = { dueCents, duePixCents };
    // Reads again even if a reading or a payment runs: these use the price from before.
    if (this.isUsed) void this.ledger.read();
  }

  /** Sets the order's charges by Pix and boleto. They are watched while the order has users, and polled before a card is charged. */
  setCharges(charges: OrderCharges): void {
    if (this.#charges === charges) return;
    this.#charges?.stop();
    this.#charges = charges;
    if (this.isUsed) charges.start();
  }

  /** Applies what a refused request says about the whole order: that the shop has closed it, or that another device is paying it. */
  applyClosing(error: CheckoutError): void {
    this.noteClosing(error);
    this.update();
  }

  /** Adds a user. With the first user, the guard reads the ledger, and listens to the tabs and the page. */
  acquire(): void {
    this.#userCount += 1;
    this.#stop ??= this.#start();
  }

  /**
   * Removes a user. With the last user, the guard stops listening. It does so in a microtask, because an element that is moved in its
   * document leaves and returns at once. The guard still waits for the response of a request that was sent, even for a late response.
   */
  release(): void {
    this.#userCount -= 1;
    void Promise.resolve().then(() => {
      if (this.#userCount > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    });
  }

  /**
   * Pays. Resolves with the outcome, also if the payment is refused. While a payment runs, every call returns its promise. Never rejects.
   */
  pay(intent: ChargeIntent): Promise<PaymentOutcome> {
    if (this.#payment) return this.#payment;
    const refusal = this.findRefusalNow();
    if (refusal) {
      // The reason for the refusal may no longer hold. The reading lets the next call know.
      void this.ledger.read();
      return Promise.resolve(refusal);
    }
    let ended: PaymentOutcome | undefined;
    this.#payment = (this.ledger.isRead ? Promise.resolve() : this.ledger.read())
      .then(() => this.findRefusalNow() ?? this.#charge(intent))
      .then((outcome) => (ended = outcome))
      .finally(() => {
        this.#payment = undefined;
        this.update();
        if (ended) reportOutcome(intent, ended);
      });
    const payment = this.#payment;
    this.update();
    return payment;
  }

  /** Returns the outcome of a `pay()` that would be refused, once the ledger is read; `undefined` if `pay()` would send or already runs. */
  async findRefusal(): Promise<PaymentOutcome | undefined> {
    if (!this.ledger.isRead) await this.ledger.read();
    return this.#payment ? undefined : this.findRefusalNow();
  }

  /** Reads the ledger again. With `isDecisive`, waits for the ledger that all tabs share, even if that ledger was late before. */
  read(isDecisive = false): Promise<void> {
    return this.ledger.read({ isDecisive });
  }

  /** Reads the ledger again and asks the shop about an unconfirmed attempt. */
  async check(): Promise<void> {
    await this.ledger.read();
    await this.#askShop();
  }

  #findUnconfirmed(): CardPaymentRecord | undefined {
    const attempt = findUnconfirmedAttempt(this.state);
    return attempt && this.findCard(attempt);
  }

  /** Starts listening to the tabs and the page. Returns a function that stops listening. */
  #start(): () => void {
    const { activity } = this.ports;
    const { tabs } = this.ledger;
    const unsubscribe = activity.subscribe(() => {
      if (activity.visible && activity.online) this.#handleReturn();
    });
    tabs.startListening();
    this.#handleReturn();
    this.#charges?.start();
    return () => {
      unsubscribe();
      this.#charges?.stop();
      tabs.stopListening();
      this.stopTimer();
      this.#shopRequest?.abort();
    };
  }

  #handleReturn(): void {
    this.notifier.retry();
    void this.check();
  }

  /**
   * Asks the shop for the result of an unconfirmed attempt, with one request at a time. Does nothing if no attempt is unconfirmed, or if
   * the shop has no endpoint for it.
   */
  async #askShop(): Promise<void> {
    const record = this.#findUnconfirmed();
    if (!record || !this.#resolve) return;
    this.#checking ??= this.#checkOnce(record, this.#resolve).finally(() => (this.#checking = undefined));
    await this.#checking;
  }

  async #checkOnce(record: CardPaymentRecord, resolve: ResolveUnconfirmed): Promise<void> {
    // Checked before the shop is asked: a request that ends while the shop looks may have charged after the shop looked.
    const isOver = await this.ledger.isOver(record);
    const asking = this.#fetchResolution(record, resolve);
    this.update();
    const resolution = await asking;
    this.update();
    if (this.#findUnconfirmed()?.id !== record.id || resolution.status === 'unknown') return;
    if (resolution.status === 'charged') {
      const { identifier, message } = resolution;
      return this.#settleLate(record, { state: 'approved', ...presentFields({ identifier }) }, presentFields({ message }));
    }
    // While a request runs, it may still charge. So the shop's "not charged" is ignored, and the shop is asked again later.
    this.#isToAskAgain = !isOver;
    if (isOver) await this.#settleLate(record, { state: 'failed' });
  }

  /**
   * Asks the shop for the result of an attempt, for at most 15 s. A failure, an abort and an unreadable answer mean `unknown`. Never
   * rejects.
   */
  async #fetchResolution(record: CardPaymentRecord, resolve: ResolveUnconfirmed): Promise<Resolution> {
    const request = (this.#shopRequest = new AbortController());
    const { signal } = request;
    const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
    // An async function, so that an error that `resolve` throws at once becomes a rejection.
    const asking = (async () => resolve({ ...deriveAttempt(record) }, { signal }))();
    try {
      return parseResolution(await withTimeLimit(Promise.race([asking, stopped]), this.ports.clock, SHOP_LIMIT_MS));
    } catch {
      return { status: 'unknown' };
    } finally {
      request.abort();
      this.#shopRequest = undefined;
    }
  }

  /** Settles an unconfirmed attempt, and passes the outcome on. */
  async #settleLate(record: CardPaymentRecord, change: AttemptChange, details: OutcomeDetails = {}): Promise<void> {
    const outcome = await this.settle(record, change, details);
    this.update(...(outcome ? [{ outcome }] : []));
  }

  /** Charges a card. Resolves with the outcome, also if the charge is refused. Never rejects. */
  async #charge(intent: ChargeIntent): Promise<PaymentOutcome> {
    const refusal = await this.#findChargeRefusal(intent);
    if (refusal) return refusal;
    const { newAttemptId = () => crypto.randomUUID(), clock } = this.ports;
    const created = createAttempt(intent, newAttemptId(), this.orderId, clock.now());
    // Requested here, so that it is granted while the sender gets its client and its token.
    const lock = this.ledger.tabs.hold(created);
    const { attempt, result, isOpened } = await sendIntent(intent, created, (opened) => this.#open(createRecord(opened, intent), lock));
    if (!isOpened) void lock.then(({ release }) => release());
    if (result.status !== 'failed') return this.#conclude(createRecord(attempt, intent), result);
    // A refused charge may say something about the whole order: that it must wait, or that the shop has closed it.
    const { error } = result;
    if (error.code === 'rate-limited') this.wait(capRetryAfter(error.retryAfterMs ?? 0));
    this.noteClosing(error);
    if (isOpened) return this.#conclude(createRecord(attempt, intent), result);
    // Nothing was written, so there is nothing to settle. If another payment blocks the order, its outcome tells more.
    const isBlocked = isOpened === false || error.code === 'order-closed';
    return (isBlocked && this.findRefusalNow()) || createOutcome({ ...attempt, state: 'failed' }, toOutcomeDetails(result));
  }

  /** Polls the charges. Returns an outcome that refuses a card if the order was paid by one of them, or if that cannot be ruled out. */
  async #findChargeRefusal(intent: ChargeIntent): Promise<PaymentOutcome | undefined> {
    const isUnknown = (await this.#askCharges(intent)) === 'unknown' && !intent.isPixDenied;
    return this.findRefusalNow() ?? (isUnknown ? { status: 'invalid', fields: [PIX_DENIAL_FIELD] } : undefined);
  }

  /**
   * Polls once more each charge that may still be paid, even if this page does not watch it yet. Resolves with `unknown` if one may be
   * paid and its status cannot be found out. Never rejects.
   */
  async #askCharges({ watchCharges }: ChargeIntent): Promise<'known' | 'unknown'> {
    // Another tab may have created a charge that no channel has announced to this tab.
    if (!this.#charges) await this.ledger.read({ isDecisive: true });
    // An earlier page has created the charge, or this page failed to load the module that watches charges.
    if (!this.#charges && listOpenMethods(this.ledger.records).length > 0) {
      await withTimeLimit((async () => watchCharges?.())(), this.ports.clock, LOADING_LIMIT_MS).catch(() => undefined);
      if (!this.#charges) return 'unknown';
    }
    return this.#charges?.askBeforeCharge() ?? 'known';
  }

  /** Writes a new attempt, and keeps its lock. Rejects with `order-closed` if another payment blocks the attempt. */
  async #open(record: CardPaymentRecord, lock: Promise<HeldLock>): Promise<void> {
    const { attempt } = record;
    this.#release = await this.ledger.open(record, lock);
    this.note({ sending: attempt });
    this.notifier.report(attempt);
    this.update();
  }

  /** Writes the result of a charge. Returns the outcome. */
  async #conclude(record: CardPaymentRecord, result: ChargeResult): Promise<PaymentOutcome> {
    const { record: settled } = await this.record(record, toAttemptChange(result));
    const release = this.#release;
    this.#release = undefined;
    this.note({ sending: undefined });
    if (result.status === 'unconfirmed' && result.late) void this.#awaitLateAnswer(settled, result.late, release);
    else release?.();
    return this.createOutcome(settled, settled.attempt.state === result.status ? toOutcomeDetails(result) : {});
  }

  /** Waits for the late response of an unconfirmed charge. Holds the lock of its attempt until then. */
  async #awaitLateAnswer(record: CardPaymentRecord, late: Promise<ChargeResult>, release: (() => void) | undefined): Promise<void> {
    this.note({ late: record.attempt });
    const result = await late.catch(() => undefined);
    const isAnswered = result !== undefined && result.status !== 'unconfirmed';
    // The service's own response makes the shop's answer superfluous.
    if (isAnswered) this.#shopRequest?.abort();
    const outcome = isAnswered ? await this.settle(record, toAttemptChange(result), toOutcomeDetails(result)) : undefined;
    this.note({ late: undefined });
    release?.();
    this.update(...(outcome ? [{ outcome }] : []));
    // If the shop's "not charged" was ignored because the request was still running, the shop is asked again.
    if (!isAnswered && this.#isToAskAgain && this.isUsed) await this.check();
  }
}

/** Reports an outcome to the payer. An error of the payer does not change the outcome. */
function reportOutcome(intent: ChargeIntent, outcome: PaymentOutcome): void {
  try {
    intent.onOutcome?.(outcome);
  } catch (error) {
    // The unhandled rejection shows the error in the console.
    void Promise.reject(error);
  }
}

/** Creates the record of a new attempt. */
function createRecord(attempt: Attempt, { orderAmount, limitMs }: ChargeIntent): CardPaymentRecord {
  return { kind: 'card', id: attempt.attemptId, orderAmount, attempt, isLocked: false, limitMs };
}
