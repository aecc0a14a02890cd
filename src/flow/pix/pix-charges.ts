import type { PixStatusAnswer } from '../../domain/pix/status.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { parseAmount } from '../../domain/money.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { OrderPix } from '../order/guard-ports.js';
import { Listeners } from '../listeners.js';
import type { OrderGuard } from '../order/order-guard.js';
import { readOrderId } from '../../domain/order/order-key.js';
import type { PageActivity } from '../browser/page-activity.js';
import { createPixAttempt, isFinal, type PixCharge, type PixNews } from '../../domain/pix/charge.js';
import type { PixJournal } from '../ledger/pix-journal.js';
import { PixWatcher, type PixPhase, type PixStreamListener, type PixWatchChange } from './pix-watcher.js';
import type { PollSchedule } from './poll-schedule.js';

/** What the charges of an order need of their page. */
export interface PixChargesPorts {
  /** The order's guard: a paid Pix closes it. */
  guard: Pick<OrderGuard, 'orderKey' | 'recordPaid' | 'close'>;
  journal: PixJournal;
  clock: Clock;
  activity: PageActivity;
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
}

/** How the service, or the shop, is asked about a charge. Looked up anew for every question, so that settings may change. */
export interface PixQuestions {
  /** Asks once. Rejects with a `CheckoutError`. */
  ask(chargeId: string, signal: AbortSignal): Promise<PixStatusAnswer>;
  /** The present instant by the service's clock as far as it is known, epoch ms; the device's by default. */
  trueNow?(): number;
  /** Told when a charge cannot be asked for any more: for `balcao-problem` with `pix-status` and one line in the console. */
  report?(error: CheckoutError): void;
  /** Opens the shop's stream about a charge, if it has one, and answers its closing. Throws nothing. */
  openStream?(chargeId: string, listener: PixStreamListener): () => void;
  /** Another table. */
  schedule?: PollSchedule;
}

/** A charge and how it stands in this page. */
export interface WatchedCharge {
  charge: PixCharge;
  phase: PixPhase;
}

/** What listeners of an order's charges are told: the charge that has changed. */
export interface PixChange extends WatchedCharge {
  /** Present when an event is to be sent, once in this page: by the first listener that hears of this very object. */
  news?: PixNews;
}

/** How long a card waits for a Pix that is being made, and for the last questions. */
const CARD_WAIT_LIMIT_MS = 10_000;

/** How long after its expiry a payment of the last second may still become known. */
const GRACE_MS = 60_000;

/** How long after its expiry a charge that was answered as not paid is still picked up by a later page. */
const PICK_UP_LIMIT_MS = 86_400_000;

interface Entry {
  charge: PixCharge;
  readonly watcher: PixWatcher;
}

/**
 * All Pix charges of one order. A code cannot be withdrawn at the service, so each is watched until it is final, whatever the
 * page shows: replaced by a new one, of another amount, hidden, or beside a card. Made once per guard and given to its
 * `setPix`, which starts and stops the watching with the use of the order.
 */
export class PixCharges implements OrderPix {
  readonly #ports: PixChargesPorts;
  readonly #listeners = new Listeners<PixChange>();
  readonly #entries = new Map<string, Entry>();
  readonly #recordings = new Set<Promise<void>>();
  readonly #makings = new Set<Promise<unknown>>();
  #questions: PixQuestions | undefined;
  #reading: Promise<void> | undefined;
  #isStarted = false;

  constructor(ports: PixChargesPorts) {
    this.#ports = ports;
  }

