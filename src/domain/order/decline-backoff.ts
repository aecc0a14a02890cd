import type { LedgerRecord } from './ledger-record.js';

/** How many declines an order may have before waits begin: honest shoppers make fewer, card testers more. */
const FREE_DECLINES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 600_000;

/** How long to wait after the given number of declines of an order, in ms: not before the fifth, then 30 s, doubled each time, at most 10 min. */
export function computeDeclineBackoff(declineCount: number): number {
  return declineCount < FREE_DECLINES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (declineCount - FREE_DECLINES), LONGEST_WAIT_MS);
}

/** How many of an order's cards were declined. */
export function countDeclines(records: readonly LedgerRecord[]): number {
  return records.filter((record) => record.kind === 'card' && record.attempt.state === 'declined').length;
}
