import type { Method } from '../../../domain/payment.js';
import type { PixStatus } from '../../../domain/pix/status.js';
import type { AttemptRecord, AttemptState, EndedBy, PageWord, PaymentKind, PaymentRecord, PixRecord } from '../../orders/order-record.js';
import type { SqlQuery, SqlRow } from '../ledger.js';

/** Reads a text. Throws where there is none. */
export function readText(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`The column ${column} has no text.`);
  return value;
}

/** Reads a text that may be null. */
export function readOptionalText(row: SqlRow, column: string): string | undefined {
  return isMissing(row[column]) ? undefined : readText(row, column);
}

/** Reads an integer: drivers give a `bigint` column as text, as a number or as a `bigint`. Throws where it is none that a number can be. */
export function readInteger(row: SqlRow, column: string): number {
  const value = row[column];
  const integer = typeof value === 'string' && value !== '' ? Number(value) : typeof value === 'bigint' ? Number(value) : value;
  if (typeof integer !== 'number' || !Number.isSafeInteger(integer)) throw new Error(`The column ${column} has no safe integer.`);
  return integer;
}

/** Reads an integer that may be null. */
export function readOptionalInteger(row: SqlRow, column: string): number | undefined {
  return isMissing(row[column]) ? undefined : readInteger(row, column);
}

/**
 * Reads one of these words. Throws for any other: a newer version may have written it, and what it means for money an older one cannot know.
 */
export function readWord<Word extends string>(row: SqlRow, column: string, words: Readonly<Record<Word, true>>): Word {
  const text = readText(row, column);
  if (!isWord(text, words)) throw new Error(`This version does not know the word "${text}" of the column ${column}.`);
  return text;
}

/** Reads one of these words, or null. */
export function readOptionalWord<Word extends string>(row: SqlRow, column: string, words: Readonly<Record<Word, true>>): Word | undefined {
  return isMissing(row[column]) ? undefined : readWord(row, column, words);
}

/** Reads rows that came as one value of JSON; drivers may leave it as text. */
export function readJsonRows(row: SqlRow, column: string): readonly SqlRow[] {
  const value = row[column];
  if (isMissing(value)) return [];
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  if (!Array.isArray(parsed) || !parsed.every(isRow)) throw new Error(`The column ${column} has no rows.`);
  return parsed;
}

function isRow(value: unknown): value is SqlRow {
  return typeof value === 'object' && value !== null;
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isWord<Word extends string>(text: string, words: Readonly<Record<Word, true>>): text is Word {
  return Object.hasOwn(words, text);
}

/** What a row is written as: columns by name, so that columns of a newer version keep what they have. */
export type ColumnValues = Readonly<Record<string, string | number | null>>;

/** Adds a row. */
export async function insertRow(query: SqlQuery, table: string, values: ColumnValues): Promise<void> {
  const columns = Object.keys(values);
  const places = columns.map((_, index) => `$${index + 1}`);
  await query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, Object.values(values));
}

/** Changes the one row that has these keys. Throws where there is none. */
export async function updateRow(query: SqlQuery, table: string, keys: ColumnValues, values: ColumnValues): Promise<void> {
  const all = [...Object.keys(keys), ...Object.keys(values)];
  const parts = all.map((column, index) => `${column} = $${index + 1}`);
  const keyCount = Object.keys(keys).length;
  const where = parts.slice(0, keyCount).join(' AND ');
  const set = parts.slice(keyCount).join(', ');
  const rows = await query(`UPDATE ${table} SET ${set} WHERE ${where} RETURNING 1 AS one`, [
    ...Object.values(keys),
    ...Object.values(values),
  ]);
  if (rows.length !== 1) throw new Error(`A row of ${table} that was read is not there any more.`);
}

const CARD_METHODS: Readonly<Record<AttemptRecord['method'], true>> = { card: true, 'saved-card': true };
const METHODS: Readonly<Record<Method, true>> = { ...CARD_METHODS, pix: true };
const WAYS: Readonly<Record<AttemptRecord['via'], true>> = { token: true, relay: true };
const ATTEMPT_STATES: Readonly<Record<AttemptState, true>> = {
  open: true,
  sent: true,
  unconfirmed: true,
  charged: true,
  declined: true,
  failed: true,
  'not-charged': true,
  replaced: true,
};
const ENDED_BY: Readonly<Record<EndedBy, true>> = { relay: true, records: true, person: true, page: true };
const PIX_STATUSES: Readonly<Record<PixStatus, true>> = {
  pending: true,
  paid: true,
  expired: true,
  cancelled: true,
  refunded: true,
  failed: true,
  unknown: true,
};
const KINDS: Readonly<Record<PaymentKind, true>> = { paid: true, extra: true, short: true, unclear: true };
const LEARNED_BY: Readonly<Record<PaymentRecord['by'], true>> = { relay: true, records: true, status: true, person: true };

