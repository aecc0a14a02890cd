/** The longest wait that a service may ask for, ms: the shopper's button waits no longer than this. */
const LONGEST_RETRY_AFTER_MS = 120_000;

/** A wait that a service or the shop asked for, ms: at least none, and at most two minutes. */
export function capRetryAfter(waitMs: number): number {
  return Math.min(Math.max(waitMs, 0), LONGEST_RETRY_AFTER_MS);
}

/** Milliseconds that a `Retry-After` header asks to wait (RFC 9110, 10.2.3: seconds or an HTTP date), at most 2 minutes. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : capRetryAfter(waitMs);
}
