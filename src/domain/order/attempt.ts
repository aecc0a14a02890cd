import type { Brand } from '../card/brands.js';
import type { FeePayer, Method } from '../payment.js';

/** The state of an attempt. An `unconfirmed` attempt may have been charged. A `declined` or `failed` attempt certainly was not. */
export type AttemptState = 'open' | 'approved' | 'declined' | 'failed' | 'unconfirmed';

/**
 * One attempt to pay an order, as the ledger stores it. Its only card data are the brand, the last four digits and the `cardId` of a saved
 * card.
 */
export interface Attempt {
  /** Balcão's own identifier of the attempt: a UUID, or `pix-` and the charge's identifier. */
  attemptId: string;
  /** The shop's identifier of the order. */
  orderId?: string;
  /** The method of the payment. */
  method: Method;
  /** The amount that was sent in the request, before any fee: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The shopper's total, as on the button: reais as decimal text. Absent if only the service knows the fee. */
  total?: string;
  /** The amount of each installment, as the shopper saw it: reais as decimal text. */
  parts?: string[];
  /** The number of installments. */
  installments?: number;
  /** The payer of the installment fee. */
  whoPaysFee?: FeePayer;
  /** The card's brand. */
  brand?: Brand;
  /** The last four digits of the card's number. */
  last4?: string;
  /** The `cardId` of the saved card that is charged. */
  cardId?: string;
  /** The service's identifier of the Pix charge. */
  chargeId?: string;
  /** The service's identifier of the transaction, once it is approved. */
  identifier?: string;
  /** The start of the attempt, epoch ms. */
  startedAt: number;
  /**
   * The instant at which the page learned the result of a card, epoch ms by the device's clock. Of a Pix, the instant at which the page
   * learned that it was paid, epoch ms by the service's or the shop's clock, if known.
   */
  settledAt?: number;
  /** The expiry of the Pix code, epoch ms. */
  expiresAt?: number;
  /** True if this payment took money although the order was already paid. The shop must refund it. */
  duplicate?: boolean;
  /** True if a Pix was paid, but the amount that arrived is unreadable. The shop must look it up. */
  unclear?: boolean;
  /** The attempt's state. */
  state: AttemptState;
}

/** A change of an attempt. */
export interface AttemptChange {
  state: Exclude<AttemptState, 'open'>;
  identifier?: string;
  /** The instant at which the page learned the result, epoch ms. */
  settledAt?: number;
}

/**
 * The states that may follow each state. An approval is final, and so is a decline, the service's own refusal. A failed attempt may still
 * become approved: the shop resolved it wrongly, and the late response came afterwards. So a charge that took money never stays denied.
 */
const NEXT_STATES: Record<AttemptState, readonly AttemptState[]> = {
  open: ['unconfirmed', 'approved', 'declined', 'failed'],
  unconfirmed: ['approved', 'declined', 'failed'],
  failed: ['approved'],
  declined: [],
  approved: [],
};

/** Returns the attempt after a change, or the same object if the state must not change like that. */
export function advanceAttempt(attempt: Attempt, change: AttemptChange): Attempt {
  return NEXT_STATES[attempt.state].includes(change.state) ? { ...attempt, ...change } : attempt;
}

/** Merges two versions of one attempt: returns `other` if its state may follow the state of `known`, else `known`. */
export function mergeAttempt(known: Attempt, other: Attempt): Attempt {
  return NEXT_STATES[known.state].includes(other.state) ? other : known;
}
