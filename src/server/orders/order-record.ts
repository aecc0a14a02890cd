import type { Method } from '../../domain/payment.js';
import type { PixStatus } from '../../domain/pix/status.js';

/**
 * The state of an attempt to charge a card. `open`: a token was handed out. `sent`: the relay sends it now, or has sent it.
 * `unconfirmed`: its time is over and its result is unknown. The others are ends: `failed` is certainly not charged. `replaced`: the same session
 * continued with another attempt, since its page reported that this one was over; the records are asked about it all the same.
 */
export type AttemptState = 'open' | 'sent' | 'unconfirmed' | 'charged' | 'declined' | 'failed' | 'not-charged' | 'replaced';

/** The source of an attempt's end. A page is one only for `replaced`, which releases nothing. */
export type EndedBy = 'relay' | 'records' | 'person' | 'page';

/** A page's report of an attempt: it settles nothing and releases nothing. */
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
  /** `token`: a page got a token. `relay`: this server sends the charge. */
  via: 'token' | 'relay';
  /** The hash of its session. */
  session: string;
  /** The order's price when the attempt was opened: integer cents. */
  amountCents: number;
  state: AttemptState;
  /** Epoch ms. */
  openedAt: number;
  /**
   * Until when it may still be charged, epoch ms: the end of the handed-out token, the time limit and a margin. Absent where the end of its
   * token is unknown: then only the service's exact records, or a person, can decide that it was charged, and only a person that it was not.
   */
  mayChargeUntil?: number;
  /** When the relay sent it, epoch ms. */
  sentAt?: number;
  endedAt?: number;
  endedBy?: EndedBy;
  /** The service's identifier of the charge. */
  identifier?: string;
  /** The page's last report. */
  told?: PageReport;
  /** A charge that the shop's records hold for likely: for a person to check. */
  guess?: string;
  /**
   * The time of the next question to the records by the sweep, epoch ms. It counts while the result of the attempt is unknown
   * (`unconfirmed`, `replaced`); absent before the first question, which is asked at its end.
   */
  askAt?: number;
}

/** One Pix charge of an order. */
export interface PixRecord {
  chargeId: string;
  orderId: string;
  session: string;
  /** The order's price by Pix when the charge was created: integer cents. */
  dueCents: number;
  /** The amount of the charge: integer cents. Absent where a page created the charge, whose report proves nothing. */
  amountCents?: number;
  /** Epoch ms. */
  createdAt: number;
  /** The end of the code, epoch ms; absent where a page created the charge. */
  expiresAt?: number;
  status: PixStatus;
  /** The time of the service's last answer about it, epoch ms. */
  answeredAt?: number;
  /** The time of the next question by the sweep, epoch ms; absent once there is none. */
  askAt?: number;
}

/** The kind of a payment: it paid its order, it arrived although the order was paid, it is less than the price, or its amount is unknown. */
export type PaymentKind = 'paid' | 'extra' | 'short' | 'unclear';

/** Money that was taken for an order. A row is written once and never taken back. */
export interface PaymentRecord {
  /**
   * The attempt's identifier, or `pix-` and the charge's: writing down a payment twice creates no second one. A second charge by one attempt has
   * `+` and its own identifier after the attempt's; one that a person wrote down after a restore begins with `lost-`.
   */
  paymentId: string;
  orderId: string;
  method: Method;
  kind: PaymentKind;
  /** Integer cents; absent for `unclear`. */
  amountCents?: number;
  /** The service's identifier of the charge, or of the Pix charge. */
  identifier?: string;
  /** When the ledger learned of it, epoch ms. */
  at: number;
  by: 'relay' | 'records' | 'status' | 'person';
  /** When `orders.settled` ran for it and committed, epoch ms. */
  settledAt?: number;
  /** When a person returned the money, epoch ms. */
  returnedAt?: number;
}

/** All data of one order in the ledger. */
export interface OrderRecord {
  orderId: string;
  /** The only attempt that may charge a card. */
  holder?: string;
  attempts: readonly AttemptRecord[];
  pix: readonly PixRecord[];
  payments: readonly PaymentRecord[];
}

/** A decision about an order: its result, and the order as it is to be written. The same object where nothing changes. */
export interface Decision<Result> {
  result: Result;
  order: OrderRecord;
}

/** Creates an order without data. */
export function createOrderRecord(orderId: string): OrderRecord {
  return { orderId, attempts: [], pix: [], payments: [] };
}
