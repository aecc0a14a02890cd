import type { Clock } from '../../domain/clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { systemClock } from '../system-clock.js';

/** The limits of a wait. */
export interface WaitLimits {
  /** The clock of the time limit. Default: the device's clock. */
  clock?: Clock | undefined;
  /** The time limit, ms. Default: 15 seconds, as for a response without a profile. */
  limitMs?: number;
  /** The caller's signal, which ends the wait. */
  signal?: AbortSignal | undefined;
}

/** Creates the error of a call that its caller aborted. */
export function createAbortedError(): CheckoutError {
  return new CheckoutError('aborted', 'The call was given up.');
}

/** Throws if the caller has aborted the call. */
export function assertNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw createAbortedError();
}

/**
 * Waits for the result of `ask`, until the time limit (`timeout`) or until the caller's signal (`aborted`). `ask` receives a signal that is
 * aborted when the wait has ended. Work that ignores this signal continues.
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
