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
