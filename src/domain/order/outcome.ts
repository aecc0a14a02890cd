import type { Brand } from '../card/brands.js';
import { CheckoutError } from '../errors.js';
import type { FeePayer, Method } from '../payment.js';
import { presentFields } from '../present-fields.js';
import type { Attempt } from './attempt.js';

/** An approved payment. */
export interface ApprovedOutcome {
  /** The outcome: charged. */
  status: 'approved';
  /** Balcão's own identifier of the attempt. The token endpoint and `notify-url` receive the same identifier. */
  attemptId: string;
  /** The shop's identifier of the order that was paid. */
  orderId?: string;
  /** The method of the payment. */
  method: Method;
  /** The service's identifier of the Pix charge. */
  chargeId?: string;
  /** True if this payment took money although the order was already paid. The shop must refund it. */
  duplicate?: boolean;
  /** The service's identifier of the transaction; a Pix has `chargeId` instead. */
  identifier?: string;
  /** The service's message; only the page that paid knows it. */
  message?: string;
  /** The amount that was sent in the request, before any fee: reais as decimal text. */
  amount: string;
  /** The total on the button: reais as decimal text. */
  total?: string;
  /** The number of installments; 1 by Pix. */
  installments: number;
  /** The payer of the installment fee. */
  whoPaysFee: FeePayer;
  /** The card's brand. */
  brand?: Brand;
  /** The last four digits of the card's number. */
  last4?: string;
  /** The `cardId` of the saved card that was charged. */
  cardId?: string;
  /** True if the attempt was unconfirmed before it was approved. */
  late?: boolean;
}

/** A charge that the service refused. Nothing was charged. */
export interface DeclinedOutcome {
  /** The outcome: refused, not charged. */
  status: 'declined';
  /** Balcão's own identifier of the attempt. */
  attemptId: string;
  /** The shop's order that was to be paid. */
  orderId?: string;
  /** The service's message, at most 200 characters. */
  message?: string;
}

/** A payment that was certainly not made. */
export interface FailedOutcome {
  /** The outcome: certainly not charged. */
  status: 'failed';
  /** Balcão's own identifier of the attempt; absent if no attempt was begun. */
  attemptId?: string;
  /** The shop's order that was to be paid. */
  orderId?: string;
  /** The reason: a stable `code`, and a message for developers in English. */
  error: CheckoutError;
}

/** A charge that was sent, but whose result is not known: the card may have been charged. */
export interface UnconfirmedOutcome {
  /** The outcome: may have been charged. */
  status: 'unconfirmed';
  /** The attempt, as far as the page knows it. */
  attempt: Attempt;
}

/** An invalid input. Nothing was sent, and no event is dispatched. */
export interface InvalidOutcome {
  /** Nothing was sent. */
  status: 'invalid';
  /** The names of the fields that are marked as invalid. */
  fields: string[];
}

/**
 * The reason why nothing was sent. `prevented`: the page prevented `balcao-before-pay`. `busy`: a payment of the order is under way, or the
 * order was paid elsewhere. `short`: the order was paid in part, or by an unreadable amount. `removed`: the element left the page.
 */
export type CancelReason = 'prevented' | 'busy' | 'short' | 'removed';

/** A payment that was cancelled. Nothing was sent, and no event is dispatched. */
export interface CancelledOutcome {
  /** Nothing was sent. */
  status: 'cancelled';
  /** The reason. */
  reason: CancelReason;
}

/** The outcome of a call of `pay()`, distinguished by `status`. */
export type PaymentOutcome = ApprovedOutcome | DeclinedOutcome | FailedOutcome | UnconfirmedOutcome | InvalidOutcome | CancelledOutcome;

/** Returns the shop's identifier of an outcome's order; `undefined` if the order has no identifier. */
export function findOutcomeOrder(outcome: PaymentOutcome): string | undefined {
  if (outcome.status === 'unconfirmed') return outcome.attempt.orderId;
  return 'orderId' in outcome ? outcome.orderId : undefined;
}

/** The details of an outcome that its attempt does not have. */
export interface OutcomeDetails {
  message?: string;
  late?: boolean;
  error?: CheckoutError;
}

/** Creates the outcome of an attempt that was charged. */
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

/** Creates the outcome of an attempt from its state. An open attempt counts as unconfirmed. */
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