/** Reads a row of `balcao_attempts`. */
export function readAttempt(row: SqlRow): AttemptRecord {
  const mayChargeUntil = readOptionalInteger(row, 'may_charge_until');
  const sentAt = readOptionalInteger(row, 'sent_at');
  const endedAt = readOptionalInteger(row, 'ended_at');
  const endedBy = readOptionalWord(row, 'ended_by', ENDED_BY);
  const identifier = readOptionalText(row, 'identifier');
  const guess = readOptionalText(row, 'guess');
  const askAt = readOptionalInteger(row, 'ask_at');
  const told = readPageWord(row);
  return {
    attemptId: readText(row, 'attempt_id'),
    orderId: readText(row, 'order_id'),
    method: readWord(row, 'method', CARD_METHODS),
    via: readWord(row, 'via', WAYS),
    session: readText(row, 'session'),
    amountCents: readInteger(row, 'amount_cents'),
    state: readWord(row, 'state', ATTEMPT_STATES),
    openedAt: readInteger(row, 'opened_at'),
    ...(mayChargeUntil !== undefined && { mayChargeUntil }),
    ...(sentAt !== undefined && { sentAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(endedBy !== undefined && { endedBy }),
    ...(identifier !== undefined && { identifier }),
    ...(told && { told }),
    ...(guess !== undefined && { guess }),
    ...(askAt !== undefined && { askAt }),
  };
}

function readPageWord(row: SqlRow): PageWord | undefined {
  const state = readOptionalText(row, 'told_state');
  if (state === undefined) return undefined;
  const identifier = readOptionalText(row, 'told_identifier');
  const last4 = readOptionalText(row, 'told_last4');
  const cardId = readOptionalText(row, 'told_card_id');
  const installments = readOptionalInteger(row, 'told_installments');
  return {
    state,
    at: readInteger(row, 'told_at'),
    ...(identifier !== undefined && { identifier }),
    ...(last4 !== undefined && { last4 }),
    ...(cardId !== undefined && { cardId }),
    ...(installments !== undefined && { installments }),
  };
}

/** An attempt as its row, without its key. */
export function writeAttempt(attempt: AttemptRecord): ColumnValues {
  const { told } = attempt;
  return {
    method: attempt.method,
    via: attempt.via,
    session: attempt.session,
    amount_cents: attempt.amountCents,
    state: attempt.state,
    opened_at: attempt.openedAt,
    may_charge_until: attempt.mayChargeUntil ?? null,
    sent_at: attempt.sentAt ?? null,
    ended_at: attempt.endedAt ?? null,
    ended_by: attempt.endedBy ?? null,
    identifier: attempt.identifier ?? null,
    told_state: told?.state ?? null,
    told_at: told?.at ?? null,
    told_identifier: told?.identifier ?? null,
    told_last4: told?.last4 ?? null,
    told_card_id: told?.cardId ?? null,
    told_installments: told?.installments ?? null,
    guess: attempt.guess ?? null,
    ask_at: attempt.askAt ?? null,
  };
}

/** Reads a row of `balcao_pix`. */
export function readPix(row: SqlRow): PixRecord {
  const amountCents = readOptionalInteger(row, 'amount_cents');
  const expiresAt = readOptionalInteger(row, 'expires_at');
  const answeredAt = readOptionalInteger(row, 'answered_at');
  const askAt = readOptionalInteger(row, 'ask_at');
  return {
    chargeId: readText(row, 'charge_id'),
    orderId: readText(row, 'order_id'),
    session: readText(row, 'session'),
    dueCents: readInteger(row, 'due_cents'),
    createdAt: readInteger(row, 'created_at'),
    status: readWord(row, 'status', PIX_STATUSES),
    ...(amountCents !== undefined && { amountCents }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(answeredAt !== undefined && { answeredAt }),
    ...(askAt !== undefined && { askAt }),
  };
}

/** A Pix charge as its row, without its key. */
export function writePix(charge: PixRecord): ColumnValues {
  return {
    session: charge.session,
    due_cents: charge.dueCents,
    amount_cents: charge.amountCents ?? null,
    created_at: charge.createdAt,
    expires_at: charge.expiresAt ?? null,
    status: charge.status,
    answered_at: charge.answeredAt ?? null,
    ask_at: charge.askAt ?? null,
  };
}

/** Reads a row of `balcao_payments`. */
export function readPayment(row: SqlRow): PaymentRecord {
  const amountCents = readOptionalInteger(row, 'amount_cents');
  const identifier = readOptionalText(row, 'identifier');
  const settledAt = readOptionalInteger(row, 'settled_at');
  const returnedAt = readOptionalInteger(row, 'returned_at');
  return {
    paymentId: readText(row, 'payment_id'),
    orderId: readText(row, 'order_id'),
    method: readWord(row, 'method', METHODS),
    kind: readWord(row, 'kind', KINDS),
    at: readInteger(row, 'learned_at'),
    by: readWord(row, 'learned_by', LEARNED_BY),
    ...(amountCents !== undefined && { amountCents }),
    ...(identifier !== undefined && { identifier }),
    ...(settledAt !== undefined && { settledAt }),
    ...(returnedAt !== undefined && { returnedAt }),
  };
}

/** A payment as its row, without its key, and without `settled_at`, which `settle` alone writes. */
export function writePayment(payment: PaymentRecord): ColumnValues {
  return {
    method: payment.method,
    kind: payment.kind,
    amount_cents: payment.amountCents ?? null,
    identifier: payment.identifier ?? null,
    learned_at: payment.at,
    learned_by: payment.by,
    returned_at: payment.returnedAt ?? null,
  };
}

/** The database's clock at this very moment, not at the beginning of the transaction: epoch ms. */
export const CLOCK = `floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** Reads it. */
export async function readClock(query: SqlQuery): Promise<number> {
  const [row = {}] = await query(`SELECT ${CLOCK} AS now`);
  return readInteger(row, 'now');
}
