import { isPixStatus } from '../../../domain/pix/status.js';
import { presentFields } from '../../../domain/present-fields.js';
import type { AttemptRecord, PageReport, PaymentRecord, PixRecord, RepeatCount } from '../../orders/order-record.js';
import type { RowChanges } from '../ledger-rules.js';
import type { SqlQuery, SqlRow } from '../ledger.js';

/** The database's clock at this very moment, not at the beginning of the transaction: epoch ms. */
export const CLOCK = `floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

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

/** A row as it is written: columns by name, so that columns of a newer version keep their values. */
type ColumnValues = Readonly<Record<string, string | number | null>>;

/** A field of a record, which may fill several columns of a row. */
interface Field<Value> {
  parse: (row: SqlRow) => Value;
  format: (value: Value) => ColumnValues;
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
  return Object.assign({}, ...Object.entries(fields).map(([name, { format }]) => format(record[name])));
}

/** One statement that writes rows of several tables. */
export class WriteStatement {
  readonly #values: unknown[] = [];
  readonly #parts: string[] = [];
  #rowCount = 0;

  /** Adds a value, and returns its placeholder. */
  readonly place = (value: unknown): string => `$${this.#values.push(value)}`;

  /** Adds a part that writes so many rows. */
  add(sql: string, rowCount: number): void {
    this.#parts.push(`w${this.#parts.length} AS (${sql} RETURNING 1)`);
    this.#rowCount += rowCount;
  }

  /** Runs the statement. Rejects if a row that it updates is missing. */
  async run(query: SqlQuery): Promise<void> {
    const counts = this.#parts.map((_, index) => `(SELECT count(*) FROM w${index})`);
    const [row = {}] = await query(`WITH ${this.#parts.join(', ')} SELECT ${counts.join(' + ')} AS written`, this.#values);
    if (getInteger(row, 'written') !== this.#rowCount) throw new Error('A row that was read is not there any more.');
  }
}

/** A table whose rows belong to orders. */
class Table<RowRecord extends object> {
  readonly #name: string;
  readonly #keys: readonly [id: string, order: string];
  readonly #fields: Fields<RowRecord>;

  constructor(name: string, id: string, fields: Fields<RowRecord>) {
    this.#name = name;
    this.#keys = [id, 'order_id'];
    this.#fields = fields;
  }

  /** Converts a row to its record. */
  readonly parse = (row: SqlRow): RowRecord => parseFields(this.#fields, row);

  /** Finds the record with this identifier. */
  async find(query: SqlQuery, id: string): Promise<RowRecord | undefined> {
    const [row] = await query(`SELECT * FROM ${this.#name} WHERE ${this.#keys[0]} = $1`, [id]);
    return row && this.parse(row);
  }

  /** Adds the changes of rows to a statement. Only `settle` writes the `settled_at` of a known row. */
  write(statement: WriteStatement, { added, changed }: RowChanges<RowRecord>): void {
    if (added.length > 0) this.#insert(statement, added);
    for (const record of changed) {
      const { settled_at: _, ...values } = formatFields(this.#fields, record);
      this.#update(statement, values);
    }
  }

  /** The rows get their `seq` in this order. */
  #insert(statement: WriteStatement, records: readonly RowRecord[]): void {
    const rows = records.map((record) => formatFields(this.#fields, record));
    const lists = rows.map((values) => `(${Object.values(values).map(statement.place).join(', ')})`);
    statement.add(`INSERT INTO ${this.#name} (${Object.keys(rows[0] ?? {}).join(', ')}) VALUES ${lists.join(', ')}`, rows.length);
  }

  #update(statement: WriteStatement, values: ColumnValues): void {
    const parts = Object.entries(values).map(([name, value]) => ({ name, text: `${name} = ${statement.place(value)}` }));
    const isKey = ({ name }: { name: string }): boolean => this.#keys.includes(name);
    const set = parts.filter((part) => !isKey(part)).map(({ text }) => text);
    const where = parts.filter(isKey).map(({ text }) => text);
    statement.add(`UPDATE ${this.#name} SET ${set.join(', ')} WHERE ${where.join(' AND ')}`, 1);
  }
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
  status: column('status', wordBy(isPixStatus)),
  answeredAt: column('answered_at', findInteger),
  askAt: column('ask_at', findInteger),
});

export const PAYMENTS = new Table<PaymentRecord>('balcao_payments', 'payment_id', {
  paymentId: column('payment_id', getText),
  orderId: column('order_id', getText),
  method: column('method', oneOf('card', 'saved-card', 'pix')),
  kind: column('kind', oneOf('paid', 'extra', 'short', 'unclear')),
  amountCents: column('amount_cents', findInteger),
  identifier: column('identifier', findText),
  at: column('learned_at', getInteger),
  by: column('learned_by', oneOf('relay', 'records', 'status', 'person')),
  returnedAt: column('returned_at', findInteger),
  settledAt: column('settled_at', findInteger),
});
