import { presentFields } from '../present-fields.js';
import type { Attempt } from './attempt.js';

/** The shop's answer to what became of an attempt. */
export type Resolution = { status: 'charged'; identifier?: string; message?: string } | { status: 'not-charged' } | { status: 'unknown' };

/** Asks the shop what became of an unconfirmed attempt. */
export type ResolveUnconfirmed = (attempt: Attempt, options: { signal: AbortSignal }) => Promise<Resolution>;

/** Notifies the shop of an attempt's state. Resolves with whether the shop acknowledged it. */
export type NotifyShop = (attempt: Attempt) => Promise<boolean>;

/** Reads the shop's answer, which may be anything; what is no resolution means `unknown`. */
export function parseResolution(answer: unknown): Resolution {
  const { status, identifier, message }: Partial<Record<string, unknown>> = Object(answer);
  if (status === 'not-charged') return { status };
  if (status !== 'charged') return { status: 'unknown' };
  return { status, ...presentFields({ identifier: parseText(identifier), message: parseText(message) }) };
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
