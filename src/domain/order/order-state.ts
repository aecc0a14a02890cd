import { CheckoutError } from '../errors.js';
import type { Method } from '../payment.js';
import type { Attempt } from './attempt.js';
import { computeDeclineBackoff } from './decline-backoff.js';
import { createApprovedOutcome, type ApprovedOutcome, type PaymentOutcome } from './outcome.js';
import { presentFields } from '../present-fields.js';
import { isUnclear, listTaken, deriveAttempt, getTakenAmount, type LedgerRecord } from './ledger-record.js';

/** The state of an order in this page. */
export type OrderState =
  /** The ledger is being read. */
  | { status: 'reading' }
  /** The order may be paid, but not before `payableAt` (epoch ms): the service, or too many declines, require a wait. */
  | { status: 'open'; payableAt?: number }
  /** A charge of this page is under way. `attempt` is set once the attempt is in the ledger and may be sent. */
  | { status: 'paying'; attempt?: Attempt }
  /** Another open tab is paying, or the shop says that another device is, until `payableAt` at the latest (epoch ms). */
  | { status: 'elsewhere'; payableAt?: number }
  /**
   * A card may have been charged. `isChecking`: the shop is being queried about the attempt. `isShopNotified`: the shop has acknowledged
   * the attempt.
   */
  | { status: 'unconfirmed'; attempt: Attempt; isChecking: boolean; isShopNotified: boolean }
  /**
   * The order is paid. `startedAt`: the start of the attempt that paid, epoch ms. `settledAt`: the instant at which the page learned of the
   * payment, epoch ms. `brCode`: the code of a Pix. `unconfirmed`: a card that may have been charged as well.
   */
  | {
      status: 'paid';
      outcome: ApprovedOutcome;
      method: Method;
      parts?: readonly string[];
      brCode?: string;
      startedAt: number;
      settledAt?: number;
      unconfirmed?: Attempt;
    }
  /** Money was taken more than once. `outcome` is the payment that paid the order first. */
  | { status: 'paid-twice'; outcome: ApprovedOutcome; payments: readonly LedgerRecord[]; unconfirmed?: Attempt }
  /** Less arrived by this payment than the order costs: reais as decimal text. The order takes no payment until the shop frees it. */
  | { status: 'paid-short'; payment: LedgerRecord; arrived: string; missing: string; method: Method; unconfirmed?: Attempt }
  /** An unreadable amount arrived by this payment. The order takes no payment until the shop frees it. */
  | { status: 'paid-unclear'; payment: LedgerRecord; method: Method; unconfirmed?: Attempt }
  /** The token source's answer closed the order. `closed: 'paid'` means that this device does not know the payment. */
  | { status: 'closed'; closed: 'paid' | 'closed' };

/** The facts from which the state of an order is derived. */
export interface OrderFacts {
  /** The present instant, epoch ms. */
  now: number;
  isRead: boolean;
  /** The instant at which this page first read the order, epoch ms by the device's clock. */
  readAt: number;
  isPaying: boolean;
  /** This page's attempt that has no result yet. */
  sending: Attempt | undefined;
  /** This page's attempt that is already called unconfirmed, although its request is still running. */
  late: Attempt | undefined;
  /** The order's payments as this page knows them. A card that is `open` is being charged, here or in another open tab. */
  records: readonly LedgerRecord[];
  /** The approval as this page received it. It has more details than the ledger. */
  approval: ApprovedOutcome | undefined;
  closed: 'paid' | 'closed' | undefined;
  /** The instant until which another device is paying, as the shop said, epoch ms; 0 for none. */
  busyUntil: number;
  /** The instant before which no charge is sent, epoch ms; 0 for none. */
  waitUntil: number;
  isChecking: boolean;
  /** Returns whether the shop has acknowledged the attempt in its present state. */
  isReported: (attempt: Attempt) => boolean;
}

/** Derives the state of an order from the facts. */
export function deriveOrderState(facts: OrderFacts): OrderState {
  if (facts.isPaying) return { status: 'paying', ...presentFields({ attempt: facts.sending }) };
  if (!facts.isRead) return { status: 'reading' };
  const unconfirmed = findUnconfirmed(facts);
  const taken = listTaken(facts.records);
  if (taken.length > 0) return { ...derivePaidState(taken, facts.approval), ...presentFields({ unconfirmed }) };
  if (facts.closed) return { status: 'closed', closed: facts.closed };
  if (unconfirmed) {
    return { status: 'unconfirmed', attempt: unconfirmed, isChecking: facts.isChecking, isShopNotified: facts.isReported(unconfirmed) };
  }
  if (listCards(facts.records, 'open').length > 0) return { status: 'elsewhere' };
  if (facts.busyUntil > facts.now) return { status: 'elsewhere', payableAt: facts.busyUntil };
  const payableAt = Math.max(facts.waitUntil, computeDeclineEnd(facts));
  return { status: 'open', ...presentFields({ payableAt: payableAt > facts.now ? payableAt : undefined }) };
}

