import type { ChargeResult } from '../../domain/order/charge-result.js';
import { PIX_DENIAL_FIELD } from '../../domain/payment.js';
import { createAttemptId } from './attempt-id.js';
import { createOutcome } from '../../domain/order/outcome.js';
import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import type { ApprovedOutcome, OutcomeDetails, PaymentOutcome } from '../../domain/order/outcome.js';
import { createAttempt, readChange, readDetails, sendIntent } from './charge-intent.js';
import type { ChargeIntent } from './charge-intent.js';
import { computeDeclineBackoff, countDeclines } from '../../domain/order/decline-backoff.js';
import type { GuardPorts, OrderChange, PixSide, ShopPorts } from './guard-ports.js';
import { Listeners } from '../listeners.js';
import { readOrderId } from '../../domain/order/order-key.js';
import { OrderLedger } from './order-ledger.js';
import type { RecordAnswer } from './order-ledger.js';
import { deriveOrderState, findRefusal } from '../../domain/order/order-state.js';
import type { OrderState } from '../../domain/order/order-state.js';
import { PixGate } from './pix-gate.js';
import { listSettledElsewhere } from '../../domain/order/settled-elsewhere.js';
import { ShopNotifier } from './shop-notifier.js';
import { ShopAnswers } from './shop-answers.js';
import { UseCount } from '../use-count.js';

export type { OrderChange } from './guard-ports.js';

/** The longest wait that a `Retry-After` of the service is taken for. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/**
 * Sees to it that one order is charged at most once by this page, its reloads and the other tabs of the browser, and that what
 * is not known is called unconfirmed. The one place through which every charge of an order goes.
 */
export class OrderGuard {
  /** The name of the order in every journal; empty for one that nobody else knows. */
  readonly orderKey: string;
  readonly #ports: GuardPorts;
  readonly #orderId: string | undefined;
  readonly #ledger: OrderLedger;
  readonly #notifier: ShopNotifier;
  readonly #shopAnswers: ShopAnswers;
  readonly #use = new UseCount(() => this.#connect());
  readonly #pix: PixGate;
  readonly #listeners = new Listeners<OrderChange>();
  #state: OrderState = { status: 'reading' };
  #cancelTimer: (() => void) | undefined;
  #payment: Promise<PaymentOutcome> | undefined;
  #isOpening = false;
  #sending: { attempt: Attempt; free: () => void } | undefined;
  #late: Attempt | undefined;
  #approval: ApprovedOutcome | undefined;
  #closed: 'paid' | 'closed' | undefined;
  #waitUntil = 0;

