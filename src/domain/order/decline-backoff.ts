import type { Attempt } from './attempt.js';

/** Declines that an order takes before waits begin: honest mistakes are fewer, card testers make more. */
const FREE_DECLINES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 600_000;

/** How long to wait after the given number of declines in an order, in ms: none before the fifth, then 30 s, doubled each time, 10 min at most. */
export function computeDeclineBackoff(declineCount: number): number {
  return declineCount < FREE_DECLINES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (declineCount - FREE_DECLINES), LONGEST_WAIT_MS);
}

/** How many of an order's attempts were declined. */
export function countDeclines(attempts: readonly Attempt[]): number {
  return attempts.filter(({ state }) => state === 'declined').length;
}
