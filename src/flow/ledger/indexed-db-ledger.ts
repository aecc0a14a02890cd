import { replaceRecords } from '../../domain/order/ledger-decision.js';
import { createOrderKey, parseOrderId } from '../../domain/order/order-key.js';
import { presentFields } from '../../domain/present-fields.js';
import type { Attempt, AttemptState } from '../../domain/order/attempt.js';
import {
  sortRecords,
  type CardPaymentRecord,
  type PaymentFacts,
  type LedgerRecord,
  createChargeRecord,
  type ChargeRecord,
} from '../../domain/order/ledger-record.js';
import { isPdfUrl } from '../../domain/order/charge.js';
import { isPixStatus } from '../../domain/pix/status.js';
import { listStale } from '../../domain/order/record-life.js';
import type { ChangedOrder, DecideChange, LedgerStore, StoredOrder, SweepOptions } from './ledger-store.js';
import { RecordDatabase, type ReadableStore } from './record-database.js';

/** The identifier under which a store keeps the mark that an order was freed. Its order key belongs to no service. */
const FORGOTTEN = 'forgotten';

/** Every state of an attempt that this version knows. */
const STATES: readonly unknown[] = ['open', 'approved', 'declined', 'failed', 'unconfirmed'] satisfies AttemptState[];

/** A ledger in IndexedDB, which every tab and every reload of the origin shares. */
export class IndexedDbLedger implements LedgerStore {
  readonly #database: RecordDatabase<LedgerRecord>;

  /** `name` is the name of the database. */
  constructor(name = 'balcao-ledger') {
    this.#database = new RecordDatabase(name, parseRecord);
  }

  change(orderKey: string, decide: DecideChange): Promise<ChangedOrder> {
    return this.#database.write(async (store) => {
      const before = await this.#collect(store, orderKey);
      const { put, blocking } = decide(before.records);
      await Promise.all(
        put.map(async (record) => {
          const known = before.records.find(({ id }) => id === record.id);
          const key: [string, string] = [orderKey, record.id];
          const stored = known && (await store.get(key));
          return store.put(changeStored(stored, { ...known }, { ...record }), key);
        }),
      );
      return { ...before, records: sortRecords(replaceRecords(before.records, put)), ...presentFields({ blocking }) };
    });
  }

  read(orderKey: string): Promise<StoredOrder> {
    return this.#database.readStore((store) => this.#collect(store, orderKey));
  }

  forget(orderId: string, forgetId: string): Promise<void> {
    return this.#database.write(async (store) => {
      const keys = await store.getAllKeys();
      await Promise.all(keys.filter(([orderKey]) => parseOrderId(orderKey) === orderId).map((key) => store.delete(key)));
      await store.put(forgetId, createForgetKey(orderId));
    });
  }

  sweep({ confirmedNow }: SweepOptions): Promise<void> {
    return this.#database.write(async (store) => {
      const orders = new Map<string, LedgerRecord[]>();
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      for (const [index, [orderKey, id]] of keys.entries()) {
        if (id !== FORGOTTEN) orders.set(orderKey, [...(orders.get(orderKey) ?? []), parseRecord(values[index], id)]);
      }
      for (const [orderKey, stale] of listStale(orders, confirmedNow)) for (const { id } of stale) await store.delete([orderKey, id]);
    });
  }

  /** Reads an order within a transaction. */
  async #collect(store: ReadableStore, orderKey: string): Promise<StoredOrder> {
    const [records, forgetId] = await Promise.all([
      this.#database.collect(store, orderKey),
      store.get(createForgetKey(parseOrderId(orderKey))),
    ]);
    return { records: sortRecords(records), forgetId: typeof forgetId === 'string' ? forgetId : undefined };
  }
}

/**
 * Writes the fields that differ between `before` and `after` into a stored value, and returns the value. Does the same inside a nested
 * charge or attempt. All other fields stay as another version wrote them, even if this version cannot read them.
 *
 * A stored Pix status that this version does not know was read as `unknown`. It is not replaced by `pending`, which may say less.
 *
 * `stored` is a copy that the database made for this call, so it is changed in place.
 */
