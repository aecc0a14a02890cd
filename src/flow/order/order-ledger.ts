import { advanceAttempt, type AttemptChange } from '../../domain/order/attempt.js';
import {
  decideChange,
  replaceRecords,
  type LedgerChange,
  type LedgerDecision,
  type LedgerFacts,
} from '../../domain/order/ledger-decision.js';
import { createOrderClosedError } from '../../domain/order/order-state.js';
import {
  hasPaid,
  mergeRecords,
  type CardPaymentRecord,
  type DueAmounts,
  type LedgerRecord,
  type PixPaymentRecord,
} from '../../domain/order/ledger-record.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { ChangedOrder, ChangeOptions, LedgerStore, StoredOrder } from '../ledger/ledger-store.js';
import { OrderTabs, type OrderTabsPorts } from './order-tabs.js';

/** How long the shopper waits for a reading of the ledger. The transaction that opens an attempt decides anyway. */
const READ_LIMIT_MS = 2000;

/** How long after its time limit a request may still be on its way that no lock speaks of. */
const UNSEEN_LIMIT_MS = 300_000;

/** The page, as a ledger needs it. */
export interface LedgerPorts extends OrderTabsPorts {
  store: LedgerStore;
  /** The instant by the service's or the shop's clock, epoch ms; `undefined` while neither is known. */
  confirmedNow?: (() => number | undefined) | undefined;
}

/** A payment after a change was written down. */
export interface RecordAnswer<Record extends LedgerRecord> {
  record: Record;
  /** True if its state is new to this page. */
  isNews: boolean;
}

/** The listeners of what this page learns. */
export interface LedgerListeners {
  /** Called with the payments as they were known before; `undefined` the first time. */
  onRecords: (before: readonly LedgerRecord[] | undefined) => void;
  /** Called when the shop has freed the order, here or in another tab. */
  onForgotten: () => void;
}

/**
 * The records of an order that this page knows: the ledger, from the view of this tab. A card that is open in the ledger while no living
 * tab holds its lock is unconfirmed here; the ledger itself is not changed for that. What this page knows and the storage has lost, it goes
 * on knowing, and writes down again.
 */
export class OrderLedger {
  /** As last read or written. A card that is `open` is in flight, in this page or in another, living tab. */
  records: readonly LedgerRecord[] = [];
  /** The price of the order now. */
  due: DueAmounts = {};
  /** The order's link to the other tabs. */
  readonly tabs: OrderTabs;
  /** When the ledger was first read, epoch ms by the device's clock; `undefined` before. */
  readAt: number | undefined;
  readonly #ports: LedgerPorts;
  readonly #orderKey: string;
  readonly #listeners: LedgerListeners;
  #forgetId: string | undefined;
  /** Cards of this tab that were forgotten while their request ran: known until it ends, and not written down again for that. */
  readonly #forgotten = new Set<string>();
  #isStale = false;
  #settling: Promise<unknown> = Promise.resolve();
  #reading: Promise<void> | undefined;

  constructor(ports: LedgerPorts, orderKey: string, listeners: LedgerListeners) {
    this.#ports = ports;
    this.#orderKey = orderKey;
    this.#listeners = listeners;
    this.tabs = new OrderTabs(ports, orderKey, () => void this.read());
  }

  /** True if the ledger has been read once, or has failed to respond. */
  get isRead(): boolean {
    return this.readAt !== undefined;
  }

