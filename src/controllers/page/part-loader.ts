import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** The time limit for a part, ms: a request that never ends must not hold a payment for ever. */
const LOAD_LIMIT_MS = 30_000;

/** Loads a part that comes after the first input. Rejects with a `CheckoutError`. */
export function loadPart<T>(load: () => Promise<T>): Promise<T> {
  return withTimeLimit(load(), systemClock, LOAD_LIMIT_MS).catch(() => {
    throw new CheckoutError('network', 'A part of Balcão could not be loaded.');
  });
}

/** Loads a part that comes after the first input, once. Rejects with a `CheckoutError`, and then the next call tries again. */
export function createPartLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= loadPart(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
