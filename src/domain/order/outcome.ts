import type { Brand } from '../card/brands.js';
import { CheckoutError } from '../errors.js';
import type { FeePayer, Method } from '../payment.js';
import { presentFields } from '../present-fields.js';
import type { Attempt } from './attempt.js';

/** An approved payment. */
export interface ApprovedOutcome {
  status: 'approved';
  attemptId: string;
  orderId?: string;
  method: Method;
  /** A Pix charge's identifier at the service. */
  chargeId?: string;
  /** It took money although the order was already paid: for the shop to give back. */
  duplicate?: boolean;
  identifier?: string;
  /** The service's own message; known only in the page that paid. */
  message?: string;
  /** What was sent to be charged, before any fee: reais as decimal text. */
  amount: string;
  /** What the button said that is paid in all; reais as decimal text. */
  total?: string;
  installments: number;
  whoPaysFee: FeePayer;
  brand?: Brand;
  last4?: string;
  cardId?: string;
  /** Approved after the attempt had been unconfirmed. */
  late?: boolean;
}

/**
 * Why nothing was sent: the page prevented `balcao-before-pay`, a payment of the order is under way or was made elsewhere, the order was
 * paid in part, or the element left the page.
 */
export type CancelReason = 'prevented' | 'busy' | 'short' | 'removed';

/** The outcome of a call of `pay()`. */
export type PaymentOutcome =
  | ApprovedOutcome
  | { status: 'declined'; attemptId: string; orderId?: string; message?: string }
  /** Certainly not charged. */
  | { status: 'failed'; attemptId?: string; orderId?: string; error: CheckoutError }
  /** May have been charged. */
  | { status: 'unconfirmed'; attempt: Attempt }
  /** A rule is broken; nothing was sent. */
  | { status: 'invalid'; fields: string[] }
  /** Nothing was sent, and no event is sent. */
  | { status: 'cancelled'; reason: CancelReason };

/** The shop's identifier of the order that an outcome is of; `undefined` where it has none. */
export function readOutcomeOrder(outcome: PaymentOutcome): string | undefined {
  if (outcome.status === 'unconfirmed') return outcome.attempt.orderId;
  return 'orderId' in outcome ? outcome.orderId : undefined;
}

/** What is known of an outcome in addition to its attempt. */
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
