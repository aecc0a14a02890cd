import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';

const STORE = 'records';

/** Records by order key and identifier. Values are unknown: another version, or another script of the page, may have written them. */
interface RecordSchema extends DBSchema {
  [STORE]: { key: [orderKey: string, id: string]; value: unknown };
}

/** The records as one transaction sees them. */
export type RecordStore = IDBPObjectStore<RecordSchema, [typeof STORE], typeof STORE, 'readwrite'>;

/** One kind of records of all orders, in an IndexedDB database of their own that every tab and every reload of the origin shares. */
export class RecordDatabase {
  readonly #name: string;
  #database: Promise<IDBPDatabase<RecordSchema>> | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /** One transaction that is on the disk when the answer is there. `work` may run twice. */
  async write<T>(work: (store: RecordStore) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      const database = await (this.#database ??= this.#connect());
      const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
      const [answer] = await Promise.all([work(transaction.store), transaction.done]);
      return answer;
    };
    try {
      return await run();
    } catch {
      // WebKit drops connections of pages in the background: once more with a new one.
      this.#database = undefined;
      return run();
    }
  }

  #connect(): Promise<IDBPDatabase<RecordSchema>> {
    const disconnect = (): void => {
      this.#database = undefined;
    };
    const opening = openDB<RecordSchema>(this.#name, 1, {
      upgrade: (database) => void database.createObjectStore(STORE),
      blocking: () => {
        disconnect();
        void opening.then((database) => database.close());
      },
      terminated: disconnect,
    });
    return opening;
  }
}

/** An order's records, as `parse` reads them. On the way, every record of any order that it makes nothing of is removed. */
export async function collectRecords<T>(store: RecordStore, orderKey: string, parse: (value: unknown) => T | undefined): Promise<T[]> {
  const records: T[] = [];
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    const record = parse(cursor.value);
    if (record === undefined) await cursor.delete();
    else if (cursor.key[0] === orderKey) records.push(record);
  }
  return records;
}
