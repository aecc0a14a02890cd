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
  /** May be paid, but not before `payableAt` (epoch ms): the service, or too many declines, require a wait. */
  | { status: 'open'; payableAt?: number }
  /** A charge of this page is under way; `attempt` once it is written down and may be sent. */
  | { status: 'paying'; attempt?: Attempt }
  /** Another, living tab is paying. */
  | { status: 'elsewhere'; attempt: Attempt }
  /** May have been charged. `isChecking`: the shop is being asked. `isShopNotified`: it has acknowledged this attempt. */
  | { status: 'unconfirmed'; attempt: Attempt; isChecking: boolean; isShopNotified: boolean }
  /** `startedAt`: when the attempt that paid began, epoch ms. */
  | { status: 'paid'; outcome: ApprovedOutcome; method: Method; startedAt: number }
  /** The shop's token answer closed the order. `closed: 'paid'` means that it was paid in a way that this device does not know. */
  | { status: 'closed'; closed: 'paid' | 'closed' };

/** The facts that the state of an order is derived from. */
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
  /** The approval as this page received it, with more details than the journal has. */
  approval: ApprovedOutcome | undefined;
  closed: 'paid' | 'closed' | undefined;
  /** No charge before this instant, epoch ms; 0 for none. */
  waitUntil: number;
  isChecking: boolean;
  /** Whether the shop has acknowledged the attempt in its present state. */
  isReported: (attempt: Attempt) => boolean;
}

/** Derives the state from the facts. */
export function deriveOrderState(facts: OrderFacts): OrderState {
  if (facts.isPaying) return { status: 'paying', ...(facts.sending && { attempt: facts.sending }) };
  if (!facts.isRead) return { status: 'reading' };
  // A request that still runs blocks the order, however others have settled its attempt.
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

/** When the wait after declines ends, also after a reload: the journal has when the last one began, not when it was answered. */
function computeDeclineEnd(attempts: readonly Attempt[]): number {
  const declines = attempts.filter(({ state }) => state === 'declined');
  const waitMs = computeDeclineBackoff(declines.length);
  return waitMs && Math.max(...declines.map(({ startedAt }) => startedAt)) + waitMs;
}

/** The outcome to return instead of charging an order in this state; `undefined` where it may be charged. */
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

/** The error of a charge that was not sent because the order cannot be charged now. */
export function createOrderClosedError(): CheckoutError {
  return new CheckoutError('order-closed', 'This order is paid, being paid or closed.');
}
