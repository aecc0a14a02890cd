import { capRetryAfter } from '../../domain/time-limit.js';

/** Milliseconds that a `Retry-After` header asks to wait (RFC 9110, 10.2.3: seconds or an HTTP date), at most 2 minutes. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? undefined : capRetryAfter(waitMs);
}
