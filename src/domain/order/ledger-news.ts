import type { Attempt } from './attempt.js';
import { isDuplicate, type CardPaymentRecord, type LedgerRecord, type PixPaymentRecord } from './ledger-record.js';

/** An order's payments before and after something was learned, and what this page is charging meanwhile. */
export interface LedgerViews {
  before: readonly LedgerRecord[];
  after: readonly LedgerRecord[];
  /** True if this page is charging, or writing down the end of, an attempt: it reports that itself. */
  isOwn: (attemptId: string) => boolean;
  /** This page's unconfirmed attempt whose request still runs: no other tab can know that it was not charged. */
  late: Attempt | undefined;
}

/** A card that another tab, or the shop, has settled. */
export interface SettledElsewhere {
  record: CardPaymentRecord;
  /** True if it had been unconfirmed here. */
  late: boolean;
}

/** The cards that others have settled between two readings: every approval, and each end of an attempt that blocked the order before. */
export function listSettledElsewhere({ before, after, isOwn, late }: LedgerViews): SettledElsewhere[] {
  return after.flatMap((record) => {
    if (record.kind === 'pix' || isOwn(record.id)) return [];
    const { state } = record.attempt;
    const known = findState(before, record.id);
    if (state === known || state === 'open' || state === 'unconfirmed') return [];
    const wasBlocking = (known === 'open' || known === 'unconfirmed') && record.id !== late?.attemptId;
    return state === 'approved' || wasBlocking ? [{ record, late: known === 'unconfirmed' }] : [];
  });
}

/** The payments that are newly known to have taken money although the order was already paid. */
export function listNewDuplicates(before: readonly LedgerRecord[], after: readonly LedgerRecord[]): LedgerRecord[] {
  return after.filter((record) => isDuplicate(record) && !before.some((known) => known.id === record.id && isDuplicate(known)));
}

/** The Pix codes that are newly known to be paid. */
export function listNewlyPaidPix(before: readonly LedgerRecord[], after: readonly LedgerRecord[]): PixPaymentRecord[] {
  const hadTurn = (id: string): boolean => before.some((known) => known.id === id && known.turn !== undefined);
  return after.filter((record) => record.kind === 'pix').filter(({ id, turn }) => turn !== undefined && !hadTurn(id));
}

function findState(records: readonly LedgerRecord[], id: string): Attempt['state'] | undefined {
  const record = records.find((candidate) => candidate.id === id);
  return record?.kind === 'card' ? record.attempt.state : undefined;
}
