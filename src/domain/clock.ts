/**
 * The clock of the code in this package. `domain`, `client` and `flow` never read a global clock, so that a test can move time by hand.
 */
export interface Clock {
  /** Returns the present instant, epoch ms. */
  now(): number;
  /**
   * Returns the time since a fixed instant, ms. A change of the device's clock does not affect it. Absent if nothing measures this time.
   */
  elapsed?(): number;
  /** Calls `callback` once after `delayMs` milliseconds. Returns a function that cancels the call, and that may be called twice. */
  schedule(callback: () => void, delayMs: number): () => void;
}
