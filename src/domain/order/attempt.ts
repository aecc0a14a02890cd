import type { Brand } from '../card/brands.js';
import type { FeePayer, Method } from '../payment.js';

/** Where an attempt stands. `unconfirmed` may have been charged; `declined` and `failed` certainly were not. */
export type AttemptState = 'open' | 'approved' | 'declined' | 'failed' | 'unconfirmed';

/** One attempt to pay an order, as the journal stores it: no card data but the last four digits. */
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
  /** When a Pix code expires, epoch ms. */
  expiresAt?: number;
  state: AttemptState;
}

/** What is newly known of an attempt. */
export interface AttemptChange {
  state: Exclude<AttemptState, 'open'>;
  identifier?: string;
}

/**
 * The states that may follow each state. An approval is final, and so is the service's own refusal. A failed attempt may still become
 * approved (the shop resolved it wrongly, then the late answer came): money that was charged is never denied.
 */
const NEXT: Record<AttemptState, readonly AttemptState[]> = {
  open: ['unconfirmed', 'approved', 'declined', 'failed'],
  unconfirmed: ['approved', 'declined', 'failed'],
  failed: ['approved'],
  declined: [],
  approved: [],
};

/** The attempt after a change, or the same object where its state may not advance like that. */
export function advanceAttempt(attempt: Attempt, change: AttemptChange): Attempt {
  return NEXT[attempt.state].includes(change.state) ? { ...attempt, ...change } : attempt;
}

/** Of two versions of one attempt, the one that counts: `known`, unless `news` is further on. */
export function mergeAttempt(known: Attempt | undefined, news: Attempt): Attempt {
  return known !== undefined && !NEXT[known.state].includes(news.state) ? known : news;
}

/** States that block another charge of the order, the most certain first. */
const BLOCKING = ['approved', 'unconfirmed', 'open'] as const;

/** The attempt that blocks another charge of the order, the most certain one first; `undefined` when the order may be paid. */
export function findBlockingAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  for (const state of BLOCKING) {
    const attempt = attempts.find((candidate) => candidate.state === state);
    if (attempt) return attempt;
  }
  return undefined;
}
