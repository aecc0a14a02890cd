import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';

const STORE = 'records';

/** Records by order key and identifier. Values are unknown: another version, or another script of the page, may have written them. */
interface RecordSchema extends DBSchema {
  [STORE]: { key: [orderKey: string, id: string]; value: unknown };
}

type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<RecordSchema, [typeof STORE], typeof STORE, Mode>;

/** The records as one transaction sees them. */
export type RecordStore = Store<'readwrite'>;

/** One kind of records of all orders, in an IndexedDB database of their own that every tab and every reload of the origin shares. */
export class RecordDatabase<T> {
  readonly #name: string;
  readonly #parse: (value: unknown) => T | undefined;
  #database: Promise<IDBPDatabase<RecordSchema>> | undefined;
  #isSwept = false;

  /** `parse` reads a value; what it makes nothing of is left out, and may go, whatever order it is of. */
  constructor(name: string, parse: (value: unknown) => T | undefined) {
    this.#name = name;
    this.#parse = parse;
  }

  /** An order's records, in a transaction of their own. */
  read(orderKey: string): Promise<T[]> {
    return this.#run('readonly', (store) => this.collect(store, orderKey));
  }

  /** An order's records, within a transaction. */
  async collect(store: Store<'readonly'> | RecordStore, orderKey: string): Promise<T[]> {
    const values = await store.getAll(createKeyRange(orderKey));
    return values.flatMap((value) => this.#parse(value) ?? []);
  }

  /** One transaction that is on the disk when the answer is there. `work` may run twice. */
  write<Answer>(work: (store: RecordStore) => Promise<Answer>): Promise<Answer> {
    return this.#run('readwrite', work);
  }

  async #run<Answer, Mode extends 'readonly' | 'readwrite'>(mode: Mode, work: (store: Store<Mode>) => Promise<Answer>): Promise<Answer> {
    const run = async (): Promise<Answer> => {
      const database = await (this.#database ??= this.#connect());
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const [answer] = await Promise.all([work(transaction.store), transaction.done]);
      return answer;
    };
    try {
      return await run();
    } catch {
      // WebKit drops connections of pages in the background: once more with a new one.
      this.#database = undefined;
      return await run();
    } finally {
      this.#sweep();
    }
  }

  /** Once, and after what the page waits for: a device that sells all day has thousands of records. */
  #sweep(): void {
    if (this.#isSwept) return;
    this.#isSwept = true;
    this.write(async (store) => {
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const stale = keys.filter((_key, index) => this.#parse(values[index]) === undefined);
      await Promise.all(stale.map((key) => store.delete(key)));
    }).catch(() => undefined);
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

/** The keys of all records of an order: arrays come after strings in the order of keys. */
export function createKeyRange(orderKey: string): IDBKeyRange {
  return IDBKeyRange.bound([orderKey], [orderKey, []]);
}
