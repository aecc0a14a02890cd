/** The longest `Retry-After` that is obeyed, ms. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** A wait that the service asked for, ms, cut to two minutes. */
export function capRetryAfter(waitMs: number): number {
  return Math.min(waitMs, LONGEST_RETRY_AFTER_MS);
}
