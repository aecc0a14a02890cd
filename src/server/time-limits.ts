import { systemClock } from '../client/system-clock.js';
import { CheckoutError } from '../domain/errors.js';
import { withTimeLimit } from '../domain/time-limit.js';
import type { Report } from './events.js';
import type { ShopServerOptions } from './options.js';

/** How long the shop's own functions may take, ms: `settled`, which holds a connection of the pool and the payment's row meanwhile, shorter than the others. */
export const SHOP_LIMIT_MS = 10_000;
export const SETTLED_LIMIT_MS = 5000;

/** The shop's function took too long. */
export class OverrunError extends CheckoutError {
  constructor(operation: string, limitMs: number) {
    super('timeout', `${operation} did not end within ${limitMs / 1000} s.`);
  }
}

/** Calls a function of the shop's, and rejects with an `OverrunError` once it took too long; what it still does is its own. */
export async function callInTime<Result>(
  operation: string,
  call: () => Promise<Result> | Result,
  limitMs = SHOP_LIMIT_MS,
): Promise<Result> {
  return withTimeLimit(Promise.resolve(call()), systemClock, limitMs, new OverrunError(operation, limitMs));
}

/**
 * The settings with functions that have a time limit, for all that are asked while somebody waits. Past it the request ends as with any other failure
 * of theirs: nothing is opened, nothing is sent. `settled`, `deliver` and `records` have theirs where they are called, and sources of tokens their own.
 */
export function limitTimes(options: ShopServerOptions, report: Report): ShopServerOptions {
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
