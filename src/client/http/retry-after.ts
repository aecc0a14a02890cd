/** A service may ask for a longer wait; the shopper's button waits no longer than this. */
const MAX_WAIT_MS = 120_000;

/** Milliseconds that a `Retry-After` header asks to wait (RFC 9110, 10.2.3: seconds or an HTTP date), at most 2 minutes. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : capWait(waitMs);
}

/** A wait that was asked for, at least nothing and at most 2 minutes, milliseconds. */
export function capWait(waitMs: number): number {
  return Math.min(Math.max(waitMs, 0), MAX_WAIT_MS);
}
