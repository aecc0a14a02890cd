import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';

const STORE = 'records';

/** Records by order key and identifier. Their values are unknown: another version, or another script of the page, may have written them. */
interface RecordSchema extends DBSchema {
  [STORE]: { key: [orderKey: string, id: string]; value: unknown };
}

type Store<Mode extends IDBTransactionMode> = IDBPObjectStore<RecordSchema, [typeof STORE], typeof STORE, Mode>;

/** The records as one transaction sees them. */
export type RecordStore = Store<'readwrite'>;

/** Records of one kind, in an IndexedDB database that every tab and every reload of the origin shares. */
export class RecordDatabase<T> {
  readonly #name: string;
  readonly #parse: (value: unknown) => T | undefined;
  #database: Promise<IDBPDatabase<RecordSchema>> | undefined;
  #isSwept = false;

  /** `parse` reads a value; where it returns `undefined`, the record is skipped, and deleted by the next sweep. */
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
    } finally {
      this.#sweep();
    }
  }

  /** Deletes unreadable records, once, and only after what the page waits for: a device that sells all day has thousands. */
  #sweep(): void {
    if (this.#isSwept) return;
    this.#isSwept = true;
    this.write(async (store) => {
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
      const stale = keys.filter((_key, index) => this.#parse(values[index]) === undefined);
      await Promise.all(stale.map((key) => store.delete(key)));
    }).catch(() => undefined);
  }

  #open(): Promise<IDBPDatabase<RecordSchema>> {
    const drop = (): void => {
      this.#database = undefined;
    };
    const opening = openDB<RecordSchema>(this.#name, 1, {
      upgrade: (database) => void database.createObjectStore(STORE),
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
