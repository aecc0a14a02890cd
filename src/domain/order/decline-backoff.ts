import type { LedgerRecord } from './ledger-record.js';

/** The number of declines before the first wait. Honest shoppers have fewer declines, card testers more. */
const FREE_DECLINES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 600_000;

/**
 * Returns the wait after a number of declines of an order, ms: none before the fifth decline, then 30 s, doubled after each further
 * decline, at most 10 min.
 */
export function computeDeclineBackoff(declineCount: number): number {
  return declineCount < FREE_DECLINES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (declineCount - FREE_DECLINES), LONGEST_WAIT_MS);
}

/** Counts the declined card payments of an order. */
export function countDeclines(records: readonly LedgerRecord[]): number {
  return records.filter((record) => record.kind === 'card' && record.attempt.state === 'declined').length;
}