  /** Reads the ledger, one reading at a time; afterwards `records` is at least as new as this call. */
  read(options?: ChangeOptions): Promise<void> {
    this.#isStale = true;
    return (this.#reading ??= this.#readUntilFresh(options));
  }

  /**
   * Writes a new attempt down while holding its lock, so that other tabs see a living tab behind it. Returns a function that releases
   * the lock, to be called when no request of the attempt runs any more. Rejects with `order-closed` where another payment blocks it.
   */
  async open(record: Omit<CardPaymentRecord, 'isLocked'>): Promise<() => void> {
    const { isGranted, release } = await this.tabs.hold(record.attempt);
    try {
      const { blocking } = await this.#change({ type: 'open', record: { ...record, isLocked: isGranted } }, { isDecisive: true });
      if (blocking) throw createOrderClosedError();
    } catch (error) {
      release();
      throw error;
    }
    this.tabs.announce();
    return () => {
      release();
      if (this.#forgotten.delete(record.id)) this.#show(this.records.filter(({ id }) => id !== record.id));
    };
  }

  /** Writes down what became of a card; where the ledger fails, this page knows it all the same. Never rejects. */
  settle(record: CardPaymentRecord, change: AttemptChange): Promise<RecordAnswer<CardPaymentRecord>> {
    // A late answer and the shop's may come at the same moment: one after the other, so that only the first is news.
    const settling = this.#settling.then(() => this.#settle(record, change));
    this.#settling = settling;
    return settling;
  }

  /** Writes down a Pix code, or what was learned of one; where the ledger fails, this page knows it all the same. */
  async savePix(record: PixPaymentRecord): Promise<void> {
    await this.#changeWithFallback({ type: 'merge', records: [record] });
  }

  /** A payment as this page knows it. */
  find(id: string): LedgerRecord | undefined {
    return this.records.find((record) => record.id === id);
  }

  /**
   * True if no request of a card can run any more, in this tab or another. Where no lock says so, only once its answer was waited for, and
   * five minutes more.
   */
  async isOver({ attempt, isLocked, limitMs }: CardPaymentRecord): Promise<boolean> {
    const flight = await this.tabs.getFlight(attempt);
    if (flight === 'in-flight') return false;
    return (flight === 'ended' && isLocked) || this.#ports.clock.now() - attempt.startedAt > limitMs + UNSEEN_LIMIT_MS;
  }

  async #settle(record: CardPaymentRecord, change: AttemptChange): Promise<RecordAnswer<CardPaymentRecord>> {
    const known = this.find(record.id);
    // What the storage has lost is written anew as it was: with the lock that it had.
    await this.#changeWithFallback({ type: 'settle', record: known?.kind === 'card' ? known : record, change });
    const settled = this.find(record.id);
    const last = settled?.kind === 'card' ? settled : record;
    // What was forgotten while it ran is not written down again only to say that it came to nothing.
    const now = { ...last, attempt: advanceAttempt(last.attempt, change) };
    return { record: now, isNews: known?.kind !== 'card' || known.attempt.state !== now.attempt.state };
  }

  async #changeWithFallback(change: LedgerChange): Promise<void> {
    try {
      await this.#change(change);
    } catch {
      const { put } = decideChange(this.records, change, this.#facts);
      this.#show(replaceRecords(this.records, put));
    }
    this.tabs.announce();
  }

  async #change(change: LedgerChange, options?: ChangeOptions): Promise<ChangedOrder> {
    const order = await this.#ports.store.change(this.#orderKey, (records) => decideChange(records, change, this.#facts), options);
    this.#isStale = true;
    await this.#learn(order);
    return order;
  }

  get #facts(): LedgerFacts {
    return { ...this.due, confirmedNow: this.#ports.confirmedNow?.() };
  }

