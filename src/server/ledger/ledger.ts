import type { Brand } from '../../domain/card/brands.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { AttemptRecord, Decision, OrderRecord, PaymentRecord, PixRecord } from '../orders/order-record.js';

/** A row of a result: values by column. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Runs one statement, with the placeholders `$1`, `$2` and so on, and resolves with its rows. */
export type SqlQuery = (sql: string, values?: readonly unknown[]) => Promise<readonly SqlRow[]>;

/** The transaction in which a payment is settled: writes through it commit together with the payment's row, or not at all. */
export interface SettlingTransaction {
  query: SqlQuery;
}

/** A payment whose effect outside of the database is due. */
export interface Delivery {
  payment: PaymentRecord;
  /** The number of earlier tries. */
  tries: number;
}

/** A count within a window of time. */
export interface LimitCount {
  count: number;
  /** The time until the window ends, ms. */
  leftMs: number;
}

/** A secret that all instances share until its end. */
export interface SharedKey {
  key: string;
  /** Epoch ms. */
  endsAt: number;
}

/** The sender of a card: the hash of the session and, if it is known, the hash of the address. */
export interface CardTrier {
  session: string;
  address?: string;
}

/** The limits of a sender's tries. A try is an attempt that was declined or may still be, opened after `since` (epoch ms). */
export interface TryLimits extends CardTrier {
  since: number;
  mostPerSession: number;
  mostPerAddress: number;
}

/** The tries of a sender. */
export interface TryCount {
  /** The attempts that were declined. */
  declined: number;
  /** The attempts that are under way: each of them may be declined. */
  underWay: number;
  /** The time when the first declined one was opened, epoch ms. */
  firstAt?: number;
}

/** The tries of a session and of an address. */
export interface TryCounts {
  session: TryCount;
  address: TryCount;
}

/** A connection of the shop with the service by OAuth 2.0. The caller encrypts the tokens before they are stored. */
export interface Connection {
  /** Encrypted tokens. */
  sealed: string;
  /** Epoch ms. */
  changedAt: number;
  /** The reason why it cannot be used until somebody signs in again. */
  broken?: string;
}

/** A sign-in that has begun and has not ended. `sealed` is encrypted data. */
export interface SignIn {
  /** A hash of the state. */
  key: string;
  sealed: string;
  /** Epoch ms. */
  endsAt: number;
}

/** The customer who tokenized a card here, and the card's brand if it is known. */
export interface CardOwner {
  customer: string;
  brand?: Brand;
}

/** A claimed search for an attempt in the records. */
export interface DueSearch {
  attempt: AttemptRecord;
  /** True for the first search of an attempt that has expired. */
  isFirst: boolean;
}

/**
 * A kind of work that is repeated until it is done: `orders.settled` and `orders.deliver` for payments, attempts that have expired, searches
 * in the records, status queries of Pix charges.
 */
export type WorkKind = 'settled' | 'deliveries' | 'expired' | 'searches' | 'pix';

/** Work of one kind that waits. */
export interface WaitingWork<Kind extends string = WorkKind> {
  work: Kind;
  count: number;
  /** The time since which the oldest piece waits, epoch ms. */
  since: number;
  /** The number of pieces that were tried and failed. */
  failing: number;
}

/** The reason why the ledger opens no attempt. */
export type LedgerDistrust = 'restored';

/**
 * The storage of a shop's server for orders, attempts and payments, shared by all of its instances. Every method rejects if the database
 * cannot be reached. Nothing has changed then, except by a commit whose response was lost.
 */
export interface Ledger {
  /**
   * Creates or updates the tables, and checks whether the database may be trusted. Called once, before any other method. Rejects with an
   * error that a person must fix.
   */
  start(): Promise<void>;
  close(): Promise<void>;
  /** Rejects if the database cannot be reached. */
  ping(): Promise<void>;
  /** Reads the ledger's clock, epoch ms: the same for all instances. */
  now(): Promise<number>;
  /** A warning for the start of a process, in English: guarantees that this ledger lacks. */
  readonly warning?: string;

