import type { Brand } from '../../domain/card/brands.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { AttemptRecord, Decision, OrderRecord, PaymentRecord, PixRecord } from '../orders/order-record.js';

/** A row of a result: values by column. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs one statement, with `$1`, `$2` … in it, and returns its rows. */
export type SqlQuery = (sql: string, values?: readonly unknown[]) => Promise<readonly SqlRow[]>;

/** The transaction in which a payment is settled: writes through it commit together with the payment's row, or not at all. */
export interface SettlingTransaction {
  query: SqlQuery;
}

/** A payment whose effect outside of the database is due. */
export interface Delivery {
  payment: PaymentRecord;
  /** The number of tries before. */
  tries: number;
}

/** A count within a window of time. */
export interface LimitCount {
  count: number;
  /** The time until the window ends, ms. */
  leftMs: number;
}

/** A connection of the shop with the service by OAuth 2.0. The caller encrypts its secrets before it is stored. */
export interface Connection {
  /** Encrypted tokens. */
  sealed: string;
  /** Epoch ms. */
  changedAt: number;
  /** The reason why it cannot be used until somebody signs in again. */
  broken?: string;
}

/** A sign-in that began and has not ended; `sealed` is encrypted. */
export interface SignIn {
  /** A hash of the state. */
  key: string;
  sealed: string;
  /** Epoch ms. */
  endsAt: number;
}

/** The customer who tokenized a card here, and its brand where that is known. */
export interface CardOwner {
  customer: string;
  brand?: Brand;
}

/** The work of a sweep. */
export interface DueWork {
  /** Open or sent attempts whose time is over. */
  attempts: readonly AttemptRecord[];
  /** Attempts with an unknown result, about which the records are to be asked again. */
  searches: readonly AttemptRecord[];
  /** Pix charges about which the service is to be asked. */
  pix: readonly PixRecord[];
  /** Payments that `orders.settled` has not run for. */
  payments: readonly PaymentRecord[];
}

/** The reason why the ledger opens no attempt. */
export type LedgerDistrust = 'restored';

/**
 * The storage of a shop's server for orders, attempts and payments, shared by all of its instances. Every method rejects where the database
 * cannot be reached; then nothing has changed, except by a commit whose answer was lost.
 */
export interface Ledger {
  /** Creates or updates its tables, and checks whether it may be trusted. Called once, first of all; throws an error that a person must fix. */
  start(): Promise<void>;
  close(): Promise<void>;
  /** Rejects where the database cannot be reached. */
  ping(): Promise<void>;
  /** The ledger's clock, epoch ms: the same for all instances, whatever their own clocks show. */
  now(): Promise<number>;
  /** A warning for the start of a process, in English: guarantees that this ledger lacks. */
  readonly warning?: string;

  /** `restored`: the database is an older copy of itself, and payments may be missing in it. */
  distrust(): Promise<LedgerDistrust | undefined>;
  /** Trusts the database again: a person has written down what the copy lacked. */
  trust(now: number): Promise<void>;

  /**
   * Locks an order, reads all of its rows, calls `decide`, and writes the changes, in one transaction. `decide` is pure and may run again. Its
   * `now` is the ledger's clock, epoch ms, read once the order is locked. Where a charge or an identifier belongs to another order already, it
   * rejects with `LedgerConflict` and nothing changes.
   */
  change<Result>(orderId: string, decide: (order: OrderRecord, now: number) => Decision<Result>): Promise<Result>;
  /** The present order, without a lock. */
  read(orderId: string): Promise<OrderRecord>;
  findAttempt(attemptId: string): Promise<AttemptRecord | undefined>;
  findPixCharge(chargeId: string): Promise<PixRecord | undefined>;
  findPayment(paymentId: string): Promise<PaymentRecord | undefined>;
  /**
   * Lists attempts that are `unconfirmed`, or `replaced` and not known to the records after their end; payments that are `short` or `unclear`, and every
   * one of an order that was paid more than once, except returned ones. `unconfirmed` before `replaced`, oldest first, 500 of each list at most.
   */
  listUnresolved(): Promise<{ attempts: readonly AttemptRecord[]; payments: readonly PaymentRecord[] }>;
  /** Lists the work that is due at `now`, 100 of each kind at most. */
  listDue(now: number): Promise<DueWork>;

