import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import { computeDeclineBackoff, countDeclines } from '../../domain/order/decline-backoff.js';
import { deriveOrderState, findRefusal, type OrderFacts, type OrderState } from '../../domain/order/order-state.js';
import { createOutcome, type OutcomeDetails, type PaymentOutcome } from '../../domain/order/outcome.js';
import { listSettledElsewhere } from '../../domain/order/settled-elsewhere.js';
import { Listeners } from '../listeners.js';
import type { GuardPorts, OrderChange } from './guard-ports.js';
import { OrderLedger, type RecordAnswer } from './order-ledger.js';
import { ShopNotifier } from './shop-notifier.js';

/** What the status of an order is made from. */
export interface OrderStatusOptions {
  ports: GuardPorts;
  orderKey: string;
  /** Whether an element uses the order; no timer is set while none does. */
  isUsed: () => boolean;
  /** Whether a payment of this page runs. */
  isPaying: () => boolean;
  /** Whether the shop is being asked about an unconfirmed attempt. */
  isShopAsked: () => boolean;
}

/** What only this page knows of its order. */
type PageFacts = Pick<OrderFacts, 'sending' | 'late' | 'approval' | 'closed' | 'waitUntil'>;

const NO_FACTS: PageFacts = { sending: undefined, late: undefined, approval: undefined, closed: undefined, waitUntil: 0 };

/**
 * How one order stands in this page: keeps the facts, derives the state from them, and notifies the shop and the listeners of every
 * change. Decides nothing about paying.
 */
export class OrderStatus {
  readonly ledger: OrderLedger;
  readonly notifier: ShopNotifier;
  readonly #options: OrderStatusOptions;
  readonly #listeners = new Listeners<OrderChange>();
  #state: OrderState = { status: 'reading' };
  #facts: PageFacts = NO_FACTS;
  #cancelTimer: (() => void) | undefined;

  constructor(options: OrderStatusOptions) {
    const { ports, orderKey } = options;
    this.#options = options;
    this.ledger = new OrderLedger(ports, orderKey, (before) => this.#handleReading(before));
    this.notifier = new ShopNotifier(ports.clock, () => this.update());
  }

  /** The state, as of the last update. */
  get state(): OrderState {
    return this.#state;
  }

  /** Calls `listener` after every change. Returns a function that unsubscribes. */
  subscribe(listener: (change: OrderChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Cancels the timer of the next update. */
  stop(): void {
    this.#cancelTimer?.();
  }

  /** The outcome to give instead of charging at this moment; `undefined` where nothing speaks against a charge. */
  findRefusal(): PaymentOutcome | undefined {
    return findRefusal(this.#derive(false), this.#now());
  }

  /** Notes what only this page knows; {@link update} says so to the others. */
  note(facts: Partial<PageFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  /** Refuses charges for so long, unless a longer wait is set already. */
  wait(waitMs: number): void {
    this.note({ waitUntil: Math.max(this.#facts.waitUntil, this.#now() + waitMs) });
  }

  /** Writes down what became of an attempt, and reports it to the shop. */
  async record(attempt: Attempt, change: AttemptChange): Promise<RecordAnswer> {
    const answer = await this.ledger.record(attempt, change);
    this.notifier.report(answer.attempt);
    if (answer.isNews && answer.attempt.state === 'declined') this.wait(computeDeclineBackoff(countDeclines(this.ledger.attempts)));
    return answer;
  }

  /** Settles an unconfirmed attempt. Returns the outcome if this page did not know it yet. */
  async settle(attempt: Attempt, change: AttemptChange, details: OutcomeDetails): Promise<PaymentOutcome | undefined> {
    const { attempt: settled, isNews } = await this.record(attempt, change);
    return isNews ? this.createOutcome(settled, { ...(settled.state === change.state && details), late: true }) : undefined;
  }

  /** The outcome of an attempt; that of an approval is kept, since it says more than the journal. */
  createOutcome(attempt: Attempt, details: OutcomeDetails): PaymentOutcome {
    const outcome = createOutcome(attempt, details);
    if (outcome.status === 'approved') this.note({ approval: outcome });
    return outcome;
  }

  /** Drops all facts, after the journal has forgotten the order. A request that still runs is remembered. */
  forget(): void {
    this.note({ closed: undefined, approval: undefined, waitUntil: 0 });
    this.ledger.forget();
  }

  /** Derives the state again, and notifies the listeners if it has changed or there are outcomes to pass on. */
  update(...outcomes: (PaymentOutcome | undefined)[]): void {
    const state = this.#derive(this.#options.isPaying());
    const isChanged = JSON.stringify(state) !== JSON.stringify(this.#state);
    this.#state = state;
    if (state.status === 'unconfirmed') this.notifier.report(state.attempt);
    this.#scheduleUpdate(state);
    const news = outcomes.filter((outcome) => outcome !== undefined);
    for (const outcome of news) this.#listeners.emit({ state, outcome });
    if (isChanged && news.length === 0) this.#listeners.emit({ state });
  }

  /** After a reading: what others have settled meanwhile is passed on, one outcome each. */
  #handleReading(before: readonly Attempt[] | undefined): void {
    const { attempts: after } = this.ledger;
    // The page that settled an attempt may have ended before the shop acknowledged it, so the first reading reports it once more.
    if (!before) for (const attempt of after) if (attempt.state !== 'open') this.notifier.report(attempt);
    const { sending, late: unanswered } = this.#facts;
    const settled = before ? listSettledElsewhere({ before, after, sending, late: unanswered }) : [];
    this.update(...settled.map(({ attempt, late }) => this.createOutcome(attempt, { late })));
  }

  #derive(isPaying: boolean): OrderState {
    return deriveOrderState({
      ...this.#facts,
      isPaying,
      now: this.#now(),
      isRead: this.ledger.isRead,
      attempts: this.ledger.attempts,
      isChecking: this.#options.isShopAsked(),
      isReported: (attempt) => this.notifier.isReported(attempt),
    });
  }

  /** Updates once more when a wait is over. */
  #scheduleUpdate(state: OrderState): void {
    this.#cancelTimer?.();
    const { ports, isUsed } = this.#options;
    const payableAt = state.status === 'open' && isUsed() ? state.payableAt : undefined;
    this.#cancelTimer = payableAt === undefined ? undefined : ports.clock.schedule(() => this.update(), payableAt - this.#now());
  }

  #now(): number {
    return this.#options.ports.clock.now();
  }
}
