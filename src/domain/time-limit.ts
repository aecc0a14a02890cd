import type { Clock } from './clock.js';
import { CheckoutError } from './errors.js';

/**
 * Settles with the result of `work`, or rejects after `limitMs` with what `createLate` returns, by default a `timeout` error. The work is not
 * stopped, and its late result is ignored.
 */
export function withTimeLimit<T>(
  work: Promise<T>,
  clock: Clock,
  limitMs: number,
  createLate = () => new CheckoutError('timeout', 'No answer in time.'),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.schedule(() => reject(createLate()), limitMs);
    work.then(resolve, reject).finally(cancel);
  });
}
