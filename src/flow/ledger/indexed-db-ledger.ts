import { replaceRecords } from '../../domain/order/ledger-decision.js';
import { createOrderKey, readOrderId } from '../../domain/order/order-key.js';
import { presentFields } from '../../domain/present-fields.js';
import { sortRecords, type PaymentRecord } from '../../domain/order/payment-record.js';
import { listStale } from '../../domain/order/record-life.js';
import type { ChangedOrder, DecideChange, LedgerStore, StoredOrder, SweepOptions } from './ledger-store.js';
import { parseRecord } from './parse-record.js';
import { RecordDatabase, type ReadableStore } from './record-database.js';

/** A ledger that every tab and every reload of the origin shares. */
export class IndexedDbLedger implements LedgerStore {
  readonly #database: RecordDatabase<PaymentRecord>;

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
          return store.put(changeStored(await store.get(key), { ...known }, { ...record }), key);
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
      await Promise.all(keys.filter(([orderKey]) => readOrderId(orderKey) === orderId).map((key) => store.delete(key)));
      await store.put(forgetId, createForgetKey(orderId));
    });
  }

  sweep({ confirmedNow }: SweepOptions): Promise<void> {
    return this.#database.write(async (store) => {
      const orders = new Map<string, PaymentRecord[]>();
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      for (const [index, [orderKey, id]] of keys.entries()) {
        if (id !== FORGOTTEN) orders.set(orderKey, [...(orders.get(orderKey) ?? []), parseRecord(values[index], id)]);
      }
      for (const [orderKey, stale] of listStale(orders, confirmedNow)) for (const { id } of stale) await store.delete([orderKey, id]);
    });
  }

  async #collect(store: ReadableStore, orderKey: string): Promise<StoredOrder> {
    const [records, forgetId] = await Promise.all([
      this.#database.collect(store, orderKey),
      store.get(createForgetKey(readOrderId(orderKey))),
    ]);
    return { records: sortRecords(records), forgetId: typeof forgetId === 'string' ? forgetId : undefined };
  }
}

/**
 * What is stored, with the fields that have changed, of a charge or attempt in it too: all else stays as another version has written it, also what this
 * one cannot read. A status that it does not know gives way to a final one alone.
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

type Fields = Partial<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return Object(value) === value && !Array.isArray(value);
}

/** The identifier of the mark that an order was freed, which belongs to no service. */
const FORGOTTEN = 'forgotten';

function createForgetKey(orderId: string): [orderKey: string, id: string] {
  return [createOrderKey('', orderId), FORGOTTEN];
}