  async #readUntilFresh(options: ChangeOptions | undefined): Promise<void> {
    try {
      do {
        this.#isStale = false;
        const order = await this.#readOnce(options);
        if (order) await this.#learn(order);
        else this.#show(this.records);
        if (!order) break;
      } while (this.#isStale);
    } finally {
      // In the same turn as the last look, so that no call falls between the two.
      this.#reading = undefined;
    }
    const living = this.records.find(
      (record) => record.kind === 'card' && record.attempt.state === 'open' && !this.tabs.isOwn(record.attempt),
    );
    if (living?.kind === 'card') this.tabs.watch(living.attempt);
    sweepOnce(this.#ports.store, this.#facts.confirmedNow);
  }

  /** The order, stamped with what the facts say; `undefined` where the ledger fails or is slow. */
  async #readOnce(options: ChangeOptions | undefined): Promise<StoredOrder | undefined> {
    const { store, clock } = this.#ports;
    const reading = store.read(this.#orderKey, options).then((order) => {
      const decide = (records: readonly LedgerRecord[]): LedgerDecision => decideChange(records, { type: 'review' }, this.#facts);
      return decide(order.records).put.length > 0 ? store.change(this.#orderKey, decide) : order;
    });
    return withTimeLimit(reading, clock, READ_LIMIT_MS).catch(() => undefined);
  }

  /** Brings this page's view up to what the ledger has. */
  async #learn({ records, forgetId }: StoredOrder): Promise<void> {
    const assessed = await Promise.all(records.map((record) => this.#assess(record)));
    const isForgotten = this.isRead && forgetId !== undefined && forgetId !== this.#forgetId;
    this.#forgetId = forgetId ?? this.#forgetId;
    const known = isForgotten ? this.records.filter((record) => record.kind === 'card' && this.tabs.isOwn(record.attempt)) : this.records;
    if (isForgotten) for (const { id } of known) this.#forgotten.add(id);
    for (const { id } of records) this.#forgotten.delete(id);
    const merged = mergeRecords(assessed, known);
    const lost = known.filter(({ id }) => !records.some((record) => record.id === id));
    if (isForgotten) this.#listeners.onForgotten();
    this.#show([...lost, ...merged], isForgotten);
    const toRestore = lost.filter(({ id }) => !this.#forgotten.has(id));
    if (toRestore.some(isWorthRestoring)) await this.#restore(toRestore);
  }

  /** Writes down again what the storage has lost. */
  async #restore(lost: readonly LedgerRecord[]): Promise<void> {
    const { store } = this.#ports;
    const decide = (stored: readonly LedgerRecord[]): LedgerDecision => decideChange(stored, { type: 'merge', records: lost }, this.#facts);
    const order = await store.change(this.#orderKey, decide).catch(() => undefined);
    if (!order) return;
    this.tabs.announce();
    await this.#learn(order);
  }

  #show(records: readonly LedgerRecord[], isForgotten = false): void {
    const before = this.isRead && !isForgotten ? this.records : undefined;
    this.records = records;
    this.readAt ??= this.#ports.clock.now();
    this.#listeners.onRecords(before);
  }

  /** A payment from the view of this tab: unconfirmed where the tab that opened it is gone, or may be gone. */
  async #assess(record: LedgerRecord): Promise<LedgerRecord> {
    if (record.kind === 'pix' || record.attempt.state !== 'open') return record;
    const isLiving = (await this.tabs.getFlight(record.attempt)) === 'in-flight';
    return isLiving ? record : { ...record, attempt: { ...record.attempt, state: 'unconfirmed' } };
  }
}

/** True if a payment that the storage has lost still matters: money was taken, or may be. */
function isWorthRestoring(record: LedgerRecord): boolean {
  if (hasPaid(record) || record.turn !== undefined || record.kind === 'pix') return true;
  return record.attempt.state === 'open' || record.attempt.state === 'unconfirmed';
}

/** Stores that were swept in this page, and whether by a confirmed clock. */
const swept = new WeakMap<LedgerStore, { isConfirmed: boolean }>();

/**
 * Removes what is too old to matter, once in a page, and once more when the time is confirmed: a device that sells all day has thousands.
 * Nothing waits for it, and its failure does not affect a payment.
 */
function sweepOnce(store: LedgerStore, confirmedNow: number | undefined): void {
  const isConfirmed = confirmedNow !== undefined;
  const last = swept.get(store);
  if (last && (last.isConfirmed || !isConfirmed)) return;
  swept.set(store, { isConfirmed });
  store.sweep({ confirmedNow }).catch(() => undefined);
}
