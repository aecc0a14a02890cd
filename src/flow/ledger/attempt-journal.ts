import type { Attempt, AttemptChange } from '../../domain/order/attempt.js';

/** How long records live, in ms: 90 days. */
export const RECORD_LIFE_MS = 90 * 86_400_000;

/** What asking to open an attempt came to. */
export type OpenAnswer = { opened: true } | { opened: false; blocking: Attempt };

/** Where an order's attempts are written down before anything is sent. */
export interface AttemptJournal {
  /** Writes a new attempt, in one transaction, only if the order has none that is open, unconfirmed or approved. */
  open(orderKey: string, attempt: Attempt): Promise<OpenAnswer>;
  /**
   * Advances an attempt and answers it as it now is. One whose record is gone (forgotten in flight) is written anew when it was
   * or may have been charged.
   */
  settle(orderKey: string, attempt: Attempt, change: AttemptChange): Promise<Attempt>;
  /** An order's attempts, oldest first. */
  read(orderKey: string): Promise<readonly Attempt[]>;
  /** Removes every record of an order, whatever service it was charged at. */
  forget(orderId: string): Promise<void>;
}

/** Whether a record was kept long enough. Also true of one that says no time. */
export function isExpired(attempt: { startedAt?: unknown }, now: number): boolean {
  return !(Number(attempt.startedAt) > now - RECORD_LIFE_MS);
}

/** Whether an attempt is written anew when its record is gone. */
export function isWorthKeeping({ state }: Attempt): boolean {
  return state === 'approved' || state === 'unconfirmed';
}
