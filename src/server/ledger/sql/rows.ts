import { isPixStatus } from '../../../domain/pix/status.js';
import { presentFields } from '../../../domain/present-fields.js';
import type { AttemptRecord, BoletoFacts, PageReport, PaymentRecord, PixRecord, RepeatCount } from '../../orders/order-record.js';
import type { SqlQuery, SqlRow } from '../ledger.js';

/** Returns the text of a column. Throws if there is none. */
export function getText(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`The column ${column} has no text.`);
  return value;
}

/**
 * Returns the integer of a column: drivers return a `bigint` column as text, as a number or as a `bigint`. Throws if a number cannot hold
 * the value.
 */
export function getInteger(row: SqlRow, column: string): number {
  const value = row[column];
  const integer = typeof value === 'string' && value !== '' ? Number(value) : typeof value === 'bigint' ? Number(value) : value;
  if (typeof integer !== 'number' || !Number.isSafeInteger(integer)) throw new Error(`The column ${column} has no safe integer.`);
  return integer;
}

type Get<Value> = (row: SqlRow, column: string) => Value;

/** Creates a getter for a column that may be null. */
function optional<Value>(get: Get<Value>): Get<Value | undefined> {
  return (row, column) => (isMissing(row[column]) ? undefined : get(row, column));
}

/** Returns the text of a column; `undefined` if it is null. */
export const findText = optional(getText);

/** Returns the integer of a column; `undefined` if it is null. */
export const findInteger = optional(getInteger);

/**
 * Creates a getter for one of these words. It throws for any other word: a newer version may have written it, and an older version cannot
 * know what it means for money.
 */
function oneOf<Word extends string>(...words: readonly Word[]): Get<Word> {
  return wordBy((text): text is Word => words.some((word) => word === text));
}

function wordBy<Word extends string>(isWord: (text: string) => text is Word): Get<Word> {
  return (row, column) => {
    const text = getText(row, column);
    if (!isWord(text)) throw new Error(`This version does not know the word "${text}" of the column ${column}.`);
    return text;
  };
}

/** Returns the rows of a JSON value, which some drivers return as text. */
export function getJsonRows(row: SqlRow, column: string): readonly SqlRow[] {
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

/** The columns of a row by name. */
type ColumnValues = Readonly<Record<string, string | number | null>>;

/** A field of a record, which may fill several columns of a row. */
interface Field<Value> {
  parse: (row: SqlRow) => Value;
  format: (value: Value, record: object) => ColumnValues;
}

type Fields<RowRecord> = { readonly [Name in keyof RowRecord]-?: Field<RowRecord[Name]> };

/** Creates a field that fills one column. */
function column<Value extends string | number | undefined>(name: string, get: Get<Value>): Field<Value> {
  return { parse: (row) => get(row, name), format: (value) => ({ [name]: value ?? null }) };
}

/** Creates a field for a record within a record; absent if this column is null. */
function group<Part extends object>(name: string, fields: Fields<Part>): Field<Part | undefined> {
  return {
    parse: (row) => (isMissing(row[name]) ? undefined : parseFields(fields, row)),
    format: (part) => formatFields(fields, part),
  };
}

function parseFields<RowRecord extends object>(fields: Fields<RowRecord>, row: SqlRow): RowRecord;
function parseFields(fields: Readonly<Record<string, Field<unknown>>>, row: SqlRow): object {
  return presentFields(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.parse(row)])));
}

function formatFields<RowRecord extends object>(fields: Fields<RowRecord>, record: RowRecord | undefined): ColumnValues;
function formatFields(fields: Readonly<Record<string, Field<unknown>>>, record: Readonly<Record<string, unknown>> = {}): ColumnValues {
  return Object.assign({}, ...Object.entries(fields).map(([name, { format }]) => format(record[name], record)));
}

/** A table whose rows belong to orders. */
class Table<RowRecord extends object> {
  readonly #name: string;
  readonly #id: string;
  readonly #fields: Fields<RowRecord>;

  constructor(name: string, id: string, fields: Fields<RowRecord>) {
    this.#name = name;
    this.#id = id;
    this.#fields = fields;
  }

