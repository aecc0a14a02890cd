import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import { computeDeclineBackoff, countDeclines } from '../../domain/order/decline-backoff.js';
import { listNewDuplicates, listNewlyPaidPix, listSettledElsewhere } from '../../domain/order/ledger-news.js';
import { deriveOrderState, findRefusal, findUnconfirmedAttempt, type OrderFacts, type OrderState } from '../../domain/order/order-state.js';
import { createOutcome, type ApprovedOutcome, type OutcomeDetails, type PaymentOutcome } from '../../domain/order/outcome.js';
import {
  toTakenPayment,
  hasOpenPix,
  listTaken,
  deriveAttempt,
  deriveCharge,
  type CardPaymentRecord,
  type LedgerRecord,
  type PixPaymentRecord,
} from '../../domain/order/ledger-record.js';
import type { CheckoutError } from '../../domain/errors.js';
import { isOrderBusy, findClosing } from '../../domain/order/order-closed-error.js';
import { presentFields } from '../../domain/present-fields.js';
import { capRetryAfter } from '../../domain/retry-after.js';
import { Listeners } from '../listeners.js';
import type { GuardPorts, OrderChange, OrderNews } from './guard-ports.js';
import { OrderLedger, type RecordAnswer } from './order-ledger.js';
import { ShopNotifier } from './shop-notifier.js';

/** How long an order counts as paid for on another device where the shop does not say. */
const BUSY_MS = 30_000;

/** Facts that only this page knows of its order. */
type PageFacts = Pick<OrderFacts, 'sending' | 'late' | 'closed' | 'busyUntil' | 'waitUntil'>;

const NO_FACTS: PageFacts = { sending: undefined, late: undefined, closed: undefined, busyUntil: 0, waitUntil: 0 };

/**
 * The state of one order in this page, without the payment itself, which is {@link OrderGuard}: keeps the facts, derives the state from
 * them, and notifies the shop and the listeners of every change.
 */
export abstract class OrderStatus {
  /** News that the page was not notified of, oldest first: no element of the order was in it. It is for the next element that is. */
  readonly untold = new Set<OrderChange>();
  protected readonly ports: GuardPorts;
  protected readonly ledger: OrderLedger;
  protected readonly notifier: ShopNotifier;
  readonly #listeners = new Listeners<OrderChange>();
  readonly #followers = new Listeners<readonly LedgerRecord[]>();
  /** Attempts whose end this page is writing down: it reports them itself. */
  readonly #settling = new Set<string>();
  /** Approvals as the page was notified of them, by attempt: once each, with more details than the ledger has. */
  readonly #approvals = new Map<string, ApprovedOutcome>();
  readonly #claims = new Set<PaymentOutcome>();
  #state: OrderState = { status: 'reading' };
  #hasOpenPix = false;
  #facts: PageFacts = NO_FACTS;
  #cancelTimer: (() => void) | undefined;
  #seenAt = -Infinity;

  constructor(ports: GuardPorts, orderKey: string) {
    this.ports = ports;
    this.ledger = new OrderLedger(ports, orderKey, {
      onRecords: (before) => this.#handleRecords(before),
      onForgotten: () => this.note({ closed: undefined, busyUntil: 0, waitUntil: 0 }),
    });
    this.notifier = new ShopNotifier(ports.clock, () => this.update());
  }

  /** True while an element uses the order; no timer is set while none does. */
  protected abstract get isUsed(): boolean;

  /** True while a payment of this page runs. */
  protected abstract get isPaying(): boolean;

  /** True while the shop is asked about an unconfirmed attempt. */
  protected abstract get isShopAsked(): boolean;

  /** The state of the order, as of the last update. */
  get state(): OrderState {
    return this.#state;
  }

  /** True where a Pix code of the order may still be paid, as of the last update: somebody must watch it. */
  get hasOpenPix(): boolean {
    return this.#hasOpenPix;
  }

  /** The order's payments from the view of this page, as last read. */
  get records(): readonly LedgerRecord[] {
    return this.ledger.records;
  }

  /** True where an answer may still come, also a late one of a charge that is unconfirmed. */
  get isAwaited(): boolean {
    return this.isPaying || this.#facts.late !== undefined;
  }

