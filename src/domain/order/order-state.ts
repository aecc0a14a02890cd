import { CheckoutError } from '../errors.js';
import type { Method } from '../payment.js';
import { findBlockingAttempt } from './attempt.js';
import { createApprovedOutcome } from './outcome.js';
import type { Attempt } from './attempt.js';
import type { ApprovedOutcome, PaymentOutcome } from './outcome.js';
import { computeDeclineBackoff } from './decline-backoff.js';

/** How an order stands in this page. */
export type OrderState =
  /** The journal is being read. */
  | { status: 'reading' }
  /** May be paid, though not before `payableAt` (epoch ms): the service or too many declines asked for a wait. */
  | { status: 'open'; payableAt?: number }
  /** A charge of this page is under way; `attempt` once it is written down and may be sent. */
  | { status: 'paying'; attempt?: Attempt }
  /** A living other tab is paying. */
  | { status: 'elsewhere'; attempt: Attempt }
  /** May have been charged. `isChecking`: the shop is being asked. `isShopNotified`: it has taken note of this attempt. */
  | { status: 'unconfirmed'; attempt: Attempt; isChecking: boolean; isShopNotified: boolean }
  /** `startedAt`: when the attempt began that paid, epoch ms. */
  | { status: 'paid'; outcome: ApprovedOutcome; method: Method; startedAt: number }
  /** The shop's token answer closed the order. `closed: 'paid'` is one that was paid in a way this device knows nothing of. */
  | { status: 'closed'; closed: 'paid' | 'closed' };

/** What the state of an order follows from. */
export interface OrderFacts {
  /** Epoch ms. */
  now: number;
  isRead: boolean;
  isPaying: boolean;
  /** This page's attempt that has no answer yet. */
  sending: Attempt | undefined;
  /** This page's attempt that was called unconfirmed while its request still runs. */
  late: Attempt | undefined;
  attempts: readonly Attempt[];
  /** What this page was told of the approval, richer than the journal. */
  approval: ApprovedOutcome | undefined;
  closed: 'paid' | 'closed' | undefined;
  /** No charge before this instant, epoch ms; 0 for none. */
  waitUntil: number;
  isChecking: boolean;
  isReported: (attempt: Attempt) => boolean;
}

/** The state that follows from the facts. */
export function deriveOrderState(facts: OrderFacts): OrderState {
  if (facts.isPaying) return { status: 'paying', ...(facts.sending && { attempt: facts.sending }) };
  if (!facts.isRead) return { status: 'reading' };
  // A request that still runs closes the order, whatever others have made of its attempt.
  const attempt = findBlockingAttempt(facts.attempts) ?? facts.late;
  if (attempt?.state === 'approved') {
    const { approval } = facts;
    const outcome = approval?.attemptId === attempt.attemptId ? approval : createApprovedOutcome(attempt);
    return { status: 'paid', outcome, method: attempt.method, startedAt: attempt.startedAt };
  }
  if (facts.closed) return { status: 'closed', closed: facts.closed };
  if (attempt?.state === 'open') return { status: 'elsewhere', attempt };
  if (attempt) {
    return { status: 'unconfirmed', attempt, isChecking: facts.isChecking, isShopNotified: facts.isReported(attempt) };
  }
  const payableAt = Math.max(facts.waitUntil, computeDeclineEnd(facts.attempts));
  return { status: 'open', ...(payableAt > facts.now && { payableAt }) };
}

/** When the wait after declines ends that an earlier page has seen: the journal knows when the last one began, not when it ended. */
function computeDeclineEnd(attempts: readonly Attempt[]): number {
  const declines = attempts.filter(({ state }) => state === 'declined');
  const waitMs = computeDeclineBackoff(declines.length);
  return waitMs && Math.max(...declines.map(({ startedAt }) => startedAt)) + waitMs;
}

/** Why an order in this state is not charged now, as the outcome to give instead; `undefined` where nothing speaks against it. */
export function findRefusal(state: OrderState, now: number): PaymentOutcome | undefined {
  switch (state.status) {
    case 'reading':
    case 'paying':
      return undefined;
    case 'paid':
      return state.outcome;
    case 'unconfirmed':
      return { status: 'unconfirmed', attempt: state.attempt };
    case 'elsewhere':
    case 'closed':
      return { status: 'failed', error: createOrderClosedError() };
    case 'open': {
      const retryAfterMs = (state.payableAt ?? now) - now;
      if (retryAfterMs <= 0) return undefined;
      return { status: 'failed', error: new CheckoutError('rate-limited', 'Too soon after the last try.', { retryAfterMs }) };
    }
  }
}

/** The error of a charge that was not sent because the order takes none now. */
export function createOrderClosedError(): CheckoutError {
  return new CheckoutError('order-closed', 'This order is paid, being paid or closed.');
}