  /** Converts a row to its record. */
  readonly parse = (row: SqlRow): RowRecord => parseFields(this.#fields, row);

  /** Finds the record with this identifier. */
  async find(query: SqlQuery, id: string): Promise<RowRecord | undefined> {
    const [row] = await query(`SELECT * FROM ${this.#name} WHERE ${this.#id} = $1`, [id]);
    return row && this.parse(row);
  }

  /** Formats records as the JSON of `balcao_write_order`, in this order; null for none. */
  readonly format = (records: readonly RowRecord[]): string | null =>
    records.length === 0
      ? null
      : JSON.stringify(
          records.map((record) => formatFields(this.#fields, record)),
          replaceLoneSurrogates,
        );
}

/** Replaces halves of a character, which JSON may have and PostgreSQL refuses. */
function replaceLoneSurrogates(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;
}

export const ATTEMPTS = new Table<AttemptRecord>('balcao_attempts', 'attempt_id', {
  attemptId: column('attempt_id', getText),
  orderId: column('order_id', getText),
  method: column('method', oneOf('card', 'saved-card')),
  via: column('via', oneOf('token', 'relay')),
  session: column('session', getText),
  amountCents: column('amount_cents', getInteger),
  state: column('state', oneOf('open', 'sent', 'unconfirmed', 'charged', 'declined', 'failed', 'not-charged', 'replaced')),
  openedAt: column('opened_at', getInteger),
  mayChargeUntil: column('may_charge_until', findInteger),
  sentAt: column('sent_at', findInteger),
  endedAt: column('ended_at', findInteger),
  endedBy: column('ended_by', optional(oneOf('relay', 'records', 'person', 'page'))),
  identifier: column('identifier', findText),
  told: group<PageReport>('told_state', {
    state: column('told_state', getText),
    at: column('told_at', getInteger),
    identifier: column('told_identifier', findText),
    last4: column('told_last4', findText),
    cardId: column('told_card_id', findText),
    installments: column('told_installments', findInteger),
  }),
  guess: column('guess', findText),
  address: column('address', findText),
  repeats: group<RepeatCount>('repeats', {
    count: column('repeats', getInteger),
    since: column('repeats_since', getInteger),
  }),
  askAt: column('ask_at', findInteger),
});

export const PIX_CHARGES = new Table<PixRecord>('balcao_pix', 'charge_id', {
  chargeId: column('charge_id', getText),
  orderId: column('order_id', getText),
  session: column('session', getText),
  dueCents: column('due_cents', getInteger),
  amountCents: column('amount_cents', findInteger),
  createdAt: column('created_at', getInteger),
  expiresAt: column('expires_at', findInteger),
  // No older version knows this word of a boleto. None can ask the bank, so none may charge anything else for the order.
  status: {
    parse: (row) => wordBy(isPixStatus)({ status: getText(row, 'status').replace(/^boleto-/, '') }, 'status'),
    format: (status, charge) => ({ status: 'boleto' in charge ? `boleto-${status}` : status }),
  },
  answeredAt: column('answered_at', findInteger),
  askAt: column('ask_at', findInteger),
  boleto: group<BoletoFacts>('boleto_line', {
    line: column('boleto_line', getText),
    dueDate: column('boleto_due_date', getText),
    payableUntil: column('boleto_payable_until', getInteger),
    brCode: column('boleto_code', findText),
    pdfUrl: column('boleto_pdf_url', findText),
    payee: column('boleto_payee', findText),
  }),
});

export const PAYMENTS = new Table<PaymentRecord>('balcao_payments', 'payment_id', {
  paymentId: column('payment_id', getText),
  orderId: column('order_id', getText),
  method: column('method', oneOf('card', 'saved-card', 'pix', 'boleto')),
  kind: column('kind', oneOf('paid', 'extra', 'short', 'unclear')),
  amountCents: column('amount_cents', findInteger),
  identifier: column('identifier', findText),
  at: column('learned_at', getInteger),
  by: column('learned_by', oneOf('relay', 'records', 'status', 'person')),
  returnedAt: column('returned_at', findInteger),
  settledAt: column('settled_at', findInteger),
});
