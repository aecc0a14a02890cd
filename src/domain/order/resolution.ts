import type { Attempt } from './attempt.js';

/** The shop's answer to what became of an attempt. */
export type Resolution = { status: 'charged'; identifier?: string; message?: string } | { status: 'not-charged' } | { status: 'unknown' };

/** Asks the shop what became of an unconfirmed attempt. */
export type ResolveUnconfirmed = (attempt: Attempt, options: { signal: AbortSignal }) => Promise<Resolution>;

/** Tells the shop of an attempt's state; `true` once it has taken note. */
export type NotifyShop = (attempt: Attempt) => Promise<boolean>;
