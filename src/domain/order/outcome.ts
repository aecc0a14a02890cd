import type { Brand } from '../card/brands.js';
import { CheckoutError } from '../errors.js';
import type { FeePayer, Method } from '../payment.js';
import { presentFields } from '../present-fields.js';
import type { Attempt } from './attempt.js';

/** An approved payment. */
export interface ApprovedOutcome {
  /** Charged. */
  status: 'approved';
  /** Our own identifier of this attempt, as the token endpoint and `notify-url` have it. */
  attemptId: string;
  /** The shop's order that was paid. */
  orderId?: string;
  /** How it was paid. */
  method: Method;
  /** A Pix charge's identifier at the service. */
  chargeId?: string;
  /** It took money although the order was already paid: for the shop to give back. */
  duplicate?: boolean;
  /** The transaction's identifier at the service; a Pix has `chargeId`. */
  identifier?: string;
  /** The service's own message; known only in the page that paid. */
  message?: string;
  /** The amount that was sent to be charged, before any fee: reais as decimal text. */
  amount: string;
  /** The total on the button; reais as decimal text. */
  total?: string;
  /** In how many installments; 1 by Pix. */
  installments: number;
  /** Who pays the fee of the installments. */
  whoPaysFee: FeePayer;
  /** The card's brand. */
  brand?: Brand;
  /** The last four digits of the card's number. */
  last4?: string;
  /** The saved card that was paid with. */
  cardId?: string;
  /** Approved after the attempt had been unconfirmed. */
  late?: boolean;
}

/** A charge that the service refused. Nothing was charged. */
export interface DeclinedOutcome {
  /** Refused; not charged. */
  status: 'declined';
  /** Our own identifier of this attempt. */
  attemptId: string;
  /** The shop's order that was to be paid. */
  orderId?: string;
  /** The service's own message, as text of at most 200 characters. */
  message?: string;
}

/** A payment that was certainly not made. */
export interface FailedOutcome {
  /** Certainly not charged. */
  status: 'failed';
  /** Our own identifier of this attempt; absent where none was begun. */
  attemptId?: string;
  /** The shop's order that was to be paid. */
  orderId?: string;
  /** Why, with a stable `code` and a message for developers in English. */
  error: CheckoutError;
}

/** A charge that was sent, and of which nobody knows what became: it may have been charged. */
export interface UnconfirmedOutcome {
  /** May have been charged. */
  status: 'unconfirmed';
  /** The attempt, as far as it is known. */
  attempt: Attempt;
}

/** A rule is broken. Nothing was sent, and there is no event. */
export interface InvalidOutcome {
  /** Nothing was sent. */
  status: 'invalid';
  /** The names of the fields that are marked as wrong. */
  fields: string[];
}

/**
 * Why nothing was sent: the page prevented `balcao-before-pay`, a payment of the order is under way or was made elsewhere, the order was
 * paid in part or by an amount that nobody can read, or the element left the page.
 */
export type CancelReason = 'prevented' | 'busy' | 'short' | 'removed';

/** Nothing was sent, and there is no event. */
export interface CancelledOutcome {
  /** Nothing was sent. */
  status: 'cancelled';
  /** Why. */
  reason: CancelReason;
}

/** The outcome of a call of `pay()`, by its `status`. */
export type PaymentOutcome = ApprovedOutcome | DeclinedOutcome | FailedOutcome | UnconfirmedOutcome | InvalidOutcome | CancelledOutcome;

/** The shop's identifier of the order that an outcome is of; `undefined` where it has none. */
export function findOutcomeOrder(outcome: PaymentOutcome): string | undefined {
  if (outcome.status === 'unconfirmed') return outcome.attempt.orderId;
  return 'orderId' in outcome ? outcome.orderId : undefined;
}

/** Details of an outcome that its attempt does not have. */
export interface OutcomeDetails {
  message?: string;
  late?: boolean;
  error?: CheckoutError;
}

/** The outcome of an attempt that was charged. */
export function createApprovedOutcome(attempt: Attempt, { message, late }: OutcomeDetails = {}): ApprovedOutcome {
  const { attemptId, orderId, method, chargeId, duplicate, amount, total, identifier, brand, last4, cardId } = attempt;
  const { installments = 1, whoPaysFee = 'merchant' } = attempt;
  return {
    status: 'approved',
    attemptId,
    method,
    amount,
    installments,
    whoPaysFee,
    ...presentFields({ orderId, chargeId, duplicate, total, identifier, brand, last4, cardId, message, late: late || undefined }),
  };
}

/** The outcome of an attempt, by its state. One that is still open counts as unconfirmed. */
export function createOutcome(attempt: Attempt, details: OutcomeDetails = {}): PaymentOutcome {
  const { attemptId, orderId, state } = attempt;
  switch (state) {
    case 'approved':
      return createApprovedOutcome(attempt, details);
    case 'declined':
      return { status: state, attemptId, ...presentFields({ orderId, message: details.message }) };
    case 'failed':
      return {
        status: state,
        attemptId,
        ...presentFields({ orderId }),
        error: details.error ?? new CheckoutError('network', 'The charge was not made.'),
      };
    case 'open':
    case 'unconfirmed':
      return { status: 'unconfirmed', attempt };
  }
}
