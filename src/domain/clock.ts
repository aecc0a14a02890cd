/**
 * The passing of time, as the code of this package is given it: nothing in `domain`, `client` or `flow` reads a global
 * clock, so a test moves time by hand.
 */
export interface Clock {
  /** The present instant, in epoch milliseconds. */
  now(): number;
  /** Calls `callback` once after `delayMs` milliseconds. The answer cancels it; cancelling twice is fine. */
  schedule(callback: () => void, delayMs: number): () => void;
}
