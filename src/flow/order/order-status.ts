import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';
import { computeDeclineBackoff, countDeclines } from '../../domain/order/decline-backoff.js';
import { listNewDuplicates, listNewlyPaidCharges, listSettledElsewhere } from '../../domain/order/ledger-news.js';
import { deriveOrderState, findRefusal, findUnconfirmedAttempt, type OrderFacts, type OrderState } from '../../domain/order/order-state.js';
import { createOutcome, type ApprovedOutcome, type OutcomeDetails, type PaymentOutcome } from '../../domain/order/outcome.js';
import {
  toTakenPayment,
  listOpenMethods,
  listTaken,
  deriveAttempt,
  deriveCharge,
  type CardPaymentRecord,
  type LedgerRecord,
  type ChargeRecord,
} from '../../domain/order/ledger-record.js';
import type { CheckoutError } from '../../domain/errors.js';
import { isOrderBusy, findClosing } from '../../domain/order/order-closed-error.js';
import { presentFields } from '../../domain/present-fields.js';
import { capRetryAfter } from '../../domain/retry-after.js';
import { Listeners } from '../listeners.js';
import type { GuardPorts, OrderChange, OrderNews } from './guard-ports.js';
import { OrderLedger, type RecordAnswer } from './order-ledger.js';
import { ShopNotifier } from './shop-notifier.js';

/** The time for which another device counts as paying the order if the shop names no time, ms. */
const BUSY_MS = 30_000;

/** The facts of an order that only this page knows. */
type PageFacts = Pick<OrderFacts, 'sending' | 'late' | 'closed' | 'busyUntil' | 'waitUntil'>;

/** The facts before anything is known. */
const NO_FACTS: PageFacts = { sending: undefined, late: undefined, closed: undefined, busyUntil: 0, waitUntil: 0 };

/**
 * The state of one order in this page. Keeps the facts, derives the state from them, and notifies the shop and the listeners of every
 * change. Its subclass `OrderGuard` makes the payments.
 */
export abstract class OrderStatus {
  /**
   * News that the page was not notified of yet, oldest first, because no element of the order was in the page. The next element takes it.
   */
  readonly untold = new Set<OrderChange>();
  protected readonly ports: GuardPorts;
  protected readonly ledger: OrderLedger;
  protected readonly notifier: ShopNotifier;
  readonly #listeners = new Listeners<OrderChange>();
  readonly #followers = new Listeners<readonly LedgerRecord[]>();
  /** The identifiers of the attempts whose end this page is writing. The page reports these ends itself. */
  readonly #settling = new Set<string>();
  /** The approvals by attempt, as the page was notified of them. They have more details than the ledger. */
  readonly #approvals = new Map<string, ApprovedOutcome>();
  /** The outcomes that the page was notified of, and the identifiers of the records of paid charges. */
  readonly #claims = new Set<PaymentOutcome | string>();
  #state: OrderState = { status: 'reading' };
  #openMethods: readonly string[] = [];
  #facts: PageFacts = NO_FACTS;
  #cancelTimer: (() => void) | undefined;
  /** The last reading of the device's clock, epoch ms. */
  #seenAt = -Infinity;

  constructor(ports: GuardPorts, orderKey: string) {
    this.ports = ports;
    this.ledger = new OrderLedger(ports, orderKey, {
      onRecords: (before) => this.#handleRecords(before),
      onForgotten: () => this.note({ closed: undefined, busyUntil: 0, waitUntil: 0 }),
    });
    this.notifier = new ShopNotifier(ports.clock, () => this.update());
  }

  /** True while an element uses the order. No timer is set otherwise. */
  protected abstract get isUsed(): boolean;

  /** True while a payment of this page runs. */
  protected abstract get isPaying(): boolean;

  /** True while the shop is asked for the result of an unconfirmed attempt. */
  protected abstract get isShopAsked(): boolean;

  /** The state of the order at the last update. */
  get state(): OrderState {
    return this.#state;
  }

