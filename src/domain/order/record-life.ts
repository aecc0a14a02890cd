import { getStart, type LedgerRecord } from './ledger-record.js';

/** How long records are kept, ms: a year from the first confirmed instant that saw them. */
const RECORD_LIFE_MS = 365 * 86_400_000;

/** Of how many orders, the newest first, declined and failed payments are kept although no clock has confirmed when they were made. */
const UNDATED_ORDERS_KEPT = 500;

/**
 * The records that may be forgotten, by order. Only a clock that the service or the shop confirmed makes a payment old: a device whose clock
 * is months ahead for one visit forgets nothing. Of those that no such clock ever saw, only what certainly took no money goes, and only
 * where there are very many.
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

function getLastStart(records: readonly LedgerRecord[]): number {
  return Math.max(0, ...records.map(getStart));
}

/** True if a payment certainly took no money. */
function isHarmless(record: LedgerRecord): boolean {
  return record.kind === 'card' && (record.attempt.state === 'declined' || record.attempt.state === 'failed');
}
