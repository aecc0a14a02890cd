import { CheckoutError } from '../domain/errors.js';

/** Loads a part that comes after the first input, once. Rejects with a `CheckoutError`, and then the next call tries again. */
export function createPartLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch(() => {
      loading = undefined;
      throw new CheckoutError('network', 'A part of Balcão could not be loaded.');
    }));
}
