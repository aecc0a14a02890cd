import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { parseResolution, type Resolution, type ResolveUnconfirmed } from '../../domain/order/resolution.js';
import { parseOrderId } from '../../domain/order/order-key.js';
import { findUnconfirmedAttempt } from '../../domain/order/order-state.js';
import { createOutcome, type OutcomeDetails, type PaymentOutcome } from '../../domain/order/outcome.js';
import { hasOpenPix, deriveAttempt, type CardPaymentRecord, type DueAmounts } from '../../domain/order/ledger-record.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import { capRetryAfter } from '../../domain/retry-after.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { createAttempt, toAttemptChange, toOutcomeDetails, sendIntent, type ChargeIntent } from './charge-intent.js';
import type { GuardPorts, OrderPix, ShopPorts } from './guard-ports.js';
import { OrderStatus } from './order-status.js';
import { SHOP_LIMIT_MS } from './shop-notifier.js';

/** How long a card waits for the module that watches Pix charges to load. */
const LOADING_LIMIT_MS = 10_000;

/**
 * Makes sure that one order is charged at most once by this page, its reloads and the other tabs of the browser, and that what is not
 * known is called unconfirmed. Every payment of an order passes through here.
 */
export class OrderGuard extends OrderStatus {
  /** The order's name in the ledger; empty for an order that only this page knows. */
  readonly orderKey: string;
  /** The shop's identifier of the order; `undefined` for an order that only this page knows. */
  readonly orderId: string | undefined;
  #resolve: ResolveUnconfirmed | undefined;
  /** Aborted to stop waiting for the shop's answer about an unconfirmed attempt; `undefined` while the shop is not asked. */
  #shopRequest: AbortController | undefined;
  #checking: Promise<void> | undefined;
  /** True where the shop said "not charged" while a request was still running, which was therefore ignored. */
  #isToAskAgain = false;
  #pix: OrderPix | undefined;
  #payment: Promise<PaymentOutcome> | undefined;
  /** Releases the lock of the attempt that has no answer yet. */
  #release: (() => void) | undefined;
  #userCount = 0;
  #stop: (() => void) | undefined;

  /** Without an order key, the order is known to this guard alone: its ledger must then be one that no other guard has. */
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

  /** True where a charge may have been sent that has no answer yet: leaving the page now would lose the answer. */
  get isInFlight(): boolean {
    return this.#release !== undefined;
  }

  /** Sets the shop's endpoints that are given; the others stay as they are. */
  setShop({ resolve, notify }: ShopPorts): void {
    if (notify) this.notifier.setNotify(notify);
    if (!resolve) return;
    const isFirst = !this.#resolve;
    this.#resolve = resolve;
    if (isFirst && this.isUsed) void this.#askShop();
  }

  /**
   * Sets what the order costs now; nothing where that cannot be read. A payment of less leaves the order paid short. A price by Pix holds
   * until another one is said, or another amount without one: other elements of the order may know nothing of it.
   */
  setDue({ dueCents, duePixCents }: DueAmounts): void {
    const { due } = this.ledger;
    if (dueCents === undefined) return;
    const isSame = dueCents === due.dueCents;
    if (isSame && (duePixCents === undefined || duePixCents === due.duePixCents)) return;
    this.ledger.due = { dueCents, duePixCents };
    // Also while a reading, or a payment, that has not heard of it is under way.
    if (this.isUsed) void this.ledger.read();
  }

