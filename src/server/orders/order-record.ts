import type { Method } from '../../domain/payment.js';
import type { CheckedBoleto } from '../../client/shop/check-boleto.js';
import type { PixStatus } from '../../domain/pix/status.js';

/**
 * The state of an attempt to charge a card:
 *
 * - `open`: a token was handed out.
 * - `sent`: the relay is sending the charge, or has sent it.
 * - `unconfirmed`: the attempt has expired, and its result is unknown.
 * - `charged`, `declined`, `failed`, `not-charged`: the results. A `failed` attempt is certainly not charged.
 * - `replaced`: the same session continued with another attempt, because its page reported that this one had ended. The records are still
 *   searched for it.
 */
export type AttemptState = 'open' | 'sent' | 'unconfirmed' | 'charged' | 'declined' | 'failed' | 'not-charged' | 'replaced';

/** The source of an attempt's end. A page is the source of `replaced` alone, which releases the order for no other session. */
export type EndedBy = 'relay' | 'records' | 'person' | 'page';

/** A page's report of an attempt. It settles nothing and releases nothing. */
export interface PageReport {
  /** `Attempt.state` of the page. */
  state: string;
  /** The time by this server, epoch ms. */
  at: number;
  identifier?: string;
  last4?: string;
  cardId?: string;
  installments?: number;
}

/** A count of further tokens for an attempt. */
export interface RepeatCount {
  count: number;
  /** The time of the first of them, epoch ms. */
  since: number;
}

/** One attempt to charge a card for an order. */
export interface AttemptRecord {
  attemptId: string;
  orderId: string;
  method: Extract<Method, 'card' | 'saved-card'>;
  /** `token`: a page got a token. `relay`: this server sends the charge. */
  via: 'token' | 'relay';
  /** The hash of the session that opened the attempt. */
  session: string;
  /** The order's price when the attempt was opened: integer cents. */
  amountCents: number;
  state: AttemptState;
  /** Epoch ms. */
  openedAt: number;
  /**
   * The instant until which the attempt may still be charged, epoch ms: the end of the token, plus the time limit and a margin. Absent if
   * the end of the token is unknown. Then only exact records or a person can decide that the attempt was charged, and only a person that it
   * was not.
   */
  mayChargeUntil?: number;
  /** The time when the relay sent the charge, epoch ms. Absent if it was not sent after all. */
  sentAt?: number;
  endedAt?: number;
  endedBy?: EndedBy;
  /** The service's identifier of the charge. */
  identifier?: string;
  /** The page's last report. */
  told?: PageReport;
  /** The identifier of a charge that is probably this attempt's, by records that guess. A person must check it. */
  guess?: string;
  /** The hash of the visitor's address, for an hour at most, while the attempt counts as a try (`isTry`). */
  address?: string;
  /** The further tokens of the attempt, counted within an hour from the first of them. */
  repeats?: RepeatCount;
  /**
   * The time of the sweep's next search in the records, epoch ms. It applies while the attempt's result is unknown (`unconfirmed`,
   * `replaced`). Absent before the first search, which is due when the attempt expires.
   */
  askAt?: number;
}

/** The codes and dates of a boleto, as they were checked when the shop's bank made it. */
export type BoletoFacts = Pick<CheckedBoleto, 'line' | 'dueDate' | 'payableUntil' | 'brCode' | 'pdfUrl' | 'payee'>;

/** One charge of an order that is paid in the bank's app: a Pix or a boleto. */
export interface PixRecord {
  /** The service's identifier of a Pix; of a boleto, `boleto:` and the bank's, which may be that of a Pix. */
  chargeId: string;
  orderId: string;
  session: string;
  /** The order's price by this method when the charge was created: integer cents. */
  dueCents: number;
  /** The amount of the charge: integer cents. Absent if a page created the charge: a page's report proves nothing. */
  amountCents?: number;
  /** Epoch ms. */
  createdAt: number;
  /** The instant from which it may be called expired, epoch ms. Absent if it is unknown, as for a charge that a page created. */
  expiresAt?: number;
  status: PixStatus;
  /** The time of the service's last status of the charge, epoch ms. */
  answeredAt?: number;
  /** The time of the sweep's next status query, epoch ms. Absent once there is none. */
  askAt?: number;
  /** Set for a boleto alone. */
  boleto?: BoletoFacts;
}

/**
 * The kind of a payment. `paid`: it paid its order. `extra`: it arrived although the order was already paid. `short`: it is less than the
 * price. `unclear`: its amount is unknown.
 */
export type PaymentKind = 'paid' | 'extra' | 'short' | 'unclear';

/** A payment that was taken for an order. It is recorded once; returning the money does not remove the record. */
export interface PaymentRecord {
  /**
   * The attempt's identifier, or `pix-` or `boleto-` and the charge's identifier: recording a payment twice creates no second one. A second
   * charge by the same attempt has the attempt's identifier, `+` and the charge's identifier; the second payment of one boleto ends with
   * `+2`. A card payment that a person recorded after a restore begins with `lost-`.
   */
  paymentId: string;
  orderId: string;
  method: Method;
  kind: PaymentKind;
  /** Integer cents; absent for `unclear`. */
  amountCents?: number;
  /** The service's identifier of the charge, or of the Pix charge; of a boleto, the bank's. */
  identifier?: string;
  /** The time when the ledger learned of the payment, epoch ms. */
  at: number;
  by: 'relay' | 'records' | 'status' | 'person';
  /** The time when `orders.settled` ran for the payment and committed, epoch ms. */
  settledAt?: number;
  /** The time when a person recorded the return of the money, epoch ms. */
  returnedAt?: number;
}

/** All data of one order in the ledger. */
export interface OrderRecord {
  orderId: string;
  /** The identifier of the only attempt that may charge a card. */
  holder?: string;
  attempts: readonly AttemptRecord[];
  pix: readonly PixRecord[];
  payments: readonly PaymentRecord[];
}

/** A decision about an order: its result, and the order to write. If nothing changes, `order` is the same object. */
export interface Decision<Result> {
  result: Result;
  order: OrderRecord;
}

/** Creates an order without data. */
export function createOrderRecord(orderId: string): OrderRecord {
  return { orderId, attempts: [], pix: [], payments: [] };
}
