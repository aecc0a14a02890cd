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
  /** A card is about to be charged. */
  | { type: 'open'; record: CardPaymentRecord }
  /** The end of a charge. `record` is the attempt as this page knows it, in case its own was lost. */
  | { type: 'settle'; record: CardPaymentRecord; change: AttemptChange }
  /** Records that a page knows: a new Pix code, an answer about one, or what its storage has lost. */
  | { type: 'merge'; records: readonly LedgerRecord[] }
  /** Nothing but the facts. */
  | { type: 'review' };

/** Facts beside the records, gathered before the transaction. */
export interface LedgerFacts extends DueAmounts {
  /** The instant by the service's or the shop's clock, epoch ms; `undefined` while nobody has confirmed any. */
  confirmedNow?: number | undefined;
}

/** The result of a decision, for the transaction to write. */
export interface LedgerDecision {
  /** The payments to write, new or changed. */
  put: readonly LedgerRecord[];
  /** The payment that keeps a card from being charged. Nothing of that card is written then. */
  blocking?: LedgerRecord;
}

/**
 * Decides a change of an order's payments: pure and synchronous, on all of the order's records as one transaction sees them. A card
 * opens only where no card is open or unconfirmed and nothing has been paid. A payment that took money gets its turn here, so that which
 * one was first never depends on who looked first.
 */
export function decideChange(records: readonly LedgerRecord[], change: LedgerChange, facts: LedgerFacts): LedgerDecision {
  const blocking = change.type === 'open' ? findBlocking(records, change.record.id) : undefined;
  const changed = blocking ? [] : applyChange(records, change);
  const put = review(replaceRecords(records, changed), records, facts).filter((record) => isNew(record, records));
  return blocking ? { put, blocking } : { put };
}

/** The records with some of them replaced, and new ones added. */
export function replaceRecords(records: readonly LedgerRecord[], changed: readonly LedgerRecord[]): LedgerRecord[] {
  const replaced = new Map(records.map((record) => [record.id, record]));
  for (const record of changed) replaced.set(record.id, record);
  return [...replaced.values()];
}

/** The payment that blocks another card, the most certain first; `undefined` where a card may be charged. */
export function findBlocking(records: readonly LedgerRecord[], ownId?: string): LedgerRecord | undefined {
  const others = records.filter(({ id }) => id !== ownId);
  const [paid] = [...listTaken(others), ...others.filter(hasPaid)];
  const cards = others.filter((record) => record.kind === 'card');
  return paid ?? cards.find(({ attempt }) => attempt.state === 'unconfirmed') ?? cards.find(({ attempt }) => attempt.state === 'open');
}

function applyChange(records: readonly LedgerRecord[], change: LedgerChange): LedgerRecord[] {
  const find = (id: string): LedgerRecord | undefined => records.find((record) => record.id === id);
  switch (change.type) {
    case 'open':
      // The same attempt: it was committed, but the connection broke before that was known, so this is the second try.
      return find(change.record.id) ? [] : [change.record];
    case 'settle': {
      const known = find(change.record.id);
      const record = known?.kind === 'card' ? known : change.record;
      const attempt = advanceAttempt(record.attempt, change.change);
      // A record that was forgotten in flight comes back only where money was taken, or may have been.
      return known || isWorthKeeping(attempt.state) ? [{ ...record, attempt }] : [];
    }
    case 'merge':
      return change.records.map((record) => mergeRecord(find(record.id), record));
    case 'review':
      return [];
  }
}

function isWorthKeeping(state: string): boolean {
  return state === 'approved' || state === 'unconfirmed';
}

/** Stamps every record with what the others and the facts say of it. */
function review(records: readonly LedgerRecord[], stored: readonly LedgerRecord[], { confirmedNow, ...due }: LedgerFacts): LedgerRecord[] {
  const turns = assignTurns(records, stored);
  return records.map((record) => {
    const turn = turns.get(record.id);
    const missing = record.missing ?? (turn === 1 ? findMissing(record, due) : undefined);
    const confirmedAt = record.confirmedAt ?? confirmedNow;
    return { ...record, ...presentFields({ turn, missing, confirmedAt }) };
  });
}

/** The turns of the payments that took money: those that have one keep it, unless another, which the ledger already had, has the same. */
function assignTurns(records: readonly LedgerRecord[], stored: readonly LedgerRecord[]): Map<string, number> {
  const turns = new Map<string, number>();
  const isStored = ({ id, turn }: LedgerRecord): boolean => stored.some((known) => known.id === id && known.turn === turn);
  const storedFirst = [...records.filter(isStored), ...records.filter((record) => !isStored(record))];
  const taken = [...listTaken(storedFirst), ...records.filter((record) => record.turn === undefined && hasPaid(record))];
  let last = 0;
  for (const { id, turn = 0 } of taken) turns.set(id, (last = Math.max(turn, last + 1)));
  return turns;
}

/** True if a record says something that the stored one does not. */
function isNew(record: LedgerRecord, records: readonly LedgerRecord[]): boolean {
  const known = records.find(({ id }) => id === record.id);
  return JSON.stringify(known) !== JSON.stringify(record);
}
