import type { Brand } from '../card/brands.js';
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

/** What is newly known of an attempt. */
export interface AttemptChange {
  state: Exclude<AttemptState, 'open'>;
  identifier?: string;
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