  /** Calls `listener` after every change, `isFirst` before those that are not. Returns a function that unsubscribes. */
  subscribe(listener: (change: OrderChange) => void, isFirst?: boolean): () => void {
    return this.#listeners.subscribe(listener, isFirst);
  }

  /** Calls `listener` with the order's payments whenever they were read or written. Returns a function that unsubscribes. */
  follow(listener: (records: readonly LedgerRecord[]) => void): () => void {
    return this.#followers.subscribe(listener);
  }

  /** Returns whether this page is notified of an outcome for the first time: only once, however many elements could. */
  claim(outcome: PaymentOutcome): boolean {
    const isFirst = !this.#claims.has(outcome);
    this.#claims.add(outcome);
    return isFirst;
  }

  /**
   * Passes news on to the listeners. News that none of them takes stays untold until an element of the order does; an outcome that the page
   * was notified of already is no news.
   */
  passOn(news: OrderNews, isNew = true): void {
    const change = { state: this.#state, ...news };
    if (isNew) this.untold.add(change);
    this.#listeners.emit(change);
  }

  /** Returns whether the page must still be notified of news, and leaves that to the caller. An unconfirmed payment is no news once it is settled. */
  take(change: OrderChange): boolean {
    const { outcome } = change;
    const isOver = outcome?.status === 'unconfirmed' && findUnconfirmedAttempt(this.#state)?.attemptId !== outcome.attempt.attemptId;
    return this.untold.delete(change) && !isOver;
  }

  /** Cancels the timer of the next update. */
  protected stopTimer(): void {
    this.#cancelTimer?.();
  }

  /** The outcome to give instead of charging at this moment; `undefined` where a charge is allowed. */
  protected findRefusalNow(): PaymentOutcome | undefined {
    const now = this.#now();
    return findRefusal(this.#derive(false, now), now);
  }

  /** Notes what only this page knows; {@link update} says so to the others. */
  protected note(facts: Partial<PageFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  /** Refuses charges for so long, unless a longer wait is set already. */
  protected wait(waitMs: number): void {
    this.note({ waitUntil: Math.max(this.#facts.waitUntil, this.#now() + waitMs) });
  }

  /** Notes what a refused request says of the whole order: that the shop has closed it, or that another device is paying. */
  protected noteClosing(error: CheckoutError): void {
    const closed = findClosing(error);
    if (closed) this.note({ closed });
    if (isOrderBusy(error)) this.note({ busyUntil: this.#now() + capRetryAfter(error.retryAfterMs ?? BUSY_MS) });
  }

  /** Writes down what became of a card, and reports it to the shop. */
  protected async record(record: CardPaymentRecord, change: AttemptChange): Promise<RecordAnswer<CardPaymentRecord>> {
    this.#settling.add(record.id);
    const answer = await this.ledger.settle(record, { ...change, settledAt: this.#now() }).finally(() => this.#settling.delete(record.id));
    this.notifier.report(deriveAttempt(answer.record));
    return answer;
  }

  /** Writes down a Pix code, or what was learned of one, and reports it to the shop once it took money. */
  async savePix(record: PixPaymentRecord): Promise<void> {
    await this.ledger.savePix(record);
    const saved = this.ledger.find(record.id);
    if (saved) this.#reportEnd(saved);
  }

  /** Settles an unconfirmed attempt. Returns the outcome if this page did not know it yet. */
  protected async settle(record: CardPaymentRecord, change: AttemptChange, details: OutcomeDetails): Promise<PaymentOutcome | undefined> {
    const { record: settled, isNews } = await this.record(record, change);
    return isNews ? this.createOutcome(settled, { ...(settled.attempt.state === change.state && details), late: true }) : undefined;
  }

  /** A card of the order on record; one whose record was forgotten while its request runs, as far as it is known. */
  protected findCard(attempt: Attempt): CardPaymentRecord {
    const record = this.ledger.find(attempt.attemptId);
    if (record?.kind === 'card') return record;
    return { kind: 'card', id: attempt.attemptId, orderAmount: attempt.amount, attempt, isLocked: false, limitMs: 0 };
  }

  /** The outcome of a card. An approval has one for good: it has more details than the ledger, and by it elements know what the page was notified of. */
  protected createOutcome(record: CardPaymentRecord, details: OutcomeDetails): PaymentOutcome {
    const outcome = createOutcome(deriveAttempt(record), details);
    if (outcome.status !== 'approved') return outcome;
    const known = this.#approvals.get(outcome.attemptId) ?? outcome;
    this.#approvals.set(outcome.attemptId, known);
    return known;
  }

  /** Derives the state again, and notifies the listeners if it has changed or there is news to pass on. */
  protected update(...news: OrderNews[]): void {
    const now = this.#now();
    const state = this.#derive(this.isPaying, now);
    const isPixOpen = hasOpenPix(this.ledger.records);
    const isChanged = isPixOpen !== this.#hasOpenPix || JSON.stringify(state) !== JSON.stringify(this.#state);
    this.#state = state;
    this.#hasOpenPix = isPixOpen;
    if (state.status === 'unconfirmed') this.notifier.report(state.attempt);
    this.#scheduleUpdate(state, now);
    for (const each of news) this.passOn(each, !each.outcome || this.claim(each.outcome));
    if (isChanged && news.length === 0) this.#listeners.emit({ state });
  }

  /** Passes on what was learned meanwhile, each thing once. News that a first reading finds was passed on by whoever learned it. */
  #handleRecords(before: readonly LedgerRecord[] | undefined): void {
    const { records } = this.ledger;
    // The page that settled an attempt may have ended before the shop acknowledged it, so the first reading reports it once more.
    // A payment that turns out to be one too many is reported by each page that learns it.
    for (const record of before ? listNewDuplicates(before, records) : records) this.#reportEnd(record);
    this.update(...(before ? this.#listNews(before) : []));
    this.#followers.emit(records);
  }

  #reportEnd(record: LedgerRecord): void {
    const attempt = deriveAttempt(record);
    if (attempt.state !== 'open') this.notifier.report(attempt);
  }

  #listNews(before: readonly LedgerRecord[]): OrderNews[] {
    const { records } = this.ledger;
    const { sending, late } = this.#facts;
    const isOwn = (attemptId: string): boolean => attemptId === sending?.attemptId || this.#settling.has(attemptId);
    const settled = listSettledElsewhere({ before, after: records, isOwn, late });
    const declineCount = countDeclines(records);
    if (declineCount > countDeclines(before)) this.wait(computeDeclineBackoff(declineCount));
    const payments = listTaken(records).map(toTakenPayment);
    const orderId = records.map((record) => deriveAttempt(record).orderId).find((id) => id !== undefined);
    return [
      ...settled.map(({ record, late: isLate }) => ({ outcome: this.createOutcome(record, { late: isLate }) })),
      ...listNewlyPaidPix(before, records).map((record) => ({
        pixPaid: { charge: deriveCharge(record), outcome: createOutcome(deriveAttempt(record)) },
      })),
      ...listNewDuplicates(before, records).map(() => ({ duplicate: { ...presentFields({ orderId }), payments } })),
    ];
  }

  #derive(isPaying: boolean, now: number): OrderState {
    const [first] = listTaken(this.ledger.records);
    return deriveOrderState({
      ...this.#facts,
      approval: first && this.#approvals.get(first.id),
      isPaying,
      now,
      isRead: this.ledger.isRead,
      readAt: this.ledger.readAt ?? now,
      records: this.ledger.records,
      isChecking: this.isShopAsked,
      isReported: (attempt) => this.notifier.isReported(attempt),
    });
  }

  /** Updates once more when a wait is over. `now` is the instant of the state: a wait that ends after it is not over for this state. */
  #scheduleUpdate(state: OrderState, now: number): void {
    this.#cancelTimer?.();
    const nextAt = state.status === 'elsewhere' && this.#facts.busyUntil > now ? this.#facts.busyUntil : undefined;
    const dueAt = state.status === 'open' ? state.payableAt : nextAt;
    this.#cancelTimer = dueAt === undefined || !this.isUsed ? undefined : this.ports.clock.schedule(() => this.update(), dueAt - now);
  }

  /** The present instant. A clock that was put back takes all waits with it, so that none becomes longer. */
  #now(): number {
    const now = this.ports.clock.now();
    const backMs = this.#seenAt - now;
    this.#seenAt = now;
    if (backMs > 0) {
      const { waitUntil, busyUntil } = this.#facts;
      this.note({ waitUntil: waitUntil - backMs, busyUntil: busyUntil - backMs });
      if (this.ledger.readAt !== undefined) this.ledger.readAt -= backMs;
    }
    return now;
  }
}
