/** The longest wait that a service may ask for, ms. The shopper's button never waits longer. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** Limits a wait that a service or the shop asked for, ms: at least 0, at most two minutes. */
export function capRetryAfter(waitMs: number): number {
  return Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3: seconds or an HTTP date) to a wait in ms, at most two minutes. Returns `undefined` if
 * the header is missing or cannot be read.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : capRetryAfter(waitMs);
}
