import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';

/** How long records live, in ms: 90 days. */
export const RECORD_LIFE_MS = 90 * 86_400_000;

/** Whether an attempt was opened, or which other attempt blocks it. */
export type OpenAnswer = { opened: true } | { opened: false; blocking: Attempt };

/** Stores an order's attempts; each is written down before anything is sent. */
export interface AttemptJournal {
  /** Writes a new attempt, in one transaction, only if the order has none that is open, unconfirmed or approved. */
  open(orderKey: string, attempt: Attempt): Promise<OpenAnswer>;
  /**
   * Advances an attempt, and returns it as it now is. One whose record is gone (forgotten in flight) is written again if it was, or
   * may have been, charged.
   */
  settle(orderKey: string, attempt: Attempt, change: AttemptChange): Promise<Attempt>;
  /** An order's attempts, oldest first. */
  read(orderKey: string): Promise<readonly Attempt[]>;
  /** Removes every record of an order, at every service. */
  forget(orderId: string): Promise<void>;
}

/** Whether a record is older than 90 days, or has no time at all. */
export function isExpired(attempt: { startedAt?: unknown }, now: number): boolean {
  return !(Number(attempt.startedAt) > now - RECORD_LIFE_MS);
}

/** Whether an attempt is written again when its record is gone: only one that was, or may have been, charged. */
export function isWorthKeeping({ state }: Attempt): boolean {
  return state === 'approved' || state === 'unconfirmed';
}
