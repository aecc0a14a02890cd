import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** The time limit for loading a part, ms. A request that never ends must not block a payment forever. */
const LOAD_LIMIT_MS = 30_000;

/**
 * Loads a part: a module that is lazy-loaded after the first input. Rejects with a `CheckoutError` `network` in place of the original
 * error.
 */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  return withTimeLimit(load(), systemClock, LOAD_LIMIT_MS).catch(() => {
    throw new CheckoutError('network', 'A part of Balcão could not be loaded.');
  });
}

/**
 * Creates a function that loads a part once, like `loadPart`, and returns the same promise to every caller. After a failure, the next call
 * loads it again.
 */
export function createPartLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= loadPart(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
