import type { Brand } from '../card/brands.js';
import { CheckoutError } from '../errors.js';
import type { FeePayer, Method } from '../payment.js';

/** Where an attempt stands. `unconfirmed` may have been charged; `declined` and `failed` certainly were not. */
export type AttemptState = 'open' | 'approved' | 'declined' | 'failed' | 'unconfirmed';

/** One try to pay an order, as the journal keeps it: no card data but the last four digits. */
export interface Attempt {
  attemptId: string;
  orderId?: string;
  method: Method;
  /** Reais as decimal text, `"149.90"`. */
  amount: string;
  installments?: number;
  whoPaysFee?: FeePayer;
  brand?: Brand;
  last4?: string;
  cardId?: string;
  /** A Pix charge's identifier at the service. */
  chargeId?: string;
  /** An approved transaction's identifier at the service. */
  identifier?: string;
  /** Epoch ms. */
  startedAt: number;
  /** When a Pix code ends, epoch ms. */
  expiresAt?: number;
  state: AttemptState;
}

/** The shop's answer to what became of an attempt. */
export type Resolution = { status: 'charged'; identifier?: string; message?: string } | { status: 'not-charged' } | { status: 'unknown' };

/** A payment that was made. */
export interface ApprovedOutcome {
  status: 'approved';
  attemptId: string;
  identifier?: string;
  /** The service's words; only known in the page that paid. */
  message?: string;
  /** Reais as decimal text. */
  amount: string;
  installments: number;
  whoPaysFee: FeePayer;
  brand?: Brand;
  last4?: string;
  cardId?: string;
  /** The answer came after the attempt had been called unconfirmed. */
  late?: boolean;
}

/** What a call of `pay()` came to. */
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

/** What is newly known of an attempt. */
export interface AttemptChange {
  state: Exclude<AttemptState, 'open'>;
  identifier?: string;
}

/** What is known of an outcome beside its attempt. */
export interface OutcomeDetails {
  message?: string;
  late?: boolean;
  error?: CheckoutError;
}

/**
 * How a state may advance. Approved is final, and so is the service's own refusal. A failed attempt may still turn out to be
 * charged (a shop that resolved it wrongly, then the late answer): money that was taken is never denied.
 */
const NEXT: Record<AttemptState, readonly AttemptState[]> = {
  open: ['unconfirmed', 'approved', 'declined', 'failed'],
  unconfirmed: ['approved', 'declined', 'failed'],
  failed: ['approved'],
  declined: [],
  approved: [],
};

/** The attempt after a change, or the very same one where its state may not advance so. */
export function advanceAttempt(attempt: Attempt, change: AttemptChange): Attempt {
  return NEXT[attempt.state].includes(change.state) ? { ...attempt, ...change } : attempt;
}

/** Of two accounts of one attempt, what holds: `known`, unless `news` is further on. */
export function mergeAttempt(known: Attempt | undefined, news: Attempt): Attempt {
  return known !== undefined && !NEXT[known.state].includes(news.state) ? known : news;
}

/** States that close an order to another charge, the most certain first. */
const BLOCKING = ['approved', 'unconfirmed', 'open'] as const;

/** The attempt that closes an order to another charge, the most certain one first; `undefined` when it may be paid. */
export function findBlockingAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  for (const state of BLOCKING) {
    const attempt = attempts.find((candidate) => candidate.state === state);
    if (attempt) return attempt;
  }
  return undefined;
}

/** What an attempt that was charged came to. */
export function createApprovedOutcome(attempt: Attempt, { message, late }: OutcomeDetails = {}): ApprovedOutcome {
  const { attemptId, amount, installments = 1, whoPaysFee = 'merchant', identifier, brand, last4, cardId } = attempt;
  return {
    status: 'approved',
    attemptId,
    amount,
    installments,
    whoPaysFee,
    ...(identifier !== undefined && { identifier }),
    ...(brand !== undefined && { brand }),
    ...(last4 !== undefined && { last4 }),
    ...(cardId !== undefined && { cardId }),
    ...(message !== undefined && { message }),
    ...(late && { late }),
  };
}

/** What an attempt came to, by its state. One that is still open is unconfirmed to whoever asks. */
export function createOutcome(attempt: Attempt, details: OutcomeDetails = {}): PaymentOutcome {
  const { attemptId, state } = attempt;
  switch (state) {
    case 'approved':
      return createApprovedOutcome(attempt, details);
    case 'declined':
      return { status: state, attemptId, ...(details.message !== undefined && { message: details.message }) };
    case 'failed':
      return { status: state, attemptId, error: details.error ?? new CheckoutError('network', 'The charge was not made.') };
    case 'open':
    case 'unconfirmed':
      return { status: 'unconfirmed', attempt };
  }
}
