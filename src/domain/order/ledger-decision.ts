import { advanceAttempt, type AttemptChange } from './attempt.js';
import { presentFields } from '../present-fields.js';
import {
  findMissing,
  hasPaid,
  listTaken,
  mergeRecord,
  type CardPaymentRecord,
  type DueAmounts,
  type LedgerRecord,
} from './ledger-record.js';

/** A change of an order's records. */
export type LedgerChange =
  /** The start of a card charge. */
  | { type: 'open'; record: CardPaymentRecord }
  /** The end of a card charge. `record` is the attempt as this page knows it, in case the ledger lost its own. */
  | { type: 'settle'; record: CardPaymentRecord; change: AttemptChange }
  /** Records that a page knows: a new Pix code, a response about a Pix, or records that the page's storage lost. */
  | { type: 'merge'; records: readonly LedgerRecord[] }
  /** No change of a record: only the facts are applied. */
  | { type: 'review' };

/** Facts from outside of the records, gathered before the transaction. */
export interface LedgerFacts extends DueAmounts {
  /** The present instant by the service's or the shop's clock, epoch ms; `undefined` if neither clock is known. */
  confirmedNow?: number | undefined;
}

/** The result of a decision, for the transaction to write. */
export interface LedgerDecision {
  /** The new and the changed records, to be written. */
  put: readonly LedgerRecord[];
  /** The payment because of which a card must not be charged. The card's record is then not written. */
  blocking?: LedgerRecord;
}

/**
 * Decides a change of an order's payments. The decision is pure and synchronous, and one transaction supplies all records of the order. A
 * card opens only if no card is open or unconfirmed, and nothing has been paid. A payment that took money gets its turn here, so the first
 * payment does not depend on which tab looked first.
 */
export function decideChange(records: readonly LedgerRecord[], change: LedgerChange, facts: LedgerFacts): LedgerDecision {
  const blocking = change.type === 'open' ? findBlocking(records, change.record.id) : undefined;
  const changed = blocking ? [] : applyChange(records, change);
  const put = review(replaceRecords(records, changed), records, facts).filter((record) => isNew(record, records));
  return blocking ? { put, blocking } : { put };
}

/** Replaces records by identifier, and adds the new ones. */
export function replaceRecords(records: readonly LedgerRecord[], changed: readonly LedgerRecord[]): LedgerRecord[] {
  const replaced = new Map(records.map((record) => [record.id, record]));
  for (const record of changed) replaced.set(record.id, record);
  return [...replaced.values()];
}

/** Finds the payment that blocks another card, the most certain one first. Returns `undefined` if a card may be charged. */
export function findBlocking(records: readonly LedgerRecord[], ownId?: string): LedgerRecord | undefined {
  const others = records.filter(({ id }) => id !== ownId);
  const [paid] = [...listTaken(others), ...others.filter(hasPaid)];
  const cards = others.filter((record) => record.kind === 'card');
  return paid ?? cards.find(({ attempt }) => attempt.state === 'unconfirmed') ?? cards.find(({ attempt }) => attempt.state === 'open');
}

/** Returns the records that a change adds or replaces. */
function applyChange(records: readonly LedgerRecord[], change: LedgerChange): LedgerRecord[] {
  const find = (id: string): LedgerRecord | undefined => records.find((record) => record.id === id);
  switch (change.type) {
    case 'open':
      // If the record exists, this is the second try of the same attempt: the first one was committed, but the connection failed before the
      // page knew.
      return find(change.record.id) ? [] : [change.record];
    case 'settle': {
      const known = find(change.record.id);
      const record = known?.kind === 'card' ? known : change.record;
      const attempt = advanceAttempt(record.attempt, change.change);
      // A record that was removed during its charge is restored only if money was taken, or may have been.
      return known || isWorthKeeping(attempt.state) ? [{ ...record, attempt }] : [];
    }
    case 'merge':
      return change.records.map((record) => mergeRecord(find(record.id), record));
    case 'review':
      return [];
  }
}

/** True if an attempt in this state took money, or may have. */
function isWorthKeeping(state: string): boolean {
  return state === 'approved' || state === 'unconfirmed';
}

/** Stamps every record with its turn, its missing amount and the confirmed instant. */
function review(records: readonly LedgerRecord[], stored: readonly LedgerRecord[], { confirmedNow, ...due }: LedgerFacts): LedgerRecord[] {
  const turns = assignTurns(records, stored);
  return records.map((record) => {
    const turn = turns.get(record.id);
    const missing = record.missing ?? (turn === 1 ? findMissing(record, due) : undefined);
    const confirmedAt = record.confirmedAt ?? confirmedNow;
    return { ...record, ...presentFields({ turn, missing, confirmedAt }) };
  });
}

/**
 * Assigns turns to the payments that took money. A payment keeps its turn, unless a record that the ledger already had has the same turn.
 */
function assignTurns(records: readonly LedgerRecord[], stored: readonly LedgerRecord[]): Map<string, number> {
  const turns = new Map<string, number>();
  const isStored = ({ id, turn }: LedgerRecord): boolean => stored.some((known) => known.id === id && known.turn === turn);
  const isFree = (turn = 0): boolean => turn > 0 && ![...turns.values()].includes(turn);
  const taken = listTaken(records);
  const unnumbered = records.filter((record) => record.turn === undefined && hasPaid(record));
  for (const { id, turn = 0 } of [...taken.filter(isStored), ...taken.filter((record) => !isStored(record)), ...unnumbered])
    turns.set(id, isFree(turn) ? turn : Math.max(0, ...turns.values()) + 1);
  return turns;
}

/** True if a record differs from the stored one. */
function isNew(record: LedgerRecord, records: readonly LedgerRecord[]): boolean {
  const known = records.find(({ id }) => id === record.id);
  return JSON.stringify(known) !== JSON.stringify(record);
}
