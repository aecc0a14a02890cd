import type { Brand } from '../card/brands.js';
import { CheckoutError } from '../errors.js';
import type { FeePayer } from '../payment.js';
import { presentFields } from '../present-fields.js';
import type { Attempt } from './attempt.js';

/** An approved payment. */
export interface ApprovedOutcome {
  status: 'approved';
  attemptId: string;
  identifier?: string;
  /** The service's own message; known only in the page that paid. */
  message?: string;
  /** Reais as decimal text. */
  amount: string;
  installments: number;
  whoPaysFee: FeePayer;
  brand?: Brand;
  last4?: string;
  cardId?: string;
  /** Approved after the attempt had been unconfirmed. */
  late?: boolean;
}

/** The outcome of a call of `pay()`. */
export type PaymentOutcome =
  | ApprovedOutcome
  | { status: 'declined'; attemptId: string; message?: string }
  /** Certainly not charged. */
  | { status: 'failed'; attemptId?: string; error: CheckoutError }
  /** May have been charged. */
  | { status: 'unconfirmed'; attempt: Attempt }
  /** A rule is broken; nothing was sent. */
  | { status: 'invalid'; fields: string[] }
  /** The page prevented `balcao-before-pay`. */
  | { status: 'cancelled' };

/** What is known of an outcome in addition to its attempt. */
export interface OutcomeDetails {
  message?: string;
  late?: boolean;
  error?: CheckoutError;
}

/** The outcome of an attempt that was charged. */
export function createApprovedOutcome(attempt: Attempt, { message, late }: OutcomeDetails = {}): ApprovedOutcome {
  const { attemptId, amount, installments = 1, whoPaysFee = 'merchant', identifier, brand, last4, cardId } = attempt;
  return {
    status: 'approved',
    attemptId,
    amount,
    installments,
    whoPaysFee,
    ...presentFields({ identifier, brand, last4, cardId, message, late: late || undefined }),
  };
}

/** The outcome of an attempt, by its state. One that is still open counts as unconfirmed. */
export function createOutcome(attempt: Attempt, details: OutcomeDetails = {}): PaymentOutcome {
  const { attemptId, state } = attempt;
  switch (state) {
    case 'approved':
      return createApprovedOutcome(attempt, details);
    case 'declined':
      return { status: state, attemptId, ...presentFields({ message: details.message }) };
    case 'failed':
      return { status: state, attemptId, error: details.error ?? new CheckoutError('network', 'The charge was not made.') };
    case 'open':
    case 'unconfirmed':
      return { status: 'unconfirmed', attempt };
  }
}
