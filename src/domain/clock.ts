/**
 * The clock that code of this package is given: nothing in `domain`, `client` or `flow` reads a global clock, so that a test can move
 * time by hand.
 */
export interface Clock {
  /** The present instant, in epoch milliseconds. */
  now(): number;
  /** The time since a fixed instant, ms, which setting the clock does not change; absent where nothing measures it. */
  elapsed?(): number;
  /** Calls `callback` once after `delayMs` milliseconds. Returns a function that cancels it, which may be called twice. */
  schedule(callback: () => void, delayMs: number): () => void;
}