  /** Sets the order's Pix charges: they are watched while the order is in use, and asked about before a card is charged. */
  setPix(pix: OrderPix): void {
    if (this.#pix === pix) return;
    this.#pix?.stop();
    this.#pix = pix;
    if (this.isUsed) pix.start();
  }

  /** Applies what a refused request of the order says of the whole order: that the shop has closed it, or that another device is paying. */
  applyClosing(error: CheckoutError): void {
    this.noteClosing(error);
    this.update();
  }

  /** Adds a user: the first one has the ledger read, and the tabs and the page listened to. */
  acquire(): void {
    this.#userCount += 1;
    this.#stop ??= this.#start();
  }

  /**
   * Removes a user: with the last one all listening ends, in a later task, since an element that is moved in its document leaves and
   * returns at once. A request that was sent, and its late answer, are still waited for.
   */
  release(): void {
    this.#userCount -= 1;
    void Promise.resolve().then(() => {
      if (this.#userCount > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    });
  }

  /** Pays, or returns why not. While one payment runs, every call returns its promise. Never rejects. */
  pay(intent: ChargeIntent): Promise<PaymentOutcome> {
    if (this.#payment) return this.#payment;
    const refusal = this.findRefusalNow();
    if (refusal) {
      // What refuses may be over by now: the next call then knows.
      void this.ledger.read();
      return Promise.resolve(refusal);
    }
    this.#payment = (this.ledger.isRead ? Promise.resolve() : this.ledger.read())
      .then(() => this.findRefusalNow() ?? this.#charge(intent))
      .finally(() => {
        this.#payment = undefined;
        this.update();
      });
    const payment = this.#payment;
    this.update();
    return payment;
  }

  /** The outcome to give instead of paying, once the ledger is read; `undefined` where `pay()` would send or already runs. */
  async findRefusal(): Promise<PaymentOutcome | undefined> {
    if (!this.ledger.isRead) await this.ledger.read();
    return this.#payment ? undefined : this.findRefusalNow();
  }

  /** Reads the ledger again. With `isDecisive`, waits for what other tabs have written even where that was late before. */
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

  /** Starts listening to tabs and page. Returns a function that stops it. */
  #start(): () => void {
    const { activity } = this.ports;
    const { tabs } = this.ledger;
    const unsubscribe = activity.subscribe(() => {
      if (activity.visible && activity.online) this.#handleReturn();
    });
    tabs.startListening();
    this.#handleReturn();
    this.#pix?.start();
    return () => {
      unsubscribe();
      this.#pix?.stop();
      tabs.stopListening();
      this.stopTimer();
      this.#shopRequest?.abort();
    };
  }

  #handleReturn(): void {
    this.notifier.retry();
    void this.check();
  }

  /** Asks the shop what became of an unconfirmed attempt, where there is one and a way to ask; one question at a time. */
  async #askShop(): Promise<void> {
    const record = this.#findUnconfirmed();
    if (!record || !this.#resolve) return;
    this.#checking ??= this.#checkOnce(record, this.#resolve).finally(() => (this.#checking = undefined));
    await this.#checking;
  }

  async #checkOnce(record: CardPaymentRecord, resolve: ResolveUnconfirmed): Promise<void> {
    // Asked before the shop is: a request that ends while the shop looks may have charged after it looked.
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
    // A request that still runs may yet charge: the shop's "not charged" is ignored then, and asked for again.
    this.#isToAskAgain = !isOver;
    if (isOver) await this.#settleLate(record, { state: 'failed' });
  }

  /** Asks for 15 s at most. A failure, no answer, an unreadable one and an aborted question are `unknown`. Never rejects. */
  async #fetchResolution(record: CardPaymentRecord, resolve: ResolveUnconfirmed): Promise<Resolution> {
    const request = (this.#shopRequest = new AbortController());
    const { signal } = request;
    const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
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

  async #settleLate(record: CardPaymentRecord, change: AttemptChange, details: OutcomeDetails = {}): Promise<void> {
    const outcome = await this.settle(record, change, details);
    this.update(...(outcome ? [{ outcome }] : []));
  }

  /** Charges a card, or returns why not. Never rejects. */
  async #charge(intent: ChargeIntent): Promise<PaymentOutcome> {
    const refusal = await this.#findPixRefusal(intent);
    if (refusal) return refusal;
    const { newAttemptId = () => crypto.randomUUID(), clock } = this.ports;
    const created = createAttempt(intent, newAttemptId(), this.orderId, clock.now());
    const { attempt, result, isOpened } = await sendIntent(intent, created, (opened) => this.#open(createRecord(opened, intent)));
    if (result.status !== 'failed') return this.#conclude(createRecord(attempt, intent), result);
    // A refused charge may say something of the whole order: a wait, or that the shop has closed it.
    const { error } = result;
    if (error.code === 'rate-limited') this.wait(capRetryAfter(error.retryAfterMs ?? 0));
    this.noteClosing(error);
    if (isOpened) return this.#conclude(createRecord(attempt, intent), result);
    // Nothing was written down, so nothing is settled. Another payment in the way is the better answer.
    const isBlocked = isOpened === false || error.code === 'order-closed';
    return (isBlocked && this.findRefusalNow()) || createOutcome({ ...attempt, state: 'failed' }, toOutcomeDetails(result));
  }

  /** The outcome to give instead of charging: the order was paid by Pix meanwhile, or that cannot be ruled out. */
  async #findPixRefusal(intent: ChargeIntent): Promise<PaymentOutcome | undefined> {
    const isUnknown = (await this.#askPix(intent)) === 'unknown' && !intent.isPixDenied;
    return this.findRefusalNow() ?? (isUnknown ? { status: 'invalid', fields: [PIX_DENIAL_FIELD] } : undefined);
  }

  /**
   * Asks once more about each Pix code that may still be paid, whether or not this page watches it; `unknown` where one may be paid and its
   * status cannot be found out. Never rejects.
   */
  async #askPix({ watchPix }: ChargeIntent): Promise<'known' | 'unknown'> {
    // Another tab may have made a code that no channel has announced to this one.
    if (!this.#pix) await this.ledger.read({ isDecisive: true });
    // Made by an earlier page, or by one that failed to load what watches codes.
    if (!this.#pix && hasOpenPix(this.ledger.records)) {
      await withTimeLimit((async () => watchPix?.())(), this.ports.clock, LOADING_LIMIT_MS).catch(() => undefined);
      if (!this.#pix) return 'unknown';
    }
    return this.#pix?.askBeforeCharge() ?? 'known';
  }

  async #open(record: CardPaymentRecord): Promise<void> {
    const { attempt } = record;
    this.#release = await this.ledger.open(record);
    this.note({ sending: attempt });
    this.notifier.report(attempt);
    this.update();
  }

  /** Writes down how the charge was answered. Returns its outcome. */
  async #conclude(record: CardPaymentRecord, result: ChargeResult): Promise<PaymentOutcome> {
    const { record: settled } = await this.record(record, toAttemptChange(result));
    const release = this.#release;
    this.#release = undefined;
    this.note({ sending: undefined });
    if (result.status === 'unconfirmed' && result.late) void this.#awaitLateAnswer(settled, result.late, release);
    else release?.();
    return this.createOutcome(settled, settled.attempt.state === result.status ? toOutcomeDetails(result) : {});
  }

  /** Waits for the answer of a charge that was called unconfirmed, its lock held. */
  async #awaitLateAnswer(record: CardPaymentRecord, late: Promise<ChargeResult>, release: (() => void) | undefined): Promise<void> {
    this.note({ late: record.attempt });
    const result = await late.catch(() => undefined);
    const isAnswered = result !== undefined && result.status !== 'unconfirmed';
    // The service's own answer makes the shop's needless.
    if (isAnswered) this.#shopRequest?.abort();
    const outcome = isAnswered ? await this.settle(record, toAttemptChange(result), toOutcomeDetails(result)) : undefined;
    this.note({ late: undefined });
    release?.();
    this.update(...(outcome ? [{ outcome }] : []));
    // The shop is asked again where its "not charged" was ignored because the request was still running.
    if (!isAnswered && this.#isToAskAgain && this.isUsed) await this.check();
  }
}

/** The record of an attempt as it is written down first. */
function createRecord(attempt: Attempt, { orderAmount, limitMs }: ChargeIntent): CardPaymentRecord {
  return { kind: 'card', id: attempt.attemptId, orderAmount, attempt, isLocked: false, limitMs };
}
