import type { Brand } from '../../domain/card/brands.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { AttemptRecord, Decision, OrderRecord, PaymentRecord, PixRecord } from '../orders/order-record.js';

/** A row of a result: values by column. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs one statement, with `$1`, `$2` … in it, and returns its rows. */
export type SqlQuery = (sql: string, values?: readonly unknown[]) => Promise<readonly SqlRow[]>;

/** The transaction that a payment is settled in: what is written through it commits with the payment's row, or not at all. */
export interface SettlingTransaction {
  query: SqlQuery;
}

/** A payment whose effect outside of the database is due. */
export interface Delivery {
  payment: PaymentRecord;
  /** How often it was tried before. */
  tries: number;
}

/** A count within a window of time. */
export interface LimitCount {
  count: number;
  /** Until the window ends, ms. */
  leftMs: number;
}

/** A connection of the shop with the service by OAuth 2.0, its secrets encrypted by whoever stores it. */
export interface Connection {
  /** Encrypted tokens. */
  sealed: string;
  /** Epoch ms. */
  changedAt: number;
  /** Why it can no longer be used until somebody signs in again. */
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

/** Who tokenized a card here, and its brand where that is known. */
export interface TokenizedCard {
  customer: string;
  brand?: Brand;
}

/** What `sweep` has to look at. */
export interface DueWork {
  /** Open or sent attempts whose time is over. */
  attempts: readonly AttemptRecord[];
  /** Attempts of which nobody knows how they ended, and about which the records are to be asked again. */
  searches: readonly AttemptRecord[];
  /** Pix charges that are to be asked about. */
  pix: readonly PixRecord[];
  /** Payments that `orders.settled` has not run for. */
  payments: readonly PaymentRecord[];
}

/** Why the ledger opens nothing. */
export type LedgerDistrust = 'restored';

/**
 * Where a shop's server writes orders, attempts and payments down, over all of its instances. Every method rejects where the database
 * cannot be reached; nothing has then changed, but for a commit whose answer was lost.
 */
export interface Ledger {
  /** Creates or updates what it needs, and reads whether it may be trusted. Called once before anything else; throws what a person must mend. */
  start(): Promise<void>;
  close(): Promise<void>;
  /** Rejects where the database cannot be reached. */
  ping(): Promise<void>;
  /** The ledger's clock, epoch ms: one for all instances, whatever each of them takes for the time. */
  now(): Promise<number>;
  /** What is to be said at the start of a process, in English: what this ledger cannot promise. */
  readonly warning?: string;

  /** `restored`: the database is an older copy of itself, and money may have been taken that it knows nothing of. */
  distrust(): Promise<LedgerDistrust | undefined>;
  /** A person has written down what the copy lacked. */
  trust(now: number): Promise<void>;

  /**
   * Locks an order, reads all of its rows, lets `decide` decide, and writes what it changed, in one transaction. `decide` is pure and may
   * run again. Its `now` is the ledger's clock, epoch ms, read once the order is locked. Where a charge or identifier is another order's already, it rejects with `LedgerConflict` and nothing changes.
   */
  change<Result>(orderId: string, decide: (order: OrderRecord, now: number) => Decision<Result>): Promise<Result>;
  /** The order as it is now, without a lock. */
  read(orderId: string): Promise<OrderRecord>;
  /** Whose an attempt is. */
  findAttempt(attemptId: string): Promise<AttemptRecord | undefined>;
  findPixCharge(chargeId: string): Promise<PixRecord | undefined>;
  findPayment(paymentId: string): Promise<PaymentRecord | undefined>;
  /**
   * Attempts that are `unconfirmed`, or `replaced` and not known to the records after their end; payments that are `short` or `unclear`, and every
   * one of an order that was paid more than once, but for what was given back. `unconfirmed` before `replaced`, oldest first, 500 of each list at most.
   */
  listUnresolved(): Promise<{ attempts: readonly AttemptRecord[]; payments: readonly PaymentRecord[] }>;
  /** What is due at `now`, 100 of each at most. */
  listDue(now: number): Promise<DueWork>;

  /**
   * Runs `work` for a payment that is not settled, in the transaction of its row, marks it settled, and with `isDelivered` also writes an
   * outbox row keyed by the payment. `false` where it was settled already. What `work` throws rolls all of it back and is thrown on; its `tx` is
   * of no use from then on. `limitMs` is what `work` may take: no statement, and no rest between two, may last much longer, so that what was
   * given up, or whose process is gone, holds no row for long.
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
  /** The count as it is, without adding. */
  readCount(key: string, now: number): Promise<LimitCount>;
  /** Takes one off a count whose window is not over, down to 0. */
  discount(key: string, now: number): Promise<void>;

  /** A customer's saved cards, oldest first, the ones like the card that was paid with last before all others. */
  listCards(customer: string): Promise<readonly SavedCard[]>;
  /** Keeps a card; a known `cardId` of the same customer is replaced and keeps its place. `false` where it is another customer's, or the customer has 300. */
  keepCard(customer: string, card: SavedCard): Promise<boolean>;
  /**
   * Writes down who tokenized a card here just now. One that somebody else keeps by a page's word alone is then no longer theirs. `false` where
   * another customer tokenized it. `brand` is what this server read from its number: no page's word changes it.
   */
  claimCard(customer: string, cardId: string, brand?: Brand): Promise<boolean>;
  /** Who tokenized a card here; `undefined` for one that was only kept, by a page's word. */
  findTokenizedCard(cardId: string): Promise<TokenizedCard | undefined>;
  /** `false` where the customer has no such card. */
  removeCard(customer: string, cardId: string): Promise<boolean>;
  noteCardUse(customer: string, cardId: string, now: number): Promise<void>;
  /** Forgets the cards of a customer. Orders have no customer in the ledger. */
  forgetCustomer(customer: string): Promise<void>;

  /** Runs `work` with a connection locked over all instances; `save` commits at once, before `work` goes on. */
  withConnection<Result>(
    name: string,
    work: (connection: Connection | undefined, save: (next: Connection) => Promise<void>) => Promise<Result>,
  ): Promise<Result>;
  /** The connection as it is, without a lock. */
  readConnection(name: string): Promise<Connection | undefined>;
  addSignIn(signIn: SignIn): Promise<void>;
  /** Returns a sign-in and forgets it, at once: it is good for one use. */
  consumeSignIn(key: string, now: number): Promise<SignIn | undefined>;

  /** Announces that something of a Pix charge changed, to every instance. */
  announce(chargeId: string): Promise<void>;
  /** Calls `changed` for each announcement, of any instance. Returns a function that unsubscribes. */
  subscribe(chargeId: string, changed: () => void): () => void;

  /** Deletes ended orders whose last change is before this instant (epoch ms), sign-ins and counts that are over. Orders with something unresolved stay. Returns how many orders went. */
  removeBefore(instant: number, now: number): Promise<number>;
}

/** A charge or an identifier is written down for another order already. */
export class LedgerConflict extends Error {
  override readonly name = 'LedgerConflict';

  constructor(message = 'A charge or an identifier is written down for another order already.', options?: ErrorOptions) {
    super(message, options);
  }
}
