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
  type ChargeRecord,
} from '../../domain/order/ledger-record.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { ChangedOrder, ChangeOptions, LedgerStore, StoredOrder } from '../ledger/ledger-store.js';
import { OrderTabs, type HeldLock, type OrderTabsPorts } from './order-tabs.js';

/** The time that the shopper waits for a reading of the ledger, ms. The transaction that opens an attempt decides in any case. */
const READ_LIMIT_MS = 2000;

/** The time for which a request without a lock may still run after its time limit, ms. */
const UNSEEN_LIMIT_MS = 300_000;

/** The parts of the page that an order's ledger needs. */
export interface LedgerPorts extends OrderTabsPorts {
  store: LedgerStore;
  /** The present instant by the service's or the shop's clock, epoch ms; `undefined` while neither clock is known. */
  confirmedNow?: (() => number | undefined) | undefined;
}

/** A payment after a change was written. */
export interface RecordAnswer<Record extends LedgerRecord> {
  record: Record;
  /** True if the state of the payment is new to this page. */
  isNews: boolean;
}

/** The listeners of an order's ledger. */
export interface LedgerListeners {
  /**
   * Called after each reading or change, with the records as they were before; `undefined` the first time and after the order was freed.
   */
  onRecords: (before: readonly LedgerRecord[] | undefined) => void;
  /** Called when the shop has freed the order, in this tab or another. */
  onForgotten: () => void;
}

/**
 * The ledger of one order, from the view of this tab.
 *
 * A card that is `open` in the ledger is unconfirmed here if no open tab holds its lock. The ledger itself is not changed for that. If the
 * storage loses a record that this page knows, the page keeps the record, and writes it again.
 */
export class OrderLedger {
  /** The records as last read or written. A card that is `open` is being charged, by this page or by another open tab. */
  records: readonly LedgerRecord[] = [];
  /** The present price of the order. */
  due: DueAmounts = {};
  /** The order's link to the other tabs. */
  readonly tabs: OrderTabs;
  /** The instant at which the ledger was first read, epoch ms by the device's clock; `undefined` before. */
  readAt: number | undefined;
  readonly #ports: LedgerPorts;
  readonly #orderKey: string;
  readonly #listeners: LedgerListeners;
  /** The identifier of the last time that the shop freed the order, as far as this page knows. */
  #forgetId: string | undefined;
  /**
   * The cards of this tab whose records were removed while their request ran, by identifier. The page knows such a card until its request
   * ends, but does not write its record again.
   */
  readonly #forgotten = new Set<string>();
  /** True if a reading was asked for, or a change was written, since the present reading began. */
  #isStale = false;
  /** The last call of `settle`. The calls run one after the other. */
  #settling: Promise<unknown> = Promise.resolve();
  #reading: Promise<void> | undefined;

  constructor(ports: LedgerPorts, orderKey: string, listeners: LedgerListeners) {
    this.#ports = ports;
    this.#orderKey = orderKey;
    this.#listeners = listeners;
    this.tabs = new OrderTabs(ports, orderKey, () => void this.read());
  }

  /** True once the ledger was read, or once a reading has failed. */
  get isRead(): boolean {
    return this.readAt !== undefined;
  }