  /**
   * Runs `work` for a payment that is not settled, in the transaction of its row, marks it settled, and with `isDelivered` also writes an
   * outbox row with the payment as its key. `false` where it was settled already. An error of `work` rolls all of it back and is rethrown; its `tx` cannot
   * be used from then on. `limitMs` is the time limit of `work`: no statement, and no pause between two, may last much longer, so that abandoned
   * work, or work of a process that has ended, holds no row for long.
   */
  settle(
    paymentId: string,
    work: (payment: PaymentRecord, tx: SettlingTransaction) => Promise<void>,
    options: { now: number; isDelivered: boolean; limitMs?: number },
  ): Promise<boolean>;
  /** Claims the next delivery for `leaseMs`, so that no other instance has it; `undefined` where none is due. */
  claimDelivery(now: number, leaseMs: number): Promise<Delivery | undefined>;
  endDelivery(paymentId: string): Promise<void>;
  countDeliveries(): Promise<number>;

  /** Adds one to a count and returns it; the window begins with its first. Over all instances. */
  count(key: string, windowMs: number, now: number): Promise<LimitCount>;
  /** The present count, without adding to it. */
  readCount(key: string, now: number): Promise<LimitCount>;
  /** Takes one off a count whose window is not over, down to 0. */
  discount(key: string, now: number): Promise<void>;

  /** A customer's saved cards, oldest first, those like the last used card before all others. */
  listCards(customer: string): Promise<readonly SavedCard[]>;
  /** Keeps a card; a known `cardId` of the same customer is replaced and keeps its place. `false` where it belongs to another customer, or the customer has 300. */
  keepCard(customer: string, card: SavedCard): Promise<boolean>;
  /**
   * Writes down the customer who tokenized a card here just now. A card that another customer keeps by a page's claim alone is then no longer theirs.
   * `false` where another customer tokenized it. `brand` is read by this server from the number: no page's claim changes it.
   */
  claimCard(customer: string, cardId: string, brand?: Brand): Promise<boolean>;
  /** The customer who tokenized a card here; `undefined` for one that was only kept, by a page's claim. */
  findTokenizedCard(cardId: string): Promise<CardOwner | undefined>;
  /** `false` where the customer has no such card. */
  removeCard(customer: string, cardId: string): Promise<boolean>;
  noteCardUse(customer: string, cardId: string, now: number): Promise<void>;
  /** Deletes the cards of a customer. Orders have no customer in the ledger. */
  forgetCustomer(customer: string): Promise<void>;

  /** Runs `work` with a connection that is locked for all instances; `save` commits at once, before `work` continues. */
  withConnection<Result>(
    name: string,
    work: (connection: Connection | undefined, save: (next: Connection) => Promise<void>) => Promise<Result>,
  ): Promise<Result>;
  /** The present connection, without a lock. */
  readConnection(name: string): Promise<Connection | undefined>;
  addSignIn(signIn: SignIn): Promise<void>;
  /** Returns a sign-in and deletes it, at once: it can be used once. */
  consumeSignIn(key: string, now: number): Promise<SignIn | undefined>;

  /** Announces that something of a Pix charge changed, to every instance. */
  announce(chargeId: string): Promise<void>;
  /** Calls `changed` for each announcement, of any instance. Returns a function that unsubscribes. */
  subscribe(chargeId: string, changed: () => void): () => void;

  /**
   * Deletes ended orders whose last change is before this instant (epoch ms), and sign-ins and counts that are over. Orders with an unresolved
   * attempt or payment stay. Returns the number of deleted orders.
   */
  removeBefore(instant: number, now: number): Promise<number>;
}

/** The error of a change with a charge or an identifier that belongs to another order already. */
export class LedgerConflict extends Error {
  override readonly name = 'LedgerConflict';

  constructor(message = 'A charge or an identifier is written down for another order already.', options?: ErrorOptions) {
    super(message, options);
  }
}
