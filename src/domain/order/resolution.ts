import { presentFields } from '../present-fields.js';
import type { Attempt } from './attempt.js';

/** The shop's decision about an attempt: charged, not charged, or unknown. */
export type Resolution = { status: 'charged'; identifier?: string; message?: string } | { status: 'not-charged' } | { status: 'unknown' };

/** A function that queries the shop about an unconfirmed attempt. */
export type ResolveUnconfirmed = (attempt: Attempt, options: { signal: AbortSignal }) => Promise<Resolution>;

/** A function that notifies the shop of an attempt's state. Resolves with whether the shop acknowledged it. */
export type NotifyShop = (attempt: Attempt) => Promise<boolean>;

/** Parses the shop's response, which may be any value. Anything but a resolution means `unknown`. */
export function parseResolution(answer: unknown): Resolution {
  const { status, identifier, message }: Partial<Record<string, unknown>> = Object(answer);
  if (status === 'not-charged') return { status };
  if (status !== 'charged') return { status: 'unknown' };
  return { status, ...presentFields({ identifier: parseText(identifier), message: parseText(message) }) };
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
