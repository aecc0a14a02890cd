import { getStart, type LedgerRecord } from './ledger-record.js';

/** The retention of records, ms: one year from their `confirmedAt`. */
const RECORD_LIFE_MS = 365 * 86_400_000;

/** The number of newest orders whose undated records are kept. A record is undated if it has no `confirmedAt`. */
const UNDATED_ORDERS_KEPT = 500;

/**
 * Lists the records to purge, by order. The age of a record is measured by `confirmedNow`, the clock of the service or the shop in epoch ms.
 * Without it, no dated record is purged, so the device's own clock can purge nothing. An undated record is purged only if it certainly took no
 * money and its order is not among the newest 500. An order without records to purge has an empty list.
 */
export function listStale(
  orders: ReadonlyMap<string, readonly LedgerRecord[]>,
  confirmedNow: number | undefined,
): Map<string, LedgerRecord[]> {
  const newest = new Set(
    [...orders]
      .sort(([, first], [, second]) => getLastStart(second) - getLastStart(first))
      .slice(0, UNDATED_ORDERS_KEPT)
      .map(([orderKey]) => orderKey),
  );
  const isStale = (orderKey: string, record: LedgerRecord): boolean =>
    record.confirmedAt === undefined
      ? isHarmless(record) && !newest.has(orderKey)
      : confirmedNow !== undefined && confirmedNow - record.confirmedAt > RECORD_LIFE_MS;
  return new Map([...orders].map(([orderKey, records]) => [orderKey, records.filter((record) => isStale(orderKey, record))]));
}

/** Returns the start of the newest attempt, epoch ms; 0 without records. */
function getLastStart(records: readonly LedgerRecord[]): number {
  return Math.max(0, ...records.map(getStart));
}

/** True if a record is of an attempt by card that certainly took no money. */
function isHarmless(record: LedgerRecord): boolean {
  return record.kind === 'card' && (record.attempt.state === 'declined' || record.attempt.state === 'failed');
}
