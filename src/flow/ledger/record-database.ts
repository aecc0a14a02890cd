import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';

const STORE = 'records';

/** Records by order key and identifier. Their values are unknown: another version, or another script of the page, may have written them. */
interface RecordSchema extends DBSchema {
  [STORE]: { key: [orderKey: string, id: string]; value: unknown };
}

type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<RecordSchema, [typeof STORE], typeof STORE, Mode>;

/** The records as one transaction sees them. */
export type RecordStore = Store<'readwrite'>;

/** The records as a transaction sees them that may only read. */
export type ReadableStore = Store<'readonly'> | RecordStore;

/** Records of one kind, in an IndexedDB database that every tab and every reload of the origin shares. */
export class RecordDatabase<T> {
  readonly #name: string;
  readonly #parse: (value: unknown, id: string) => T;
  #database: Promise<IDBPDatabase<RecordSchema>> | undefined;

  /** `parse` reads a value, whatever it is; `id` is the identifier under which it was found. */
  constructor(name: string, parse: (value: unknown, id: string) => T) {
    this.#name = name;
    this.#parse = parse;
  }

  /** An order's records, in one transaction. */
  read(orderKey: string): Promise<T[]> {
    return this.readStore((store) => this.collect(store, orderKey));
  }

  /** Runs `work` in one transaction that only reads. `work` may run twice. */
  readStore<Answer>(work: (store: ReadableStore) => Promise<Answer>): Promise<Answer> {
    return this.#run('readonly', work);
  }

  /** An order's records, within a transaction. */
  async collect(store: ReadableStore, orderKey: string): Promise<T[]> {
    const range = createKeyRange(orderKey);
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    return keys.map(([, id], index) => this.#parse(values[index], id));
  }

  /** Runs `work` in one transaction, which is on the disk when this resolves. `work` may run twice. */
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
      // WebKit drops the connections of background pages: try once more with a new one.
      this.#database = undefined;
      return await run();
    }
  }

  /** Opens the database as it is, of whatever version; one without its store gets it by a version more, and keeps all else. */
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

/** The keys of all records of an order: IndexedDB sorts arrays after strings. */
export function createKeyRange(orderKey: string): IDBKeyRange {
  return IDBKeyRange.bound([orderKey], [orderKey, []]);
}
