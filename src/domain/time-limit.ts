import type { Clock } from './clock.js';
import { CheckoutError } from './errors.js';

/**
 * Settles as `work` does, or rejects after `limitMs` with `late`, by default a `timeout`. The work itself is not stopped, and its late
 * result is ignored.
 */
export function withTimeLimit<T>(work: Promise<T>, clock: Clock, limitMs: number, late?: CheckoutError): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => reject(late ?? new CheckoutError('timeout', 'No answer in time.')), limitMs);
    work.then(resolve, reject).finally(cancel);
  });
}

/** The longest wait that a service may ask for, ms: the shopper's button waits no longer than this. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** A wait that a service or the shop asked for, ms: at least none, and at most two minutes. */
export function capRetryAfter(waitMs: number): number {
  return Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}