function changeStored(stored: unknown, before: Fields, after: Fields): unknown {
  const fields: Fields = Object(stored);
  for (const field of Object.keys({ ...before, ...after })) {
    const [old, value] = [before[field], after[field]];
    if (JSON.stringify(old) === JSON.stringify(value) || (old === 'unknown' && value === 'pending' && fields[field] !== old)) continue;
    fields[field] = isFields(old) && isFields(value) ? changeStored(fields[field], old, value) : value;
  }
  return fields;
}

/** An object whose fields may have any type. */
type Fields = Partial<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return Object(value) === value && !Array.isArray(value);
}

/** Returns the key of the mark that an order was freed. */
function createForgetKey(orderId: string): [orderKey: string, id: string] {
  return [createOrderKey('', orderId), FORGOTTEN];
}

/**
 * Parses a stored value, which another version or another script of the page may have written. A value that cannot be read may stand for a
 * charge, so it is returned as an unconfirmed card. `id` is the identifier under which the value was found.
 */
export function parseRecord(value: unknown, id: string): LedgerRecord {
  const fields: Fields = Object(value);
  return parseCard(fields, id) ?? parseCharge(fields, id) ?? createUnreadable(id);
}

function parseCard(fields: Fields, id: string): CardPaymentRecord | undefined {
  const { kind, attempt, isLocked, limitMs } = fields;
  if (kind !== 'card' || !isAttempt(attempt)) return undefined;
  return {
    kind,
    id,
    ...parseSharedFields(fields, attempt.amount),
    attempt: STATES.includes(attempt.state) ? attempt : { ...attempt, state: 'unconfirmed' },
    isLocked: isLocked === true,
    limitMs: typeof limitMs === 'number' ? limitMs : 0,
  };
}

/** Checks these three fields alone. {@link parseCard} also checks the state; the other fields are trusted. */
function isAttempt(value: unknown): value is Attempt {
  const { attemptId, amount, startedAt }: Fields = Object(value);
  return typeof attemptId === 'string' && typeof amount === 'string' && typeof startedAt === 'number';
}

function parseCharge({ kind, charge, ...fields }: Fields, id: string): ChargeRecord | undefined {
  const { chargeId, orderId, number, amount, brCode, createdAt, expiresAt, settledAt, status, late, ...rest }: Fields = Object(charge);
  if (typeof chargeId !== 'string' || typeof amount !== 'string' || typeof createdAt !== 'number' || typeof expiresAt !== 'number')
    return undefined;
  const known = {
    chargeId,
    ...presentFields({ orderId: parseText(orderId), settledAt: parseNumber(settledAt) }),
    amount,
    createdAt,
    expiresAt,
    // If this version does not know the status, the charge is polled again.
    status: isPixStatus(status) ? status : ('unknown' as const),
    ...presentFields({ late: late === true || undefined }),
  };
  const facts = { id, ...parseSharedFields(fields, amount) };
  if (kind === 'pix' && typeof brCode === 'string')
    return createChargeRecord(facts, { ...known, ...presentFields({ number: parseNumber(number) }), brCode });
  const { line, dueDate, payableUntil, pdfUrl, payee } = rest;
  if (kind !== 'boleto' || typeof line !== 'string' || typeof dueDate !== 'string' || typeof payableUntil !== 'number') return undefined;
  const texts = presentFields({
    brCode: parseText(brCode),
    pdfUrl: typeof pdfUrl === 'string' && isPdfUrl(pdfUrl) ? pdfUrl : undefined,
    payee: parseText(payee),
  });
  return createChargeRecord(facts, { ...known, line, dueDate, payableUntil, ...texts });
}

/** Parses the fields that all records have in common. `amount` is the amount of the attempt. */
function parseSharedFields({ orderAmount, paidAmount, turn, missing, confirmedAt }: Fields, amount: string): Omit<PaymentFacts, 'id'> {
  return {
    orderAmount: parseText(orderAmount) ?? amount,
    ...presentFields({
      paidAmount: parseText(paidAmount),
      turn: parseNumber(turn),
      missing: parseText(missing),
      confirmedAt: parseNumber(confirmedAt),
    }),
  };
}

/** Creates the unconfirmed card that stands for a value that cannot be read. */
function createUnreadable(id: string): CardPaymentRecord {
  const attempt: Attempt = { attemptId: id, method: 'card', amount: '', startedAt: 0, state: 'unconfirmed' };
  return { kind: 'card', id, orderAmount: '', attempt, isLocked: false, limitMs: 0 };
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
