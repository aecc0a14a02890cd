import type { Attempt } from './attempt.js';
import { isDuplicate, isFurtherPayment, type CardPaymentRecord, type ChargeRecord, type LedgerRecord } from './ledger-record.js';

/** An order's payments before and after a reading of the ledger, with the charge that this page is making meanwhile. */
export interface LedgerViews {
  before: readonly LedgerRecord[];
  after: readonly LedgerRecord[];
  /** Returns whether this page is charging an attempt, or is writing its result. The page itself reports this attempt. */
  isOwn: (attemptId: string) => boolean;
  /** This page's unconfirmed attempt whose request is still running. No other tab can know that it was not charged. */
  late: Attempt | undefined;
}

/** A card payment that another tab or the shop has settled. */
export interface SettledElsewhere {
  record: CardPaymentRecord;
  /** True if the payment was unconfirmed here before. */
  late: boolean;
}

/**
 * Lists the card payments that another tab or the shop has settled between two readings: every approval, and each end of an attempt that
 * blocked the order before.
 */
export function listSettledElsewhere({ before, after, isOwn, late }: LedgerViews): SettledElsewhere[] {
  return after.flatMap((record) => {
    if (record.kind !== 'card' || isOwn(record.id)) return [];
    const { state } = record.attempt;
    const known = findState(before, record.id);
    if (state === known || state === 'open' || state === 'unconfirmed') return [];
    const wasBlocking = (known === 'open' || known === 'unconfirmed') && record.id !== late?.attemptId;
    return state === 'approved' || wasBlocking ? [{ record, late: known === 'unconfirmed' }] : [];
  });
}

/** Lists the payments that newly appear as duplicates: they took money although the order was already paid. */
export function listNewDuplicates(before: readonly LedgerRecord[], after: readonly LedgerRecord[]): LedgerRecord[] {
  return after.filter((record) => isDuplicate(record) && !before.some((known) => known.id === record.id && isDuplicate(known)));
}

/** Lists the charges that newly appear as paid, each once. A further payment of the same charge is no news of its own: it is a duplicate. */
export function listNewlyPaidCharges(before: readonly LedgerRecord[], after: readonly LedgerRecord[]): ChargeRecord[] {
  const hadTurn = (id: string): boolean => before.some((known) => known.id === id && known.turn !== undefined);
  return after
    .filter((record) => record.kind !== 'card')
    .filter((record) => record.turn !== undefined && !hadTurn(record.id) && !isFurtherPayment(record));
}

function findState(records: readonly LedgerRecord[], id: string): Attempt['state'] | undefined {
  const record = records.find((candidate) => candidate.id === id);
  return record?.kind === 'card' ? record.attempt.state : undefined;
}
