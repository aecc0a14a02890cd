import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { systemClock } from '../system-clock.js';

/** When to stop waiting. */
export interface WaitLimits {
  /** Default: the device's clock. */
  clock?: Clock | undefined;
  /** Default: 15 seconds, what an answer may take where no profile says otherwise. */
  limitMs?: number;
  /** The caller's: ends the waiting. */
  signal?: AbortSignal | undefined;
}

/** The error of a call that its caller gave up. */
export function createAbortedError(): CheckoutError {
  return new CheckoutError('aborted', 'The call was given up.');
}

/** Throws when the caller has given up. */
export function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw createAbortedError();
}

/**
 * Waits for what `ask` answers, but no longer than the limit (`timeout`) or until the caller's signal (`aborted`). `ask` is given a
 * signal that is aborted as soon as nobody waits any more; work that passes it over goes on.
 */
export async function waitAtMost<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { clock = systemClock, limitMs = 15_000, signal }: WaitLimits = {},
): Promise<T> {
  assertNotAborted(signal);
  const waiting = new AbortController();
  const givenUp = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(createAbortedError()), { signal: waiting.signal });
  });
  try {
    return await withTimeLimit(Promise.race([ask(waiting.signal), givenUp]), clock, limitMs);
  } finally {
    waiting.abort();
  }
}
