import {
  createChargeRecord,
  deriveCharge,
  isFurtherPayment,
  type ChargeRecord,
  type LedgerRecord,
} from '../../domain/order/ledger-record.js';
import type { PixStatus, PixStatusAnswer } from '../../domain/pix/status.js';
import { presentFields } from '../../domain/present-fields.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { parseAmount } from '../../domain/money.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { OrderCharges } from '../order/guard-ports.js';
import { Listeners } from '../listeners.js';
import type { OrderGuard } from '../order/order-guard.js';
import type { PageActivity } from '../browser/page-activity.js';
import {
  createChargePaymentId,
  getChargeMethod,
  hasSameCode,
  isFinal,
  isOver,
  type Charge,
  type ChargeMethod,
} from '../../domain/order/charge.js';
import { createFurtherPaymentId, findTransition, type ChargeTransition } from '../../domain/order/charge-progress.js';
import { ChargePoller, type ChargePhase, type ChargePollChange, type StatusStreamListener } from './charge-poller.js';

/** The source of the status of charges: the service or the shop. Read before every poll, so that settings may change. */
export interface StatusSource {
  /** Requests the status of a charge once. Rejects with a `CheckoutError`. */
  ask(charge: Charge, signal: AbortSignal): Promise<PixStatusAnswer>;
  /** The present instant by the service's clock as far as it is known, epoch ms; the device's by default. */
  trueNow?(): number;
  /** The present instant as if the device's clock had not jumped, epoch ms; `trueNow` by default. */
  steadyNow?(): number;
  /** Called for each response that a code is still unpaid. */
  noteWaiting?(): void;
  /** Called when the status of a charge cannot be polled any more: for `balcao-problem` with `pix-status`, and one line in the console. */
  report?(error: CheckoutError): void;
  /** Opens the shop's stream about a charge; absent if the shop has no stream. Returns a function that closes the stream. Never throws. */
  openStream?(charge: Charge, listener: StatusStreamListener): () => void;
}

/** The parts of the page that the charges of an order need. */
export interface WatchedChargesPorts {
  /** The guard of the order. Its ledger stores the charges. */
  guard: Pick<OrderGuard, 'records' | 'read' | 'saveCharge' | 'follow' | 'applyClosing'>;
  clock: Clock;
  activity: PageActivity;
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
}

/** A charge and its phase in this page. */
export interface WatchedCharge {
  charge: Charge;
  phase: ChargePhase;
}

/** The event for listeners of an order's charges: the charge that has changed. */
export interface WatchedChange extends WatchedCharge {
  /** Present if the page must send an event. All listeners receive the same object, and only the first of them sends the event. */
  news?: ChargeTransition;
}

/** The time that the charge of a card waits for another charge that is being created, and for the last polls, ms. */
const CARD_WAIT_LIMIT_MS = 10_000;

/** The time after the expiry in which a later page still watches an unpaid charge, ms. */
const PICK_UP_LIMIT_MS = 86_400_000;

/** A charge that this page watches. */
interface Entry {
  record: ChargeRecord;
  readonly poller: ChargePoller;
}

/**
 * All charges of one order by Pix and boleto: the record of each charge, and its poller. A code cannot be withdrawn. So each charge is
 * watched until its status is final, even if the page shows another code, another amount, the form for a card or nothing of it.
 *
 * Created once per guard, and passed to the guard's `setCharges`. The guard starts the watching with the first user of the order, and stops it
 * with the last user.
 */
export class WatchedCharges implements OrderCharges {
  readonly #ports: WatchedChargesPorts;
  readonly #listeners = new Listeners<WatchedChange>();
  readonly #entries = new Map<string, Entry>();
  /** The writes to the ledger that run. */
  readonly #savings = new Set<Promise<void>>();
  /** The charges that are being created. */
  readonly #creations = new Set<Promise<unknown>>();
  #source: StatusSource | undefined;
  /** The reading of the ledger that began last. */
  #reading: Promise<void> | undefined;
  #isStarted = false;

