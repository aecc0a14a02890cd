import type { Clock } from '../../domain/clock.js';
import type { Ledger, PixRecord } from '../state/ledger.js';
import type { PixState } from './pix-status-words.js';

/** What may happen to a Pix charge: `settle` is a payment, at any time, also after expiry. */
export type PixAction = 'settle' | 'cancel' | 'refund' | 'fail' | 'expire';

const RESULTS: Readonly<Record<Exclude<PixAction, 'expire'>, PixState>> = {
  settle: 'paid',
  cancel: 'cancelled',
  refund: 'refunded',
  fail: 'failed',
};

/** The state of a charge now: one that is pending past its expiry has expired. */
export function computePixState(record: PixRecord, clock: Clock): PixState {
  return record.state === 'pending' && record.expiresAt <= clock.now() ? 'expired' : record.state;
}

/** Finds a charge by its identifier; without one, the latest. */
export function findPix(ledger: Ledger, id?: string): PixRecord | undefined {
  return id === undefined ? ledger.pix.at(-1) : ledger.pix.find((record) => record.id === id);
}

/** Applies an action to a charge. Returns whether this paid the charge. */
export function applyPixAction(record: PixRecord, action: PixAction, clock: Clock): boolean {
  if (action === 'expire') {
    record.expiresAt = Math.min(record.expiresAt, clock.now());
    return false;
  }
  const wasPaid = record.paidAt !== undefined;
  record.state = RESULTS[action];
  if (action !== 'settle' || wasPaid) return false;
  record.paidAt = clock.now();
  return true;
}