  /** Resolves with `restored` if the database is an older copy of itself, in which payments may be missing. */
  distrust(): Promise<LedgerDistrust | undefined>;
  /** Trusts the database again, after a person has recorded the payments that the copy lacked. */
  trust(now: number): Promise<void>;

  /**
   * Locks an order, reads all of its rows, calls `decide`, and writes the changes, in one transaction. `decide` is pure and may run again.
   * Its `now` is the time by the ledger's clock, epoch ms, read once the order is locked. If a charge or an identifier already belongs to
   * another order, rejects with `LedgerConflict` and changes nothing.
   *
   * With `limits`, `decide` also gets the sender's tries, on all orders. They include every attempt that was opened before, but for the
   * attempts of the same sender on other orders that open at the same instant while the count is more than 20 below its limit. So a limit
   * holds exactly if at most 20 of the sender's attempts open at the same instant; each of the others may be one too many.
   */
  change<Result>(
    orderId: string,
    decide: (order: OrderRecord, now: number, tries: TryCounts) => Decision<Result>,
    limits?: TryLimits,
  ): Promise<Result>;
  /** Deletes the hashes of addresses of the attempts that were opened at this instant, epoch ms, or before. */
  forgetAddresses(instant: number): Promise<void>;
  /** Reads the present order, without a lock. */
  read(orderId: string): Promise<OrderRecord>;
  findAttempt(attemptId: string): Promise<AttemptRecord | undefined>;
  findPixCharge(chargeId: string): Promise<PixRecord | undefined>;
  findPayment(paymentId: string): Promise<PaymentRecord | undefined>;
  /**
   * Lists the attempts and payments that wait for a person, oldest first, at most 500 of each. The attempts are the `unconfirmed` ones,
   * then the `replaced` ones that the records did not know after their end. The payments are the `short` and `unclear` ones, and every
   * payment of an order that was paid more than once, except returned ones.
   */
  listUnresolved(): Promise<{ attempts: readonly AttemptRecord[]; payments: readonly PaymentRecord[] }>;

  /**
   * Marks attempts that have expired as `unconfirmed`, 500 at most, and resolves with them; with none if nothing is left that nobody else
   * works on. Like the claims below, it passes over orders that are locked: instances share the work.
   */
  expireAttempts(now: number): Promise<readonly Pick<AttemptRecord, 'attemptId' | 'orderId'>[]>;
  /** Claims due searches for attempts with an unknown result, about `most`: plans the next search of each, so that nobody else runs it. */
  claimSearches(now: number, most: number): Promise<readonly DueSearch[]>;
  /** Claims due status queries of Pix charges, about `most`: plans the next query of each. */
  claimPixQueries(now: number, most: number): Promise<readonly PixRecord[]>;
  /** Claims a payment that `orders.settled` has not run for, the longest due. Nobody else can claim it for `leaseMs`, or longer after tries. */
  claimSettling(now: number, leaseMs: number): Promise<readonly PaymentRecord[]>;

  /**
   * Runs `work` for a payment that is not settled and marks the payment as settled, in one transaction. With `isDelivered` it also writes
   * an outbox row for the payment. Resolves with `false` if the payment was already settled. An error of `work` rolls everything back and
   * is rethrown; `tx` cannot be used any more then. `limitMs` is the time limit of `work`: no statement, and no pause between two
   * statements, may last much longer. Abandoned work, and work of a process that has ended, thus holds no row for long.
   */
  settle(
    paymentId: string,
    work: (payment: PaymentRecord, tx: SettlingTransaction) => Promise<void>,
    options: { now: number; isDelivered: boolean; limitMs?: number },
  ): Promise<boolean>;
  /**
   * Claims the next delivery for `leaseMs`, so that no other instance has it; `undefined` if none is due. With `isNew` it claims only one
   * that was never tried.
   */
  claimDelivery(now: number, leaseMs: number, options?: { isNew?: boolean }): Promise<Delivery | undefined>;
  endDelivery(paymentId: string): Promise<void>;
  /** Notes that the shop's function failed for a payment, for `listWaiting`. */
  noteFailure(work: 'settled' | 'deliveries', paymentId: string, now: number): Promise<void>;
  /** Lists the work that waits at `now`, by kind. A kind without work is left out. */
  listWaiting(now: number): Promise<readonly WaitingWork[]>;