  constructor(ports: WatchedChargesPorts) {
    this.#ports = ports;
    ports.guard.follow((records) => this.#handleRecords(records));
  }

  /** The charges that this page watches, oldest first. A charge that was final before the page knew it is left out. */
  get charges(): readonly WatchedCharge[] {
    return [...this.#entries.values()].map(toWatchedCharge);
  }

  /** All charges of the order, also those that are final. */
  get known(): readonly Charge[] {
    return this.#ports.guard.records.flatMap((record) => (record.kind === 'card' ? [] : [record.charge]));
  }

  /** Returns a charge and its phase at this moment. `id` is the identifier of its payment. */
  get(id: string): WatchedCharge | undefined {
    const entry = this.#entries.get(id);
    return entry && toWatchedCharge(entry);
  }

  /** Finds the newest charge of a method and an amount that can still be paid, to show it again. Call this after {@link ready}. */
  find(method: ChargeMethod, amountCents: number): WatchedCharge | undefined {
    return this.charges.findLast(
      ({ charge, phase }) =>
        getChargeMethod(charge) === method && phase !== 'expired' && phase !== 'final' && parseAmount(charge.amount) === amountCents,
    );
  }

  /** Calls `listener` after every change of a charge. Returns a function that unsubscribes. */
  subscribe(listener: (change: WatchedChange) => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Sets the source of the status. Nothing is polled before. The latest source counts. */
  setSource(source: StatusSource): void {
    this.#source = source;
    this.#startPollers();
  }

  /** Resolves once the ledger was read. Never rejects. */
  ready(): Promise<void> {
    return (this.#reading ??= this.#ports.guard.read());
  }

  /** Makes charges of cards wait for the creation of another charge. Returns the same promise. */
  expect<T>(creation: Promise<T>): Promise<T> {
    this.#creations.add(creation);
    creation.finally(() => this.#creations.delete(creation)).catch(() => undefined);
    return creation;
  }

  /**
   * Adds a charge that was created just now. `orderAmount` is the price of the order by card, reais as decimal text. Resolves once the
   * charge is written to the ledger: show its code only then. Never rejects.
   */
  async add(charge: Charge, orderAmount: string): Promise<void> {
    const id = createChargePaymentId(getChargeMethod(charge), charge.chargeId);
    this.#addEntry(createChargeRecord({ id, orderAmount }, charge), true);
    const entry = this.#entries.get(id);
    if (entry) await this.#save(entry, { charge });
    this.#startPollers();
  }

  /** Queries the status of a charge now, by the identifier of its payment. Resolves with `unknown` if it cannot be queried. Never rejects. */
  async check(id: string): Promise<PixStatus> {
    const entry = this.#entries.get(id);
    return entry ? this.#pollOnce(entry.poller) : 'unknown';
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
    for (const record of guard.records) if (record.kind !== 'card') this.#addEntry(record, false);
    const isEveryCreated = await this.#limit(Promise.allSettled(this.#creations)).then(
      () => true,
      () => false,
    );
    const open = [...this.#entries.values()].filter(({ record }) => !isOver(record.charge));
    const answers = await Promise.all(open.map(({ poller }) => this.#pollOnce(poller)));
    await Promise.all(this.#savings);
    return isEveryCreated && !answers.includes('unknown') ? 'known' : 'unknown';
  }

  async #pollOnce(poller: ChargePoller): Promise<PixStatus> {
    if (!this.#source) return 'unknown';
    return this.#limit(poller.pollOnce()).catch(() => 'unknown');
  }

  /** Rejects if `work` takes longer than a card may wait. */
  #limit<T>(work: Promise<T>): Promise<T> {
    return withTimeLimit(work, this.#ports.clock, CARD_WAIT_LIMIT_MS);
  }

  /** Updates the entries with the records of the ledger, and notifies the listeners of changes, by this tab or another. */
  #handleRecords(records: readonly LedgerRecord[]): void {
    for (const record of records) {
      if (record.kind === 'card') continue;
      const entry = this.#entries.get(record.id);
      if (entry) this.#updateEntry(entry, record);
      else if (!this.#isLongOver(record)) this.#addEntry(record, false);
    }
    this.#startPollers();
  }

  /** True if a charge is over, or ended so long ago that it is polled only before a card is charged. */
  #isLongOver({ charge }: ChargeRecord): boolean {
    const hasEnded = isFinal(charge) || charge.status === 'expired';
    return isOver(charge) || (hasEnded && this.#ports.clock.now() > charge.expiresAt + PICK_UP_LIMIT_MS);
  }

  #addEntry(record: ChargeRecord, isNew: boolean): void {
    const known = this.#entries.get(record.id);
    if (isOver(record.charge) || isFurtherPayment(record) || (known && hasSameCode(known.record.charge, record.charge))) return;
    // A service may use an identifier again. With another code, the charge is another one.
    known?.poller.stop();
    const entry: Entry = { record, poller: this.#createPoller(record.charge, isNew, (change) => this.#handleChange(entry, change)) };
    this.#entries.set(record.id, entry);
  }

  /** Creates a poller that reads the present source at each poll. */
  #createPoller(charge: Charge, isNew: boolean, changed: (change: ChargePollChange) => void): ChargePoller {
    const { clock, activity, random } = this.#ports;
    return new ChargePoller({
      charge,
      clock,
      activity,
      random,
      isNew,
      changed,
      ask: async (signal) => {
        if (!this.#source) throw new CheckoutError('aborted', 'The status cannot be asked yet.');
        return this.#source.ask(charge, signal);
      },
      trueNow: () => this.#trueNow(),
      steadyNow: () => (this.#source?.steadyNow ?? this.#source?.trueNow)?.call(this.#source) ?? clock.now(),
      noteWaiting: () => this.#source?.noteWaiting?.(),
      openStream: (listener) => this.#source?.openStream?.(charge, listener),
      report: (error) => this.#report(error),
    });
  }

  /** The present instant by the service's or the shop's clock if one of them is known, epoch ms. */
  #trueNow(): number {
    return this.#source?.trueNow?.() ?? this.#ports.clock.now();
  }

  #startPollers(): void {
    if (!this.#isStarted || !this.#source) return;
    for (const { poller } of this.#entries.values()) poller.start();
  }

  /**
   * Writes news of a poller to the ledger, which then notifies the listeners. A change of the phase alone notifies the listeners at once.
   */
  #handleChange(entry: Entry, { news, ...learned }: ChargePollChange): void {
    if (news ?? learned.furtherAmounts) void this.#save(entry, learned);
    else this.#listeners.emit(toWatchedCharge(entry));
  }

  /** Writes the payment of a charge. Each further payment of the same charge has a record of its own. */
  #save({ record }: Entry, { charge, paidAmount, furtherAmounts = [] }: Omit<ChargePollChange, 'phase' | 'news'>): Promise<void> {
    const first = createChargeRecord({ ...record, ...presentFields({ paidAmount }) }, charge);
    const further = furtherAmounts.map((amount, index) => {
      const id = createFurtherPaymentId(record.id, index + 2);
      return createChargeRecord({ id, orderAmount: record.orderAmount, paidAmount: amount }, { ...charge, settledAt: this.#trueNow() });
    });
    const saving = this.#ports.guard.saveCharge([first, ...further]).finally(() => this.#savings.delete(saving));
    this.#savings.add(saving);
    return saving;
  }

  /** Replaces the record of an entry, and notifies the listeners if the charge has changed. */
  #updateEntry(entry: Entry, record: ChargeRecord): void {
    const before = deriveCharge(entry.record);
    const charge = deriveCharge(record);
    if (!hasSameCode(charge, before)) return this.#addEntry(record, false);
    entry.record = record;
    entry.poller.learn(record.charge);
    const news = findTransition(before, charge);
    const isChanged = news !== undefined || charge.duplicate !== before.duplicate || charge.missing !== before.missing;
    if (isChanged) this.#listeners.emit({ ...toWatchedCharge(entry), ...presentFields({ news }) });
  }

  /** Passes an error about the whole order to the guard, and reports any other error to the developer. */
  #report(error: CheckoutError): void {
    if (error.code === 'order-closed') this.#ports.guard.applyClosing(error);
    else this.#source?.report?.(error);
  }
}

/** Converts an entry to what listeners may see. A payment is shown only once it is written to the ledger: until then it is `confirming`. */
function toWatchedCharge({ record, poller: { phase } }: Entry): WatchedCharge {
  const charge = deriveCharge(record);
  return { charge, phase: phase === 'final' && !isFinal(charge) ? 'confirming' : phase };
}
