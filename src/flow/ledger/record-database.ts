import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';

const STORE = 'records';

/**
 * Records by order key and identifier. (A card store has the customer's identifier in place of an order key.) The type of a value is
 * unknown: another version, or another script of the page, may have written it.
 */
interface RecordSchema extends DBSchema {
  [STORE]: { key: [orderKey: string, id: string]; value: unknown };
}

type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<RecordSchema, [typeof STORE], typeof STORE, Mode>;

/** The records in a transaction that may write. */
export type RecordStore = Store<'readwrite'>;

/** The records in any transaction, for reading alone. */
export type ReadableStore = Store<'readonly'> | RecordStore;

/** An IndexedDB database of records of one kind. Every tab and every reload of the origin shares it. */
export class RecordDatabase<T> {
  readonly #name: string;
  readonly #parse: (value: unknown, id: string) => T;
  #database: Promise<IDBPDatabase<RecordSchema>> | undefined;

  /** `parse` reads a stored value of any type; `id` is the identifier under which the value was found. */
  constructor(name: string, parse: (value: unknown, id: string) => T) {
    this.#name = name;
    this.#parse = parse;
  }

  /** Reads an order's records, in a transaction of its own. */
  read(orderKey: string): Promise<T[]> {
    return this.readStore((store) => this.collect(store, orderKey));
  }

  /** Runs `work` in one read-only transaction. `work` may run twice. */
  readStore<Answer>(work: (store: ReadableStore) => Promise<Answer>): Promise<Answer> {
    return this.#run('readonly', work);
  }

  /** Reads an order's records within a transaction. */
  async collect(store: ReadableStore, orderKey: string): Promise<T[]> {
    const range = createKeyRange(orderKey);
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    return keys.map(([, id], index) => this.#parse(values[index], id));
  }

  /** Runs `work` in one transaction. Resolves once the transaction is on the disk. `work` may run twice. */
  write<Answer>(work: (store: RecordStore) => Promise<Answer>): Promise<Answer> {
    return this.#run('readwrite', work);
  }

  async #run<Answer, Mode extends 'readonly' | 'readwrite'>(mode: Mode, work: (store: Store<Mode>) => Promise<Answer>): Promise<Answer> {
    const run = async (): Promise<Answer> => {
      const database = await (this.#database ??= this.#open());
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const [answer] = await Promise.all([work(transaction.store), transaction.done]);
      return answer;
    };
    try {
      return await run();
    } catch {
      // WebKit drops the connections of background pages, so this retries once with a new connection.
      this.#database = undefined;
      return await run();
    }
  }

  /**
   * Opens the database in the version that it has. If the database lacks the object store, raises the version by one to add it, and keeps
   * all other data.
   */
  async #open(): Promise<IDBPDatabase<RecordSchema>> {
    const database = await this.#openVersion();
    if (database.objectStoreNames.contains(STORE)) return database;
    const version = database.version + 1;
    database.close();
    return this.#openVersion(version);
  }

  #openVersion(version?: number): Promise<IDBPDatabase<RecordSchema>> {
    const drop = (): void => {
      this.#database = undefined;
    };
    const opening = openDB<RecordSchema>(this.#name, version, {
      upgrade: (database) => {
        if (!database.objectStoreNames.contains(STORE)) database.createObjectStore(STORE);
      },
      blocking: () => {
        drop();
        void opening.then((database) => database.close());
      },
      terminated: drop,
    });
    return opening;
  }
}

/** Returns the range of the keys of all records of an order. IndexedDB sorts arrays after strings, so `[]` is above every identifier. */
export function createKeyRange(orderKey: string): IDBKeyRange {
  return IDBKeyRange.bound([orderKey], [orderKey, []]);
}