  /** Adds one to a count of all instances, and resolves with the count. The window begins with the first addition. */
  count(key: string, windowMs: number, now: number): Promise<LimitCount>;
  /** Reads the present count. */
  readCount(key: string, now: number): Promise<LimitCount>;
  /** Subtracts one from a count whose window has not ended, down to 0. */
  discount(key: string, now: number): Promise<void>;

  /** Resolves with the key of this name. If there is none, or if it has ended, this is `key`, for `lifeMs`: the first instance decides. */
  shareKey(name: string, key: string, lifeMs: number, now: number): Promise<SharedKey>;
  /** Deletes sign-ins, counts and keys that have ended. */
  removeExpired(now: number): Promise<void>;

  /** Lists a customer's saved cards, oldest first; the cards that equal the last used one come before all others. */
  listCards(customer: string): Promise<readonly SavedCard[]>;
  /**
   * Keeps a card. A known `cardId` of the same customer is replaced and keeps its place. Resolves with `false` if the card belongs to
   * another customer, or if the customer already has 300 cards.
   */
  keepCard(customer: string, card: SavedCard): Promise<boolean>;
  /**
   * Records the customer who has just tokenized a card here. Another customer who keeps the card by a page's claim alone loses it. Resolves
   * with `false` if another customer tokenized the card. `brand` is read by this server from the card's number: no page's claim changes it.
   */
  claimCard(customer: string, cardId: string, brand?: Brand): Promise<boolean>;
  /** Finds the customer who tokenized a card here; `undefined` for a card that was only kept, by a page's claim. */
  findTokenizedCard(cardId: string): Promise<CardOwner | undefined>;
  /** Removes a kept card. Resolves with `false` if the customer has no such card. */
  removeCard(customer: string, cardId: string): Promise<boolean>;
  noteCardUse(customer: string, cardId: string, now: number): Promise<void>;
  /** Deletes the cards of a customer. Orders have no customer in the ledger. */
  forgetCustomer(customer: string): Promise<void>;

  /** Locks a connection for all instances, and runs `work` with it. `save` commits at once; a name without it is a lock alone. */
  withConnection<Result>(
    name: string,
    work: (connection: Connection | undefined, save: (next: Connection) => Promise<void>) => Promise<Result>,
  ): Promise<Result>;
  /** Reads the present connection, without a lock. */
  readConnection(name: string): Promise<Connection | undefined>;
  addSignIn(signIn: SignIn): Promise<void>;
  /** Deletes a sign-in and resolves with it, in one step: a sign-in can be used once. */
  consumeSignIn(key: string, now: number): Promise<SignIn | undefined>;

  /** Announces a change of a Pix charge to every instance. */
  announce(chargeId: string): Promise<void>;
  /** Calls `changed` for each announcement about a charge, of any instance. Returns a function that unsubscribes. */
  subscribe(chargeId: string, changed: () => void): () => void;

  /**
   * Deletes ended orders whose last change is before this instant (epoch ms), and what `removeExpired` deletes. Orders with an unresolved
   * attempt or payment stay. Resolves with the number of deleted orders.
   */
  removeBefore(instant: number, now: number): Promise<number>;
}

/** The methods of a ledger that hand out the work that is due. */
export type WorkMethods =
  | 'expireAttempts'
  | 'claimSearches'
  | 'claimPixQueries'
  | 'claimSettling'
  | 'claimDelivery'
  | 'endDelivery'
  | 'noteFailure'
  | 'listWaiting';

/** The error of a change with a charge or an identifier that already belongs to another order. */
export class LedgerConflict extends Error {
  override readonly name = 'LedgerConflict';

  constructor(message = 'A charge or an identifier is written down for another order already.', options?: ErrorOptions) {
    super(message, options);
  }
}
