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
  /** May be paid, but not before `payableAt` (epoch ms): the service, or too many declines, require a wait. */
  | { status: 'open'; payableAt?: number }
  /** A charge of this page is under way; `attempt` once it is written down and may be sent. */
  | { status: 'paying'; attempt?: Attempt }
  /** Another, living tab is paying, or the shop says that another device is. */
  | { status: 'elsewhere' }
  /** May have been charged. `isChecking`: the shop is being asked. `isShopNotified`: it has acknowledged this attempt. */
  | { status: 'unconfirmed'; attempt: Attempt; isChecking: boolean; isShopNotified: boolean }
  /** `startedAt`: when the attempt that paid began, `settledAt`: when its end was learned, epoch ms. `brCode`: of a Pix. `unconfirmed`: a card that may have been charged as well. */
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
  /** Money was taken more than once; the payment that paid the order first. */
  | { status: 'paid-twice'; outcome: ApprovedOutcome; payments: readonly LedgerRecord[]; unconfirmed?: Attempt }
  /** Less arrived than the order costs, by this payment; reais as decimal text. The order takes no payment until the shop frees it. */
  | { status: 'paid-short'; payment: LedgerRecord; arrived: string; missing: string; method: Method; unconfirmed?: Attempt }
  /** Money arrived by this payment, and nobody can read how much. The order takes no payment until the shop frees it. */
  | { status: 'paid-unclear'; payment: LedgerRecord; method: Method; unconfirmed?: Attempt }
  /** The shop's token answer closed the order. `closed: 'paid'` means that it was paid in a way that this device does not know. */
  | { status: 'closed'; closed: 'paid' | 'closed' };

/** The facts that the state of an order is derived from. */
export interface OrderFacts {
  /** Epoch ms. */
  now: number;
  isRead: boolean;
  /** When this page first read the order, epoch ms by the device's clock. */
  readAt: number;
  isPaying: boolean;
  /** This page's attempt that has no answer yet. */
  sending: Attempt | undefined;
  /** This page's attempt that was called unconfirmed while its request still runs. */
  late: Attempt | undefined;
  /** The order's payments from the view of this page. A card that is `open` is in flight, here or in another, living tab. */
  records: readonly LedgerRecord[];
  /** The approval as this page received it, with more details than the ledger has. */
  approval: ApprovedOutcome | undefined;
  closed: 'paid' | 'closed' | undefined;
  /** Until when the shop says that another device is paying, epoch ms; 0 for none. */
  busyUntil: number;
  /** No charge before this instant, epoch ms; 0 for none. */
  waitUntil: number;
  isChecking: boolean;
  /** True if the shop has acknowledged the attempt in its present state. */
  isReported: (attempt: Attempt) => boolean;
}

/** Derives the state from the facts. */
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
  if (facts.busyUntil > facts.now || listCards(facts.records, 'open').length > 0) return { status: 'elsewhere' };
  const payableAt = Math.max(facts.waitUntil, computeDeclineEnd(facts));
  return { status: 'open', ...presentFields({ payableAt: payableAt > facts.now ? payableAt : undefined }) };
}

/** The attempt of an order in this state that may have been charged, also beside another payment. */
export function findUnconfirmedAttempt(state: OrderState): Attempt | undefined {
  if (state.status === 'unconfirmed') return state.attempt;
  return 'unconfirmed' in state ? state.unconfirmed : undefined;
}

/** The attempt that may have been charged. A request that still runs counts, however others have settled its attempt. */
function findUnconfirmed({ records, late }: OrderFacts): Attempt | undefined {
  const isLateTaken = records.some((record) => record.id === late?.attemptId && record.turn !== undefined);
  return listCards(records, 'unconfirmed').at(0) ?? (isLateTaken ? undefined : late);
}

type PaidState = Extract<OrderState, { status: 'paid' | 'paid-twice' | 'paid-short' | 'paid-unclear' }>;

/** The state of an order of which money was taken. */
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

function listCards(records: readonly LedgerRecord[], state: Attempt['state']): Attempt[] {
  return records.flatMap((record) => (record.kind === 'card' && record.attempt.state === state ? [record.attempt] : []));
}

/**
 * When the wait after declines ends, also after a reload: counted from the last decline, at most from when this page first read the order,
 * since a clock that was put back makes declines of the future. Declines that come later have their wait in `waitUntil`.
 */
function computeDeclineEnd({ records, readAt }: OrderFacts): number {
  const declines = listCards(records, 'declined');
  const waitMs = computeDeclineBackoff(declines.length);
  return waitMs && Math.min(readAt, Math.max(...declines.map(({ startedAt }) => startedAt))) + waitMs;
}

/** The outcome to return instead of charging an order in this state; `undefined` where it may be charged. */
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
      // Paid in a way that this device does not know: nothing failed.
      if (state.closed === 'paid') return { status: 'cancelled', reason: 'busy' };
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