  /** The methods of the order's charges that may still be paid, as of the last update. An element must then watch the charges. */
  get openMethods(): readonly string[] {
    return this.#openMethods;
  }

  /** The order's payments as last read or written, from the view of this page. */
  get records(): readonly LedgerRecord[] {
    return this.ledger.records;
  }

  /** True if a response may still arrive, even the late response of an unconfirmed charge. */
  get isAwaited(): boolean {
    return this.isPaying || this.#facts.late !== undefined;
  }

  /** Calls `listener` after every change. Listeners with `isFirst` are called before all others. Returns a function that unsubscribes. */
  subscribe(listener: (change: OrderChange) => void, isFirst?: boolean): () => void {
    return this.#listeners.subscribe(listener, isFirst);
  }

  /** Calls `listener` with the order's payments after each reading or change. Returns a function that unsubscribes. */
  follow(listener: (records: readonly LedgerRecord[]) => void): () => void {
    return this.#followers.subscribe(listener);
  }

  /**
   * Claims an outcome, or a paid charge by its record's identifier, for whoever notifies the page of it. Returns true only at the first call, so
   * that the page is notified once.
   */
  claim(news: PaymentOutcome | string): boolean {
    const isFirst = !this.#claims.has(news);
    this.#claims.add(news);
    return isFirst;
  }

