import type { Attempt } from './attempt.js';

/** The shop's answer to what became of an attempt. */
export type Resolution = { status: 'charged'; identifier?: string; message?: string } | { status: 'not-charged' } | { status: 'unknown' };

/** Asks the shop what became of an unconfirmed attempt. */
export type ResolveUnconfirmed = (attempt: Attempt, options: { signal: AbortSignal }) => Promise<Resolution>;

/** Notifies the shop of an attempt's state. Resolves with whether the shop acknowledged it. */
export type NotifyShop = (attempt: Attempt) => Promise<boolean>;
