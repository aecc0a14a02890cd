import { deriveCharge, type LedgerRecord, type PixPaymentRecord } from '../../domain/order/ledger-record.js';
import type { PixStatus, PixStatusAnswer } from '../../domain/pix/status.js';
import { presentFields } from '../../domain/present-fields.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { parseAmount } from '../../domain/money.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { OrderPix } from '../order/guard-ports.js';
import { Listeners } from '../listeners.js';
import type { OrderGuard } from '../order/order-guard.js';
import type { PageActivity } from '../browser/page-activity.js';
import { createPixPaymentId, findTransition, isFinal, type PixCharge, type PixTransition } from '../../domain/pix/charge.js';
import { PixPoller, type PixPhase, type PixPollChange, type PixStreamListener } from './pix-poller.js';

/** How the service, or the shop, is asked about a charge. Read before every question, so that settings may change. */
export interface PixStatusSource {
  /** Asks once. Rejects with a `CheckoutError`. */
  ask(chargeId: string, signal: AbortSignal): Promise<PixStatusAnswer>;
  /** The present instant by the service's clock as far as it is known, epoch ms; the device's by default. */
  trueNow?(): number;
  /** The present instant had the device's clock not jumped, epoch ms; the same by default. */
  steadyNow?(): number;
  /** Called with each answer that a code is still waiting to be paid. */
  noteWaiting?(): void;
  /** Called when a charge cannot be asked about any more: for `balcao-problem` with `pix-status` and one line in the console. */
  report?(error: CheckoutError): void;
  /** Opens the shop's stream about a charge, if it has one. Returns a function that closes it. Never throws. */
  openStream?(chargeId: string, listener: PixStreamListener): () => void;
}

/** The page, as the charges of an order need it. */
export interface PixChargesPorts {
  /** The order's guard: its ledger has the charges, and a paid one closes it. */
  guard: Pick<OrderGuard, 'records' | 'read' | 'savePix' | 'follow' | 'applyClosing'>;
  clock: Clock;
  activity: PageActivity;
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
}

/** A charge and its phase in this page. */
export interface WatchedCharge {
  charge: PixCharge;
  phase: PixPhase;
}

/** The event for listeners of an order's charges: the charge that has changed. */
export interface PixChange extends WatchedCharge {
  /** Present when an event is to be sent, once in this page: by the first listener that receives this very object. */
  news?: PixTransition;
}

/** How long a card waits for a Pix that is being created, and for the last questions. */
const CARD_WAIT_LIMIT_MS = 10_000;

/** How long after its expiry a charge that was not paid is still watched by a later page. */
const PICK_UP_LIMIT_MS = 86_400_000;

interface Entry {
  record: PixPaymentRecord;
  readonly poller: PixPoller;
}

/**
 * All Pix charges of one order: what the ledger has of them, and a poller behind each. A code cannot be withdrawn at the service, so each
 * is watched until its status is final, whatever the page shows: one that was replaced, has another amount, is hidden or is beside a
 * card. Created once per guard and passed to its `setPix`, which starts and stops the watching with the use of the order.
 */
export class PixCharges implements OrderPix {
  readonly #ports: PixChargesPorts;
  readonly #listeners = new Listeners<PixChange>();
  readonly #entries = new Map<string, Entry>();
  readonly #savings = new Set<Promise<void>>();
  readonly #creations = new Set<Promise<unknown>>();
  #source: PixStatusSource | undefined;
  #reading: Promise<void> | undefined;
  #isStarted = false;

