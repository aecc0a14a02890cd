import type { PixStatusAnswer } from '../../domain/pix/status.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { parseAmount } from '../../domain/money.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { OrderPix } from '../order/guard-ports.js';
import { Listeners } from '../listeners.js';
import type { OrderGuard } from '../order/order-guard.js';
import { readClosing } from '../../domain/order/order-closed-error.js';
import { readOrderId } from '../../domain/order/order-key.js';
import type { PageActivity } from '../browser/page-activity.js';
import { createPixAttempt, isFinal, type PixCharge, type PixNews } from '../../domain/pix/charge.js';
import type { PixJournal } from '../ledger/pix-journal.js';
import type { PixPhase, PixWatchChange } from './pix-charge-status.js';
import type { PixQuestions } from './pix-questions.js';
import { GRACE_MS } from './poll-schedule.js';
import { PixWatcher } from './pix-watcher.js';

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

/** A charge and how it stands in this page. */
export interface WatchedCharge {
  charge: PixCharge;
  phase: PixPhase;
}

/** What listeners of an order's charges receive: the charge that has changed. */
export interface PixChange extends WatchedCharge {
  /** Present when an event is to be sent, once in this page: by the first listener that receives this very object. */
  news?: PixNews;
}

/** How long a card waits for a Pix that is being created, and for the last questions. */
const CARD_WAIT_LIMIT_MS = 10_000;

/** How long after its expiry a charge that was not paid is still watched by a later page. */
const PICK_UP_LIMIT_MS = 86_400_000;

interface Entry {
  charge: PixCharge;
  readonly watcher: PixWatcher;
}

/**
 * All Pix charges of one order. A code cannot be withdrawn at the service, so each is watched until its status is final, whatever the
 * page shows: one that was replaced, has another amount, is hidden or stands beside a card. Created once per guard and passed to its
 * `setPix`, which starts and stops the watching with the use of the order.
 */
export class PixCharges implements OrderPix {
  readonly #ports: PixChargesPorts;
  readonly #listeners = new Listeners<PixChange>();
  readonly #entries = new Map<string, Entry>();
  readonly #recordings = new Set<Promise<void>>();
  readonly #creations = new Set<Promise<unknown>>();
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

  /** The newest charge of an amount that may still be paid: the one to show again. To be called after {@link ready}. */
  find(amountCents: number): WatchedCharge | undefined {
    return this.charges.findLast(
      ({ charge, phase }) => phase !== 'expired' && phase !== 'final' && parseAmount(charge.amount) === amountCents,
    );
  }

  /** Calls `listener` after every change of a charge. Returns a function that unsubscribes. */
  subscribe(listener: (change: PixChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Sets how the status is asked; nothing is asked before. The latest setting counts. */
  setQuestions(questions: PixQuestions): void {
    this.#questions = questions;
    this.#startWatchers();
  }

  /** Resolves when the journal was read; never rejects. */
  ready(): Promise<void> {
    return (this.#reading ??= this.#read());
  }

  /** Makes cards wait for a charge that is being created, until it is added here or has failed. Returns the same promise. */
  expect<T>(creation: Promise<T>): Promise<T> {
    this.#creations.add(creation);
    creation.finally(() => this.#creations.delete(creation)).catch(() => undefined);
    return creation;
  }

  /** Adds a charge that was created right now. Resolves when it is written down: show it then. Never rejects. */
  async add(charge: PixCharge): Promise<void> {
    this.#addEntry(charge, true);
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
    const isEveryCreated = await this.#limit(Promise.allSettled(this.#creations)).then(
      () => true,
      () => false,
    );
    const open = [...this.#entries.values()].filter((entry) => !isSettled(entry));
    const answers = await Promise.all(open.map(({ watcher }) => this.#askOnce(watcher)));
    await Promise.all(this.#recordings);
    return isEveryCreated && !answers.includes('unknown') ? 'known' : 'unknown';
  }

  async #askOnce(watcher: PixWatcher): Promise<PixStatusAnswer['status']> {
    if (!this.#questions) return 'unknown';
    return this.#limit(watcher.askOnce()).catch(() => 'unknown');
  }

  #limit<T>(work: Promise<T>): Promise<T> {
    return withTimeLimit(work, this.#ports.clock, CARD_WAIT_LIMIT_MS);
  }

  /** Adds the journal's charges, except those that have been expired for longer than `limitMs`. */
  async #read(limitMs = PICK_UP_LIMIT_MS): Promise<void> {
    const { journal, guard, clock } = this.#ports;
    const charges = await journal.read(guard.orderKey).catch(() => []);
    for (const charge of charges) {
      const isLongOver = charge.status === 'expired' && clock.now() > charge.expiresAt + limitMs;
      if (!isFinal(charge) && !isLongOver) this.#addEntry(charge, false);
    }
    this.#startWatchers();
  }

  #addEntry(charge: PixCharge, isNew: boolean): void {
    if (this.#entries.has(charge.chargeId)) return;
    const entry: Entry = { charge, watcher: this.#createWatcher(charge, isNew, (change) => this.#handleChange(entry, change)) };
    this.#entries.set(charge.chargeId, entry);
  }

  /** A watcher that reads the present questions each time it asks. */
  #createWatcher(charge: PixCharge, isNew: boolean, changed: (change: PixWatchChange) => void): PixWatcher {
    const { clock, activity, random } = this.#ports;
    const { chargeId } = charge;
    return new PixWatcher({
      charge,
      clock,
      activity,
      random,
      isNew,
      changed,
      ask: async (signal) => {
        if (!this.#questions) throw new CheckoutError('aborted', 'The status cannot be asked yet.');
        return this.#questions.ask(chargeId, signal);
      },
      trueNow: () => this.#questions?.trueNow?.() ?? clock.now(),
      openStream: (listener) => this.#questions?.openStream?.(chargeId, listener),
      report: (error) => this.#report(error),
    });
  }

  #startWatchers(): void {
    if (!this.#isStarted || !this.#questions) return;
    for (const { watcher } of this.#entries.values()) watcher.start();
  }

  /** Passes a change on; a payment only after it is written down, with what the order's guard knows of it. */
  #handleChange(entry: Entry, change: PixWatchChange): void {
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

  /** Closes the order where the shop said so; any other error is reported to the developer. */
  #report(error: CheckoutError): void {
    const closed = readClosing(error);
    if (closed) this.#ports.guard.close(closed);
    else this.#questions?.report?.(error);
  }
}

/** Whether a charge needs no last question: it is final, or was answered "not paid" after its grace period. */
function isSettled({ charge, watcher }: Entry): boolean {
  return isFinal(charge) || watcher.notPaidAt >= charge.expiresAt + GRACE_MS;
}

/** A charge as listeners may see it: a payment shows only once it is written down. */
function readEntry({ charge, watcher: { phase } }: Entry): WatchedCharge {
  return { charge, phase: phase === 'final' && !isFinal(charge) ? 'confirming' : phase };
}