  /** All charges that are known and were not final when this page began, oldest first. */
  get charges(): readonly WatchedCharge[] {
    return [...this.#entries.values()].map(readEntry);
  }

  /** A charge and how it stands at this moment. */
  get(chargeId: string): WatchedCharge | undefined {
    const entry = this.#entries.get(chargeId);
    return entry && readEntry(entry);
  }

  /** The newest charge of an amount (decimal text) that may still be paid: the one to show again. Ask it after {@link ready}. */
  find(amount: string): WatchedCharge | undefined {
    const cents = parseAmount(amount);
    return this.charges.findLast(({ charge, phase }) => phase !== 'expired' && phase !== 'final' && parseAmount(charge.amount) === cents);
  }

  /** Calls `listener` after every change of a charge. Answers the undoing. */
  subscribe(listener: (change: PixChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Sets how is asked; nothing is asked before. The latest holds. */
  setQuestions(questions: PixQuestions): void {
    this.#questions = questions;
    this.#startWatchers();
  }

  /** Resolves when the journal was read; never rejects. */
  ready(): Promise<void> {
    return (this.#reading ??= this.#read());
  }

  /** Has a card wait for a charge that is being made, until it is added here or has come to nothing. Answers the same promise. */
  expect<T>(making: Promise<T>): Promise<T> {
    this.#makings.add(making);
    making.finally(() => this.#makings.delete(making)).catch(() => undefined);
    return making;
  }

  /** Takes a charge that was made right now. Resolves when it is written down: show it then. Never rejects. */
  async add(charge: PixCharge): Promise<void> {
    this.#enter(charge, true);
    await this.#write(charge);
    this.#startWatchers();
  }

  /** Asks about a charge soon: a button "verificar agora", or any other sign that something has happened. */
  nudge(chargeId: string): void {
    this.#entries.get(chargeId)?.watcher.nudge();
  }

  start(): void {
    this.#isStarted = true;
    this.#reading = this.#read();
  }

  stop(): void {
    this.#isStarted = false;
    for (const { watcher } of this.#entries.values()) watcher.stop();
  }

  async askBeforeCharge(): Promise<'known' | 'unknown'> {
    await this.#read(Infinity);
    const isEveryMade = await this.#limit(Promise.allSettled(this.#makings)).then(
      () => true,
      () => false,
    );
    const open = [...this.#entries.values()].filter((entry) => !isSettled(entry));
    const answers = await Promise.all(open.map(({ watcher }) => this.#askOnce(watcher)));
    await Promise.all(this.#recordings);
    return isEveryMade && !answers.includes('unknown') ? 'known' : 'unknown';
  }

  async #askOnce(watcher: PixWatcher): Promise<PixStatusAnswer['status']> {
    if (!this.#questions) return 'unknown';
    return this.#limit(watcher.askOnce()).catch(() => 'unknown');
  }

  #limit<T>(work: Promise<T>): Promise<T> {
    return withTimeLimit(work, this.#ports.clock, CARD_WAIT_LIMIT_MS);
  }

  /** Picks up what the journal has, unless that has been over for longer than `limitMs`. */
  async #read(limitMs = PICK_UP_LIMIT_MS): Promise<void> {
    const { journal, guard, clock } = this.#ports;
    const charges = await journal.read(guard.orderKey).catch(() => []);
    for (const charge of charges) {
      const isLongOver = charge.status === 'expired' && clock.now() > charge.expiresAt + limitMs;
      if (!isFinal(charge) && !isLongOver) this.#enter(charge, false);
    }
    this.#startWatchers();
  }

  #enter(charge: PixCharge, isNew: boolean): void {
    if (this.#entries.has(charge.chargeId)) return;
    const entry: Entry = { charge, watcher: this.#createWatcher(charge, isNew) };
    this.#entries.set(charge.chargeId, entry);
    entry.watcher.subscribe((change) => this.#heed(entry, change));
  }

  #createWatcher(charge: PixCharge, isNew: boolean): PixWatcher {
    const { clock, activity, random } = this.#ports;
    const { chargeId } = charge;
    const readQuestions = (): PixQuestions | undefined => this.#questions;
    return new PixWatcher({
      charge,
      clock,
      activity,
      random,
      isNew,
      ask: async (signal) => {
        const questions = readQuestions();
        if (!questions) throw new CheckoutError('aborted', 'Nobody can be asked yet.');
        return questions.ask(chargeId, signal);
      },
      trueNow: () => this.#trueNow(),
      report: (error) => this.#report(error),
      openStream: (listener) => readQuestions()?.openStream?.(chargeId, listener) ?? (() => undefined),
      get schedule() {
        return readQuestions()?.schedule;
      },
    });
  }

  #startWatchers(): void {
    if (!this.#isStarted || !this.#questions) return;
    for (const { watcher } of this.#entries.values()) watcher.start();
  }

  /** A payment is told after it is written down, and with what the order's guard knows of it. */
  #heed(entry: Entry, change: PixWatchChange): void {
    if (change.news !== 'paid') {
      if (change.news) void this.#write(change.charge);
      this.#update(entry, change.charge, change.news);
      return;
    }
    const recording = this.#recordPaid(entry, change.charge).finally(() => this.#recordings.delete(recording));
    this.#recordings.add(recording);
  }

  async #recordPaid(entry: Entry, charge: PixCharge): Promise<void> {
    const { guard } = this.#ports;
    const orderId = guard.orderKey ? readOrderId(guard.orderKey) : undefined;
    const { isDuplicate } = await guard.recordPaid(createPixAttempt(charge, orderId));
    const paid: PixCharge = { ...charge, ...(isDuplicate && { duplicate: true }) };
    await this.#write(paid);
    this.#update(entry, paid, 'paid');
  }

  #update(entry: Entry, charge: PixCharge, news: PixNews | undefined): void {
    entry.charge = charge;
    this.#listeners.emit({ ...readEntry(entry), ...(news && { news }) });
  }

  async #write(charge: PixCharge): Promise<void> {
    const { journal, guard } = this.#ports;
    await journal.put(guard.orderKey, charge).catch(() => undefined);
  }

  /** The shop's word that the order is closed is for the order's guard; a closed order is no mistake of the developer's. */
  #report(error: CheckoutError): void {
    if ('closed' in error && (error.closed === 'paid' || error.closed === 'closed')) this.#ports.guard.close(error.closed);
    else this.#questions?.report?.(error);
  }

  #trueNow(): number {
    return this.#questions?.trueNow?.() ?? this.#ports.clock.now();
  }
}

/** Whether a charge needs no last question: nothing can become of it, or this page was told "not paid" after its grace. */
function isSettled({ charge, watcher }: Entry): boolean {
  return isFinal(charge) || watcher.notPaidAt >= charge.expiresAt + GRACE_MS;
}

/** A payment that is being written down is not told yet. */
function readEntry({ charge, watcher: { phase } }: Entry): WatchedCharge {
  return { charge, phase: phase === 'final' && !isFinal(charge) ? 'confirming' : phase };
}