  /**
   * Passes news on to the listeners. If `isNew` is true and no listener takes the news, it stays in {@link untold} until an element of the
   * order takes it. `isNew` is false for an outcome that the page was notified of already.
   */
  passOn(news: OrderNews, isNew = true): void {
    const change = { state: this.#state, ...news };
    if (isNew) this.untold.add(change);
    this.#listeners.emit(change);
  }

  /**
   * Takes news, and returns whether the caller must notify the page of it. That is false if the news was taken already, or if it is an
   * unconfirmed payment that was settled meanwhile.
   */
  take(change: OrderChange): boolean {
    const { outcome } = change;
    const isOver = outcome?.status === 'unconfirmed' && findUnconfirmedAttempt(this.#state)?.attemptId !== outcome.attempt.attemptId;
    return this.untold.delete(change) && !isOver;
  }

  /** Cancels the timer of the next update. */
  protected stopTimer(): void {
    this.#cancelTimer?.();
  }

  /** Returns the outcome of a charge that is refused at this moment; `undefined` if a charge is allowed. */
  protected findRefusalNow(): PaymentOutcome | undefined {
    const now = this.#now();
    return findRefusal(this.#derive(false, now), now);
  }

  /** Records facts that only this page knows. Call {@link update} to derive the state from them. */
  protected note(facts: Partial<PageFacts>): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  /** Refuses charges for `waitMs`, unless a longer wait is set already. */
  protected wait(waitMs: number): void {
    this.note({ waitUntil: Math.max(this.#facts.waitUntil, this.#now() + waitMs) });
  }

  /** Records what a refused request says about the whole order: that the shop has closed it, or that another device is paying it. */
  protected noteClosing(error: CheckoutError): void {
    const closed = findClosing(error);
    if (closed) this.note({ closed });
    if (isOrderBusy(error)) this.note({ busyUntil: this.#now() + capRetryAfter(error.retryAfterMs ?? BUSY_MS) });
  }

  /** Writes the end of a card's attempt, and reports it to the shop. */
  protected async record(record: CardPaymentRecord, change: AttemptChange): Promise<RecordAnswer<CardPaymentRecord>> {
    this.#settling.add(record.id);
    const answer = await this.ledger.settle(record, { ...change, settledAt: this.#now() }).finally(() => this.#settling.delete(record.id));
    this.notifier.report(deriveAttempt(answer.record));
    return answer;
  }

  /** Writes the payments of one charge, or a change of them. Reports each to the shop once it took money. */
  async saveCharge(records: readonly ChargeRecord[]): Promise<void> {
    await this.ledger.saveCharge(records);
    for (const { id } of records) {
      const saved = this.ledger.find(id);
      if (saved) this.#reportEnd(saved);
    }
  }

  /** Settles an unconfirmed attempt. Returns the outcome if it is new to this page. */
  protected async settle(record: CardPaymentRecord, change: AttemptChange, details: OutcomeDetails): Promise<PaymentOutcome | undefined> {
    const { record: settled, isNews } = await this.record(record, change);
    return isNews ? this.createOutcome(settled, { ...(settled.attempt.state === change.state && details), late: true }) : undefined;
  }

  /** Finds the record of a card. If the record was removed while the request runs, returns what is known from the attempt. */
  protected findCard(attempt: Attempt): CardPaymentRecord {
    const record = this.ledger.find(attempt.attemptId);
    if (record?.kind === 'card') return record;
    return { kind: 'card', id: attempt.attemptId, orderAmount: attempt.amount, attempt, isLocked: false, limitMs: 0 };
  }

  /**
   * Creates the outcome of a card. An approval always has the same object: it has more details than the ledger, and it shows elements which
   * outcome the page was notified of.
   */
  protected createOutcome(record: CardPaymentRecord, details: OutcomeDetails): PaymentOutcome {
    const outcome = createOutcome(deriveAttempt(record), details);
    if (outcome.status !== 'approved') return outcome;
    const known = this.#approvals.get(outcome.attemptId) ?? outcome;
    this.#approvals.set(outcome.attemptId, known);
    return known;
  }

  /** Derives the state again. Notifies the listeners if the state has changed, and of each piece of news. */
  protected update(...news: OrderNews[]): void {
    const now = this.#now();
    const state = this.#derive(this.isPaying, now);
    const openMethods = listOpenMethods(this.ledger.records);
    const isChanged = JSON.stringify([openMethods, state]) !== JSON.stringify([this.#openMethods, this.#state]);
    this.#state = state;
    this.#openMethods = openMethods;
    if (state.status === 'unconfirmed') this.notifier.report(state.attempt);
    this.#scheduleUpdate(state, now);
    for (const each of news) this.passOn(each, !each.outcome || this.claim(each.outcome));
    if (isChanged && news.length === 0) this.#listeners.emit({ state });
  }

  /** Reports settled payments to the shop, and passes news on. The first reading has no news: the page that found a change passed it on. */
  #handleRecords(before: readonly LedgerRecord[] | undefined): void {
    const { records } = this.ledger;
    // The page that settled an attempt may have been closed before the shop acknowledged it, so the first reading reports the end again.
    // Later on, every page that reads of a new duplicate payment reports it.
    for (const record of before ? listNewDuplicates(before, records) : records) this.#reportEnd(record);
    this.update(...(before ? this.#listNews(before) : []));
    this.#followers.emit(records);
  }

  /** Reports a payment to the shop, unless it is still open. */
  #reportEnd(record: LedgerRecord): void {
    const attempt = deriveAttempt(record);
    if (attempt.state !== 'open') this.notifier.report(attempt);
  }

  /** Lists the news between the earlier records and the present ones. Sets the wait after a new decline. */
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
      // A charge may be learned as paid again, after the order was forgotten or the storage was cleared.
      ...listNewlyPaidCharges(before, records)
        .filter(({ id }) => this.claim(id))
        .map((record) => ({ chargePaid: { charge: deriveCharge(record), outcome: createOutcome(deriveAttempt(record)) } })),
      ...listNewDuplicates(before, records).map(() => ({ duplicate: { ...presentFields({ orderId }), payments } })),
    ];
  }

  /** Derives the state of the order at `now`, epoch ms. */
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

  /** Schedules an update for the end of the state's wait. `now` is the instant for which the state was derived. */
  #scheduleUpdate(state: OrderState, now: number): void {
    this.#cancelTimer?.();
    const dueAt = 'payableAt' in state ? state.payableAt : undefined;
    this.#cancelTimer = dueAt === undefined || !this.isUsed ? undefined : this.ports.clock.schedule(() => this.update(), dueAt - now);
  }

  /** Returns the present instant. If the clock was put back, all waits are moved by the same time, so that no wait becomes longer. */
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
