import { systemClock } from '../client/system-clock.js';
import { CheckoutError } from '../domain/errors.js';
import { withTimeLimit } from '../domain/time-limit.js';
import type { ReportEvent } from './events.js';
import type { ShopServerOptions } from './options.js';

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
  return withTimeLimit(Promise.resolve(call()), systemClock, limitMs, new OverrunError(operation, limitMs));
}

/**
 * Adds a time limit to the functions of the settings that run while a request waits for them. A function that exceeds its limit fails like
 * any other: no attempt is opened and nothing is sent. `settled`, `deliver`, `records` and the sources of tokens are not limited here but
 * by their callers.
 */
export function limitTimes(options: ShopServerOptions, report: ReportEvent): ShopServerOptions {
  const { orders, cards, customerOf, sessionOf, getFees, verifyWebhook } = options;
  const limit =
    <Arguments extends readonly unknown[], Result>(operation: string, call: (...args: Arguments) => Promise<Result> | Result) =>
    async (...args: Arguments): Promise<Result> => {
      try {
        return await callInTime(operation, () => call(...args));
      } catch (error) {
        if (error instanceof OverrunError) report({ type: 'failure', operation, message: error.message });
        throw error;
      }
    };
  return {
    ...options,
    orders: {
      find: limit('orders.find', (orderId, request) => orders.find(orderId, request)),
      ...(orders.settled && { settled: (payment, tx) => orders.settled?.(payment, tx) ?? Promise.resolve() }),
      ...(orders.deliver && { deliver: (payment) => orders.deliver?.(payment) ?? Promise.resolve() }),
    },
    ...(cards && { cards: { find: limit('cards.find', cards.find.bind(cards)) } }),
    ...(customerOf && { customerOf: limit('customerOf', customerOf.bind(options)) }),
    ...(sessionOf && { sessionOf: limit('sessionOf', sessionOf.bind(options)) }),
    ...(getFees && { getFees: limit('getFees', getFees.bind(options)) }),
    ...(verifyWebhook && { verifyWebhook: limit('verifyWebhook', verifyWebhook.bind(options)) }),
  };
}
