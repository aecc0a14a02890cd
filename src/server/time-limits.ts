import { systemClock } from '../client/system-clock.js';
import { CheckoutError } from '../domain/errors.js';
import { withTimeLimit } from '../domain/time-limit.js';

/**
 * The time limits of the shop's functions, ms. The limit of `settled` is shorter, because it holds a connection of the pool and the
 * payment's row while it runs.
 */
export const SHOP_FUNCTION_LIMIT_MS = 10_000;
export const SETTLED_LIMIT_MS = 5000;

/** The error of a function of the shop that took too long. */
export class OverrunError extends CheckoutError {
  constructor(operation: string, limitMs: number) {
    super('timeout', `${operation} did not end within ${limitMs / 1000} s.`);
  }
}

/** Calls a function of the shop with a time limit. Rejects with an `OverrunError` after the limit; the function itself is not stopped. */
export async function callInTime<Result>(
  operation: string,
  call: () => Promise<Result> | Result,
  limitMs = SHOP_FUNCTION_LIMIT_MS,
): Promise<Result> {
  return withTimeLimit(Promise.resolve(call()), systemClock, limitMs, () => new OverrunError(operation, limitMs));
}
