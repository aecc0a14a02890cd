import type { LedgerStore } from './ledger-store.js';

/** Stores that were swept in this page, and whether by a confirmed clock. */
const swept = new WeakMap<LedgerStore, { isConfirmed: boolean }>();

/**
 * Removes what is too old to matter, once in a page, and once more when the time is confirmed: a device that sells all day has thousands.
 * Nothing waits for it, and its failure is none of the payment.
 */
export function sweepOnce(store: LedgerStore, confirmedNow: number | undefined): void {
  const isConfirmed = confirmedNow !== undefined;
  const last = swept.get(store);
  if (last && (last.isConfirmed || !isConfirmed)) return;
  swept.set(store, { isConfirmed });
  store.sweep({ confirmedNow }).catch(() => undefined);
}