  /** Without an order key, an order of its own: the journal is then one that nobody else has. */
  constructor(ports: GuardPorts, orderKey?: string) {
    this.orderKey = orderKey ?? '';
    this.#ports = ports;
    this.#orderId = orderKey === undefined ? undefined : readOrderId(orderKey);
    this.#ledger = new OrderLedger(ports, this.orderKey, (before) => this.#compare(before));
    this.#notifier = new ShopNotifier(ports.clock, () => this.#update());
    this.#shopAnswers = new ShopAnswers({
      clock: ports.clock,
      findUnconfirmed: () => (this.#state.status === 'unconfirmed' ? this.#state.attempt : undefined),
      isInFlight: (attempt) => this.#ledger.isInFlight(attempt),
      settle: async (attempt, change, details) => this.#update(await this.#settle(attempt, change, details)),
      onAsking: () => this.#update(),
    });
    this.#pix = new PixGate(ports, this.orderKey);
  }

  /** How the order stands. */
  get state(): OrderState {
    return this.#state;
  }

  /** Whether a charge may have been sent that has no answer yet: leaving the page now would lose it. */
  get isInFlight(): boolean {
    return this.#sending !== undefined;
  }

  /** Calls `listener` after every change. Answers the undoing. */
  subscribe(listener: (change: OrderChange) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Sets the shop's endpoints that are given; the others stay as they are. */
  connectShop({ resolve, notify }: ShopPorts): void {
    if (notify) this.#notifier.connect(notify);
    if (resolve && this.#shopAnswers.connect(resolve) && this.#use.isUsed) void this.#shopAnswers.ask();
  }

  /** Sets who watches the order's Pix codes, for as long as the order is in use, and is asked before anything else is charged. */
  connectPix(pix: PixSide): void {
    this.#pix.connect(pix);
  }

  /**
   * Writes down that a Pix was paid, which closes the order for good, and answers whether it is a duplicate: the order was paid by
   * something else before. A card that this tab or another is charging at this moment is waited for: it may be that something. The
   * same Pix may be recorded any number of times. Never rejects.
   */
  async recordPaid(attempt: Attempt): Promise<{ isDuplicate: boolean }> {
    // What the journal says of cards is their last word only while none is being charged.
    do {
      if (this.#isCharging) await this.#payment;
      await this.#ledger.readSettled();
    } while (this.#isCharging);
    const isDuplicate = this.#ledger.attempts.some(({ state, attemptId }) => state === 'approved' && attemptId !== attempt.attemptId);
    if (isDuplicate) this.#notifier.tell({ ...attempt, state: 'approved' });
    else await this.#record(attempt, { state: 'approved' });
    this.#update();
    return { isDuplicate };
  }

  /** Takes the shop's word that the order takes no payment any more. */
  close(closed: 'paid' | 'closed'): void {
    this.#closed = closed;
    this.#update();
  }

  /** One more user: the first one has the journal read and starts the listening to tabs and page. */
  acquire(): void {
    this.#use.acquire();
  }

  /** One user less: with the last one all listening ends. A request that was sent, and its late answer, are still followed. */
  release(): void {
    this.#use.release();
  }

  /** Pays, or answers why not. While one payment runs, every call answers its promise. Never rejects. */
  pay(intent: ChargeIntent): Promise<PaymentOutcome> {
    if (this.#payment) return this.#payment;
    const refusal = this.#findRefusal();
    if (refusal) {
      // What refuses may be over by now: the next call then knows.
      void this.#ledger.read();
      return Promise.resolve(refusal);
    }
    const payment = (this.#ledger.isRead ? Promise.resolve() : this.#ledger.read())
      .then(() => this.#findRefusal() ?? this.#charge(intent))
      .finally(() => {
        this.#payment = undefined;
        this.#update();
      });
    this.#payment = payment;
    this.#update();
    return payment;
  }

  /** The outcome to give instead of paying, once the journal is read; `undefined` where `pay()` would send or is at it. */
  async findRefusal(): Promise<PaymentOutcome | undefined> {
    if (!this.#ledger.isRead) await this.#ledger.read();
    return this.#payment ? undefined : this.#findRefusal();
  }

  /** Reads the journal again and asks the shop about an unconfirmed attempt. */
  async check(): Promise<void> {
    await this.#ledger.read();
    await this.#shopAnswers.ask();
  }

  /** Begins anew after the journal has forgotten the order. A charge whose request still runs stays locked. */
  forget(): void {
    this.#closed = this.#approval = undefined;
    this.#waitUntil = 0;
    this.#ledger.forget();
  }

  #connect(): () => void {
    const { activity } = this.#ports;
    const stopActivity = activity.subscribe(() => {
      if (activity.visible && activity.online) this.#return();
    });
    this.#ledger.connect();
    this.#return();
    this.#pix.start();
    return () => {
      stopActivity();
      this.#pix.stop();
      this.#ledger.disconnect();
      this.#cancelTimer?.();
      this.#shopAnswers.stop();
    };
  }

  async #charge(intent: ChargeIntent): Promise<PaymentOutcome> {
    const obstacle = await this.#askPix(intent);
    if (obstacle) return obstacle;
    const { newAttemptId = createAttemptId, clock } = this.#ports;
    const created = createAttempt(intent, { attemptId: newAttemptId(), orderId: this.#orderId, startedAt: clock.now() });
    const { attempt, result, isOpened } = await sendIntent(intent, created, (opened) => this.#open(opened));
    if (result.status !== 'failed') return this.#conclude(attempt, result);
    this.#heed(result);
    if (isOpened) return this.#conclude(attempt, result);
    // Nothing was written down, so nothing is settled. Another attempt in the way is the better answer.
    return (isOpened === false && this.#findRefusal()) || createOutcome({ ...attempt, state: 'failed' }, readDetails(result));
  }

  /** The outcome to give instead of charging: the order was paid by Pix meanwhile, or that cannot be ruled out. */
  async #askPix(intent: ChargeIntent): Promise<PaymentOutcome | undefined> {
    const isUnknown = (await this.#pix.ask(intent)) === 'unknown' && !intent.isPixDenied;
    return this.#findRefusal() ?? (isUnknown ? { status: 'invalid', fields: [PIX_DENIAL_FIELD] } : undefined);
  }

  async #open(attempt: Attempt): Promise<void> {
    this.#isOpening = true;
    try {
      this.#sending = { attempt, free: await this.#ledger.open(attempt) };
    } finally {
      this.#isOpening = false;
    }
    this.#notifier.tell(attempt);
    this.#update();
  }

  /** The outcome of an answered charge, after it was written down. */
  async #conclude(attempt: Attempt, result: ChargeResult): Promise<PaymentOutcome> {
    const { attempt: settled } = await this.#record(attempt, readChange(result));
    const free = this.#sending?.free;
    this.#sending = undefined;
    if (result.status === 'unconfirmed' && result.late) void this.#follow(settled, result.late, free);
    else free?.();
    return this.#createOutcome(settled, settled.state === result.status ? readDetails(result) : {});
  }

  /** Waits for the answer of a charge that was called unconfirmed. */
  async #follow(attempt: Attempt, late: Promise<ChargeResult>, free: (() => void) | undefined): Promise<void> {
    this.#late = attempt;
    const result = await late.catch(() => undefined);
    const isAnswered = result !== undefined && result.status !== 'unconfirmed';
    // What the service itself says makes the shop's answer needless.
    if (isAnswered) this.#shopAnswers.stop();
    const outcome = isAnswered ? await this.#settle(attempt, readChange(result), readDetails(result)) : undefined;
    this.#late = undefined;
    free?.();
    this.#update(outcome);
    if (!isAnswered && this.#shopAnswers.isToAskAgain && this.#use.isUsed) await this.check();
  }

  /** Settles an unconfirmed attempt. The outcome, if this made a difference. */
  async #settle(attempt: Attempt, change: AttemptChange, details: OutcomeDetails): Promise<PaymentOutcome | undefined> {
    const { attempt: settled, isNews } = await this.#record(attempt, change);
    return isNews ? this.#createOutcome(settled, { ...(settled.state === change.state && details), late: true }) : undefined;
  }

  async #record(attempt: Attempt, change: AttemptChange): Promise<RecordAnswer> {
    const answer = await this.#ledger.record(attempt, change);
    this.#notifier.tell(answer.attempt);
    if (answer.isNews && answer.attempt.state === 'declined') this.#wait(computeDeclineBackoff(countDeclines(this.#ledger.attempts)));
    return answer;
  }

  /** Takes from a refusal what it says of the order. */
  #heed({ error }: Extract<ChargeResult, { status: 'failed' }>): void {
    if (error.code === 'rate-limited') this.#wait(Math.min(error.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
    if ('closed' in error && (error.closed === 'paid' || error.closed === 'closed')) this.#closed = error.closed;
  }

  #wait(waitMs: number): void {
    this.#waitUntil = Math.max(this.#waitUntil, this.#ports.clock.now() + waitMs);
  }

  #createOutcome(attempt: Attempt, details: OutcomeDetails): PaymentOutcome {
    const outcome = createOutcome(attempt, details);
    if (outcome.status === 'approved') this.#approval = outcome;
    return outcome;
  }

  /** Whether a card's attempt is written down, or is being written down, whose charge has no answer yet. */
  get #isCharging(): boolean {
    return this.#isOpening || this.#sending !== undefined;
  }

  #findRefusal(): PaymentOutcome | undefined {
    return findRefusal(this.#derive(false), this.#ports.clock.now());
  }

  #return(): void {
    this.#notifier.retry();
    void this.check();
  }

  /** After a reading: what others have settled meanwhile is told, one outcome each. */
  #compare(before: readonly Attempt[] | undefined): void {
    const { attempts: after } = this.#ledger;
    // The page that settled an attempt may have ended before the shop had taken note of it: whoever comes next tells it once more.
    if (!before) for (const attempt of after) if (attempt.state !== 'open') this.#notifier.tell(attempt);
    const settled = before ? listSettledElsewhere({ before, after, sending: this.#sending?.attempt, late: this.#late }) : [];
    this.#update(...settled.map(({ attempt, late }) => this.#createOutcome(attempt, { late })));
  }

  #derive(isPaying: boolean): OrderState {
    return deriveOrderState({
      now: this.#ports.clock.now(),
      isRead: this.#ledger.isRead,
      isPaying,
      sending: this.#sending?.attempt,
      late: this.#late,
      attempts: this.#ledger.attempts,
      approval: this.#approval,
      closed: this.#closed,
      waitUntil: this.#waitUntil,
      isChecking: this.#shopAnswers.isAsking,
      hasTold: (attempt) => this.#notifier.hasTold(attempt),
    });
  }

  /** Derives the state anew and tells the listeners if it has changed or an outcome is there to be told. */
  #update(...outcomes: (PaymentOutcome | undefined)[]): void {
    const state = this.#derive(this.#payment !== undefined);
    const isChanged = JSON.stringify(state) !== JSON.stringify(this.#state);
    this.#state = state;
    if (state.status === 'unconfirmed') this.#notifier.tell(state.attempt);
    this.#scheduleUpdate(state);
    const news = outcomes.filter((outcome) => outcome !== undefined);
    for (const outcome of news) this.#listeners.tell({ state, outcome });
    if (isChanged && news.length === 0) this.#listeners.tell({ state });
  }

  /** Has the state derived anew when a wait is over. */
  #scheduleUpdate(state: OrderState): void {
    this.#cancelTimer?.();
    const payableAt = state.status === 'open' && this.#use.isUsed ? state.payableAt : undefined;
    const { clock } = this.#ports;
    this.#cancelTimer = payableAt === undefined ? undefined : clock.schedule(() => this.#update(), payableAt - clock.now());
  }
}
