import type { Clock } from './clock.js';
import { CheckoutError } from './errors.js';

/**
 * Settles with the result of `work`, or rejects with `late` after `limitMs`. The default of `late` is a `timeout` error. The work is not
 * stopped, and its late result is ignored.
 */
export function withTimeLimit<T>(work: Promise<T>, clock: Clock, limitMs: number, late?: CheckoutError): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => reject(late ?? new CheckoutError('timeout', 'No answer in time.')), limitMs);
    work.then(resolve, reject).finally(cancel);
  });
}