  constructor(ports: PixChargesPorts) {
    this.#ports = ports;
    ports.guard.follow((records) => this.#handleRecords(records));
  }

  /** All charges that are known and were not final when this page began, oldest first. */
  get charges(): readonly WatchedCharge[] {
    return [...this.#entries.values()].map(toWatchedCharge);
  }

  /** A charge and its phase at this moment. */
  get(chargeId: string): WatchedCharge | undefined {
    const entry = this.#entries.get(chargeId);
    return entry && toWatchedCharge(entry);
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
  setSource(source: PixStatusSource): void {
    this.#source = source;
    this.#startPollers();
  }

  /** Resolves when the ledger was read; never rejects. */
  ready(): Promise<void> {
    return (this.#reading ??= this.#ports.guard.read());
  }

  /** Makes cards wait for a charge that is being created, until it is added here or has failed. Returns the same promise. */
  expect<T>(creation: Promise<T>): Promise<T> {
    this.#creations.add(creation);
    creation.finally(() => this.#creations.delete(creation)).catch(() => undefined);
    return creation;
  }

  /** Adds a charge that was created right now. `orderAmount`: what the order costs by card, reais. Resolves when it is written down: show it then. Never rejects. */
  async add(charge: PixCharge, orderAmount: string): Promise<void> {
    this.#addEntry({ kind: 'pix', id: createPixPaymentId(charge.chargeId), orderAmount, charge }, true);
    const entry = this.#entries.get(charge.chargeId);
    if (entry) await this.#save(entry, { charge });
    this.#startPollers();
  }

  /** Asks about a charge soon: a button "verificar agora", or any other sign that something has happened. */
  nudge(chargeId: string): void {
    this.#entries.get(chargeId)?.poller.nudge();
  }

  start(): void {
    this.#isStarted = true;
    this.#reading = this.#ports.guard.read();
    this.#startPollers();
  }

  stop(): void {
    this.#isStarted = false;
    for (const { poller } of this.#entries.values()) poller.stop();
  }

  async askBeforeCharge(): Promise<'known' | 'unknown'> {
    const { guard } = this.#ports;
    await guard.read(true);
    for (const record of guard.records) if (record.kind === 'pix') this.#addEntry(record, false);
    const isEveryCreated = await this.#limit(Promise.allSettled(this.#creations)).then(
      () => true,
      () => false,
    );
    const open = [...this.#entries.values()].filter(({ record }) => !isFinal(record.charge));
    const answers = await Promise.all(open.map(({ poller }) => this.#pollOnce(poller)));
    await Promise.all(this.#savings);
    return isEveryCreated && !answers.includes('unknown') ? 'known' : 'unknown';
  }

  async #pollOnce(poller: PixPoller): Promise<PixStatus> {
    if (!this.#source) return 'unknown';
    return this.#limit(poller.pollOnce()).catch(() => 'unknown');
  }

  #limit<T>(work: Promise<T>): Promise<T> {
    return withTimeLimit(work, this.#ports.clock, CARD_WAIT_LIMIT_MS);
  }

  /** Brings the entries up to what the ledger has, and passes on what is new in them, whichever tab learned it. */
  #handleRecords(records: readonly LedgerRecord[]): void {
    for (const record of records) {
      if (record.kind !== 'pix') continue;
      const entry = this.#entries.get(record.charge.chargeId);
      if (entry) this.#updateEntry(entry, record);
      else if (!this.#isLongOver(record)) this.#addEntry(record, false);
    }
    this.#startPollers();
  }

  /** True if a charge is final, or has been expired for so long that only a card's last question is worth asking. */
  #isLongOver({ charge }: PixPaymentRecord): boolean {
    return isFinal(charge) || (charge.status === 'expired' && this.#ports.clock.now() > charge.expiresAt + PICK_UP_LIMIT_MS);
  }

  #addEntry(record: PixPaymentRecord, isNew: boolean): void {
    const known = this.#entries.get(record.charge.chargeId);
    if (isFinal(record.charge) || known?.record.charge.brCode === record.charge.brCode) return;
    // One identifier with another code is another charge to wait for.
    known?.poller.stop();
    const entry: Entry = { record, poller: this.#createPoller(record.charge, isNew, (change) => this.#handleChange(entry, change)) };
    this.#entries.set(record.charge.chargeId, entry);
  }

  /** A poller that reads the present questions each time it asks. */
  #createPoller(charge: PixCharge, isNew: boolean, changed: (change: PixPollChange) => void): PixPoller {
    const { clock, activity, random } = this.#ports;
    const { chargeId } = charge;
    return new PixPoller({
      charge,
      clock,
      activity,
      random,
      isNew,
      changed,
      ask: async (signal) => {
        if (!this.#source) throw new CheckoutError('aborted', 'The status cannot be asked yet.');
        return this.#source.ask(chargeId, signal);
      },
      trueNow: () => this.#source?.trueNow?.() ?? clock.now(),
      steadyNow: () => (this.#source?.steadyNow ?? this.#source?.trueNow)?.call(this.#source) ?? clock.now(),
      noteWaiting: () => this.#source?.noteWaiting?.(),
      openStream: (listener) => this.#source?.openStream?.(chargeId, listener),
      report: (error) => this.#report(error),
    });
  }

  #startPollers(): void {
    if (!this.#isStarted || !this.#source) return;
    for (const { poller } of this.#entries.values()) poller.start();
  }

  /** Writes down what a poller has learned; the ledger then passes it on. What is only of this page is passed on at once. */
  #handleChange(entry: Entry, { charge, news, paidAmount }: PixPollChange): void {
    if (news) void this.#save(entry, presentFields({ charge, paidAmount }));
    else this.#listeners.emit(toWatchedCharge(entry));
  }

  #save(entry: Entry, learned: { charge: PixCharge; paidAmount?: string }): Promise<void> {
    const saving = this.#ports.guard.savePix({ ...entry.record, ...learned }).finally(() => this.#savings.delete(saving));
    this.#savings.add(saving);
    return saving;
  }

  #updateEntry(entry: Entry, record: PixPaymentRecord): void {
    const before = deriveCharge(entry.record);
    const charge = deriveCharge(record);
    if (charge.brCode !== before.brCode) return this.#addEntry(record, false);
    entry.record = record;
    entry.poller.learn(record.charge);
    const news = findTransition(before, charge);
    const isChanged = news !== undefined || charge.duplicate !== before.duplicate || charge.missing !== before.missing;
    if (isChanged) this.#listeners.emit({ ...toWatchedCharge(entry), ...presentFields({ news }) });
  }

  /** Passes on what the shop said of the whole order; any other error is reported to the developer. */
  #report(error: CheckoutError): void {
    if (error.code === 'order-closed') this.#ports.guard.applyClosing(error);
    else this.#source?.report?.(error);
  }
}

/** A charge as listeners may see it: a payment shows only once it is written down. */
function toWatchedCharge({ record, poller: { phase } }: Entry): WatchedCharge {
  const charge = deriveCharge(record);
  return { charge, phase: phase === 'final' && !isFinal(charge) ? 'confirming' : phase };
}