  /** Reads the ledger, one reading at a time. Once it resolves, `records` is at least as new as the call. */
  read(options?: ChangeOptions): Promise<void> {
    this.#isStale = true;
    return (this.#reading ??= this.#readUntilFresh(options));
  }

  /**
   * Writes a new attempt once its lock was granted, so that other tabs see that an open tab is charging it. Returns a function that releases
   * the lock: call it when no request of the attempt runs any more. Releases it and rejects with `order-closed` if another payment blocks the
   * attempt.
   */
  async open(record: Omit<CardPaymentRecord, 'isLocked'>, lock: Promise<HeldLock>): Promise<() => void> {
    const { isGranted, release } = await lock;
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

  /** Writes the end of a card's attempt. If the ledger fails, this page still knows the end. Never rejects. */
  settle(record: CardPaymentRecord, change: AttemptChange): Promise<RecordAnswer<CardPaymentRecord>> {
    // A late response and the shop's answer may arrive at the same moment. They are written one after the other, so that only the first is
    // news.
    const settling = this.#settling.then(() => this.#settle(record, change));
    this.#settling = settling;
    return settling;
  }

  /** Writes the payments of one charge, or a change of them. If the ledger fails, this page still knows them. Never rejects. */
  async saveCharge(records: readonly ChargeRecord[]): Promise<void> {
    await this.#changeWithFallback({ type: 'merge', records });
  }

  /** Finds a payment as this page knows it. */
  find(id: string): LedgerRecord | undefined {
    return this.records.find((record) => record.id === id);
  }

  /**
   * Returns whether no request of a card can run any more, in this tab or another. If no lock shows that, the request counts as over five
   * minutes after its time limit.
   */
  async isOver({ attempt, isLocked, limitMs }: CardPaymentRecord): Promise<boolean> {
    const flight = await this.tabs.getFlight(attempt);
    if (flight === 'in-flight') return false;
    return (flight === 'ended' && isLocked) || this.#ports.clock.now() - attempt.startedAt > limitMs + UNSEEN_LIMIT_MS;
  }

  async #settle(record: CardPaymentRecord, change: AttemptChange): Promise<RecordAnswer<CardPaymentRecord>> {
    const known = this.find(record.id);
    // If the storage has lost the record, it is written again as this page knew it, with `isLocked` as it was.
    await this.#changeWithFallback({ type: 'settle', record: known?.kind === 'card' ? known : record, change });
    const settled = this.find(record.id);
    const last = settled?.kind === 'card' ? settled : record;
    // If the record was removed while the request ran, and the charge took no money, the ledger does not store the end: it is applied here.
    const now = { ...last, attempt: advanceAttempt(last.attempt, change) };
    return { record: now, isNews: known?.kind !== 'card' || known.attempt.state !== now.attempt.state };
  }

  /** Writes a change. If the ledger fails, applies the change to the records of this page alone. */
  async #changeWithFallback(change: LedgerChange): Promise<void> {
    try {
      await this.#change(change);
    } catch {
      const { put } = decideChange(this.records, change, this.#facts);
      this.#show(replaceRecords(this.records, put));
    }
    this.tabs.announce();
  }

  /** Writes a change, and updates the records of this page. */
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
      // Runs in the same turn as the last check of `#isStale`, so that no call of `read` comes between the two.
      this.#reading = undefined;
    }
    const living = this.records.find(
      (record) => record.kind === 'card' && record.attempt.state === 'open' && !this.tabs.isOwn(record.attempt),
    );
    if (living?.kind === 'card') this.tabs.watch(living.attempt);
    sweepOnce(this.#ports.store, this.#facts.confirmedNow);
  }

  /**
   * Reads the order, and writes turns, missing amounts and confirmed times that are new. Returns `undefined` if the ledger fails or is
   * slow.
   */
  async #readOnce(options: ChangeOptions | undefined): Promise<StoredOrder | undefined> {
    const { store, clock } = this.#ports;
    const reading = store.read(this.#orderKey, options).then((order) => {
      const decide = (records: readonly LedgerRecord[]): LedgerDecision => decideChange(records, { type: 'review' }, this.#facts);
      return decide(order.records).put.length > 0 ? store.change(this.#orderKey, decide) : order;
    });
    return withTimeLimit(reading, clock, READ_LIMIT_MS).catch(() => undefined);
  }

  /** Updates the records of this page with those of the ledger. */
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

  /** Restores the records that the storage has lost. */
  async #restore(lost: readonly LedgerRecord[]): Promise<void> {
    const { store } = this.#ports;
    const decide = (stored: readonly LedgerRecord[]): LedgerDecision => decideChange(stored, { type: 'merge', records: lost }, this.#facts);
    const order = await store.change(this.#orderKey, decide).catch(() => undefined);
    if (!order) return;
    this.tabs.announce();
    await this.#learn(order);
  }

  /** Sets the records of this page, and notifies the listener. */
  #show(records: readonly LedgerRecord[], isForgotten = false): void {
    const before = this.isRead && !isForgotten ? this.records : undefined;
    this.records = records;
    this.readAt ??= this.#ports.clock.now();
    this.#listeners.onRecords(before);
  }

  /** Returns a payment from the view of this tab: an open card is unconfirmed if the tab that charges it is closed, or may be closed. */
  async #assess(record: LedgerRecord): Promise<LedgerRecord> {
    if (record.kind !== 'card' || record.attempt.state !== 'open') return record;
    const isLiving = (await this.tabs.getFlight(record.attempt)) === 'in-flight';
    return isLiving ? record : { ...record, attempt: { ...record.attempt, state: 'unconfirmed' } };
  }
}

/** True if a payment that the storage has lost still matters: it took money, or may take money. */
function isWorthRestoring(record: LedgerRecord): boolean {
  if (hasPaid(record) || record.turn !== undefined || record.kind !== 'card') return true;
  return record.attempt.state === 'open' || record.attempt.state === 'unconfirmed';
}

/** The stores that were swept in this page. `isConfirmed` is true if a confirmed clock was known at the sweep. */
const swept = new WeakMap<LedgerStore, { isConfirmed: boolean }>();

/**
 * Removes records that are too old to matter: a device that sells all day has thousands of records. Runs once in a page, and once more when
 * the time is confirmed. Nothing waits for the removal, and its failure does not affect a payment.
 */
function sweepOnce(store: LedgerStore, confirmedNow: number | undefined): void {
  const isConfirmed = confirmedNow !== undefined;
  const last = swept.get(store);
  if (last && (last.isConfirmed || !isConfirmed)) return;
  swept.set(store, { isConfirmed });
  store.sweep({ confirmedNow }).catch(() => undefined);
}