/** Returns the attempt that may have been charged, also beside another payment, from the state of its order. */
export function findUnconfirmedAttempt(state: OrderState): Attempt | undefined {
  if (state.status === 'unconfirmed') return state.attempt;
  return 'unconfirmed' in state ? state.unconfirmed : undefined;
}

/**
 * Finds the attempt that may have been charged. A request that is still running counts, even if other tabs or the shop have settled its
 * attempt without money.
 */
function findUnconfirmed({ records, late }: OrderFacts): Attempt | undefined {
  const isLateTaken = records.some((record) => record.id === late?.attemptId && record.turn !== undefined);
  return listCards(records, 'unconfirmed').at(0) ?? (isLateTaken ? undefined : late);
}

type PaidState = Extract<OrderState, { status: 'paid' | 'paid-twice' | 'paid-short' | 'paid-unclear' }>;

/** Derives the state of an order whose payments took money. */
function derivePaidState(taken: readonly LedgerRecord[], approval: ApprovedOutcome | undefined): PaidState {
  const [first, ...more] = taken;
  const attempt = first && deriveAttempt(first);
  if (!attempt) throw new RangeError('No payment has taken money.');
  const outcome = approval?.attemptId === attempt.attemptId ? approval : createApprovedOutcome(attempt);
  if (more.length > 0) return { status: 'paid-twice', outcome, payments: taken };
  const { method, parts, startedAt, settledAt } = attempt;
  if (isUnclear(first)) return { status: 'paid-unclear', payment: first, method };
  if (first.missing !== undefined)
    return { status: 'paid-short', payment: first, arrived: getTakenAmount(first), missing: first.missing, method };
  const brCode = first.kind === 'pix' ? first.charge.brCode : undefined;
  return { status: 'paid', outcome, method, ...presentFields({ parts, settledAt, brCode }), startedAt };
}

/** Lists the card attempts in a state. */
function listCards(records: readonly LedgerRecord[], state: Attempt['state']): Attempt[] {
  return records.flatMap((record) => (record.kind === 'card' && record.attempt.state === state ? [record.attempt] : []));
}

/**
 * Returns the end of the wait after declines, epoch ms. It is computed from the records, so it survives a reload. The wait counts from the
 * last decline, but at most from the instant at which this page first read the order: after the clock was set back, declines seem to be in
 * the future. A later decline sets its wait in `waitUntil`.
 */
function computeDeclineEnd({ records, readAt }: OrderFacts): number {
  const declines = listCards(records, 'declined');
  const waitMs = computeDeclineBackoff(declines.length);
  return waitMs && Math.min(readAt, Math.max(...declines.map(({ startedAt }) => startedAt))) + waitMs;
}

/** Returns the outcome that replaces a charge of an order in this state; `undefined` if the order may be charged. */
export function findRefusal(state: OrderState, now: number): PaymentOutcome | undefined {
  switch (state.status) {
    case 'reading':
    case 'paying':
      return undefined;
    case 'paid':
    case 'paid-twice':
      return state.outcome;
    case 'paid-short':
    case 'paid-unclear':
      return { status: 'cancelled', reason: 'short' };
    case 'unconfirmed':
      return { status: 'unconfirmed', attempt: state.attempt };
    case 'elsewhere':
      return { status: 'cancelled', reason: 'busy' };
    case 'closed':
      // This device does not know the payment, but nothing failed.
      if (state.closed === 'paid') return { status: 'cancelled', reason: 'busy' };
      return { status: 'failed', error: createOrderClosedError() };
    case 'open': {
      const retryAfterMs = (state.payableAt ?? now) - now;
      if (retryAfterMs <= 0) return undefined;
      return { status: 'failed', error: new CheckoutError('rate-limited', 'Too soon after the last try.', { retryAfterMs }) };
    }
  }
}

/** Creates the error of a charge that was not sent, since the order cannot be charged now. */
export function createOrderClosedError(): CheckoutError {
  return new CheckoutError('order-closed', 'This order is paid, being paid or closed.');
}
