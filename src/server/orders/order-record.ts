import type { Method } from '../../domain/payment.js';
import type { PixStatus } from '../../domain/pix/status.js';

/**
 * How an attempt to charge a card stands. `open`: a token was handed out. `sent`: the relay sends it now, or has sent it.
 * `unconfirmed`: its time is over and nobody knows. The others are ends: `failed` is certainly not charged. `replaced`: the same session went on with another attempt, since its page
 * said that this one was over; it is asked about all the same.
 */
export type AttemptState = 'open' | 'sent' | 'unconfirmed' | 'charged' | 'declined' | 'failed' | 'not-charged' | 'replaced';

/** Who said how an attempt ended. A page is not among them, but for `replaced`, which frees nothing. */
export type EndedBy = 'relay' | 'records' | 'person' | 'page';

/** What a page said of an attempt: its word, which settles nothing and frees nothing. */
export interface PageReport {
  /** `Attempt.state` of the page. */
  state: string;
  /** Epoch ms by this server. */
  at: number;
  identifier?: string;
  last4?: string;
  cardId?: string;
  installments?: number;
}

/** One attempt to charge a card for an order. */
export interface AttemptRecord {
  attemptId: string;
  orderId: string;
  method: Extract<Method, 'card' | 'saved-card'>;
  /** Whether a page got a token, or the relay sends. */
  via: 'token' | 'relay';
  /** Of whose session it is, as `hashSession` writes it. */
  session: string;
  /** What the order cost when it was opened: integer cents. */
  amountCents: number;
  state: AttemptState;
  /** Epoch ms. */
  openedAt: number;
  /**
   * Until when it may still be charged, epoch ms: the end of the handed-out token, the time limit and a margin. Absent where nobody knows
   * the end of its token: then only the service's exact records, or a person, can say that it was charged, and only a person that it was not.
   */
  mayChargeUntil?: number;
  /** When the relay sent it, epoch ms. */
  sentAt?: number;
  endedAt?: number;
  endedBy?: EndedBy;
  /** The service's identifier of the charge. */
  identifier?: string;
  /** What the page said last. */
  told?: PageReport;
  /** A charge that the shop's records hold for likely: for a person to look at. */
  guess?: string;
  /**
   * When the records are to be asked about it again without anybody wanting it, epoch ms. It counts while nobody knows how the attempt ended
   * (`unconfirmed`, `replaced`); absent where they have not been: then they are asked at its end.
   */
  askAt?: number;
}

/** One Pix charge of an order. */
export interface PixRecord {
  chargeId: string;
  orderId: string;
  session: string;
  /** What the order cost by Pix when it was made: integer cents. */
  dueCents: number;
  /** What the charge is of: integer cents. Absent where a page made the charge, whose word is none. */
  amountCents?: number;
  /** Epoch ms. */
  createdAt: number;
  /** The end of the code, epoch ms; absent where a page made the charge. */
  expiresAt?: number;
  status: PixStatus;
  /** When the service last gave an answer about it, epoch ms. */
  answeredAt?: number;
  /** When it is to be asked again without anybody wanting it, epoch ms; absent once it is never asked again. */
  askAt?: number;
}

/** What a payment is to its order: it paid it, it came although the order was paid, it is less than the order costs, or nobody knows how much it was. */
export type PaymentKind = 'paid' | 'extra' | 'short' | 'unclear';

/** Money that was taken for an order. A row is written once and never taken back. */
export interface PaymentRecord {
  /**
   * The attempt's identifier, or `pix-` and the charge's: writing a payment down twice makes no second one. A second charge by one attempt has
   * `+` and its own identifier behind the attempt's; one that a person wrote down after a restore begins with `lost-`.
   */
  paymentId: string;
  orderId: string;
  method: Method;
  kind: PaymentKind;
  /** Integer cents; absent for `unclear`. */
  amountCents?: number;
  /** The service's identifier of the charge, or of the Pix charge. */
  identifier?: string;
  /** When it was learned of, epoch ms. */
  at: number;
  by: 'relay' | 'records' | 'status' | 'person';
  /** When `orders.settled` ran for it and committed, epoch ms. */
  settledAt?: number;
  /** When a person gave the money back, epoch ms. */
  returnedAt?: number;
}

/** Everything that the ledger has of one order. */
export interface OrderRecord {
  orderId: string;
  /** The attempt that alone may charge a card. */
  holder?: string;
  attempts: readonly AttemptRecord[];
  pix: readonly PixRecord[];
  payments: readonly PaymentRecord[];
}

/** What a decision about an order comes to: what it says, and the order as it is to be written. The same object where nothing changes. */
export interface Decision<Result> {
  result: Result;
  order: OrderRecord;
}

/** An order of which nothing is known. */
export function createOrderRecord(orderId: string): OrderRecord {
  return { orderId, attempts: [], pix: [], payments: [] };
}
