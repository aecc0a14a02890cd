import type { Clock } from './clock.js';
import { CheckoutError } from './errors.js';

/**
 * The answer of `work`, or a rejection after `limitMs`: with `late`, by default a `timeout`. The work itself goes on, and its late end is
 * ignored.
 */
export function withTimeLimit<T>(work: Promise<T>, clock: Clock, limitMs: number, late?: CheckoutError): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => reject(late ?? new CheckoutError('timeout', 'No answer in time.')), limitMs);
    work.then(resolve, reject).finally(cancel);
  });
}
