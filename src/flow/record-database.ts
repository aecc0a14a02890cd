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
export class RecordDatabase {
  readonly #name: string;
  readonly #isStale: (value: unknown) => boolean;
  #database: Promise<IDBPDatabase<RecordSchema>> | undefined;
  #isSwept = false;

  /** `isStale` tells the values that may go, whatever order they are of. */
  constructor(name: string, isStale: (value: unknown) => boolean) {
    this.#name = name;
    this.#isStale = isStale;
  }

  /** An order's records as `parse` reads them. What it makes nothing of is left out. */
  read<T>(orderKey: string, parse: (value: unknown) => T | undefined): Promise<T[]> {
    return this.#run('readonly', (store) => collectRecords(store, orderKey, parse));
  }

  /** One transaction that is on the disk when the answer is there. `work` may run twice. */
  write<T>(work: (store: RecordStore) => Promise<T>): Promise<T> {
    return this.#run('readwrite', work);
  }

  async #run<T, Mode extends 'readonly' | 'readwrite'>(mode: Mode, work: (store: Store<Mode>) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
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
      void this.#sweep();
    }
  }

  /** Once in a page, and after what it waits for: a device that sells all day has thousands of records. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    const sweeping = this.write(async (store) => {
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const stale = keys.filter((_key, index) => this.#isStale(values[index]));
      await Promise.all(stale.map((key) => store.delete(key)));
    });
    await sweeping.catch(() => undefined);
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

/** An order's records as `parse` reads them. What it makes nothing of is left out. */
export async function collectRecords<T>(
  store: Store<'readonly'> | RecordStore,
  orderKey: string,
  parse: (value: unknown) => T | undefined,
): Promise<T[]> {
  const values = await store.getAll(createKeyRange(orderKey));
  return values.flatMap((value) => parse(value) ?? []);
}
