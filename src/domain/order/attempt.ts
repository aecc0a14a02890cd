import type { Brand } from '../card/brands.js';
import type { FeePayer, Method } from '../payment.js';

/** The state of an attempt. `unconfirmed` may have been charged; `declined` and `failed` certainly were not. */
export type AttemptState = 'open' | 'approved' | 'declined' | 'failed' | 'unconfirmed';

/** One attempt to pay an order, as the ledger stores it: no card data but the last four digits. */
export interface Attempt {
  /** Our own identifier of it: a UUID, or `pix-` and the charge's identifier. */
  attemptId: string;
  /** The shop's order that it is for. */
  orderId?: string;
  /** How it is paid. */
  method: Method;
  /** The amount that was sent to be charged, before any fee: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The shopper's total, as on the button; absent where only the service knows the fee. Reais as decimal text. */
  total?: string;
  /** The parts of the total as the shopper saw them; reais as decimal text. */
  parts?: string[];
  /** In how many installments. */
  installments?: number;
  /** Who pays the fee of the installments. */
  whoPaysFee?: FeePayer;
  /** The card's brand. */
  brand?: Brand;
  /** The last four digits of the card's number. */
  last4?: string;
  /** The saved card that is paid with. */
  cardId?: string;
  /** A Pix charge's identifier at the service. */
  chargeId?: string;
  /** An approved transaction's identifier at the service. */
  identifier?: string;
  /** When it was begun, epoch ms. */
  startedAt: number;
  /** When its end was learned, epoch ms by the device's clock; of a Pix when it was learned that it was paid, by true time. */
  settledAt?: number;
  /** When a Pix code expires, epoch ms. */
  expiresAt?: number;
  /** It took money although the order was already paid: for the shop to give back. */
  duplicate?: boolean;
  /** A Pix that was paid, and of which nobody can read how much arrived: for the shop to look up. */
  unclear?: boolean;
  /** Its state. */
  state: AttemptState;
}

/** News of an attempt. */
export interface AttemptChange {
  state: Exclude<AttemptState, 'open'>;
  identifier?: string;
  /** Epoch ms. */
  settledAt?: number;
}

/**
 * The states that may follow each state. An approval is final, and so is the service's own refusal. A failed attempt may still become
 * approved (the shop resolved it wrongly, then the late answer came): money that was charged is never denied.
 */
const NEXT_STATES: Record<AttemptState, readonly AttemptState[]> = {
  open: ['unconfirmed', 'approved', 'declined', 'failed'],
  unconfirmed: ['approved', 'declined', 'failed'],
  failed: ['approved'],
  declined: [],
  approved: [],
};

/** The attempt after a change, or the same object where its state may not advance like that. */
export function advanceAttempt(attempt: Attempt, change: AttemptChange): Attempt {
  return NEXT_STATES[attempt.state].includes(change.state) ? { ...attempt, ...change } : attempt;
}

/** Of two versions of one attempt, the one that counts: `known`, unless `other` is further on. */
export function mergeAttempt(known: Attempt, other: Attempt): Attempt {
  return NEXT_STATES[known.state].includes(other.state) ? other : known;
}
