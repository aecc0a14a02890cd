import type { SqlQuery, SqlRow } from './ledger.js';
import { lockFolder } from './pglite/folder-lock.js';
import type { SqlDatabase } from './sql-database.js';

/** What runs a statement of PGlite: the instance or one of its transactions. */
export interface PgliteSession {
  query(sql: string, values?: unknown[]): Promise<{ rows: SqlRow[] }>;
}

/** An instance of PGlite, or anything like it. */
export interface PgliteInstance extends PgliteSession {
  transaction<Result>(work: (session: PgliteSession) => Promise<Result>): Promise<Result>;
  listen(channel: string, onNotice: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const WARNING =
  'The ledger is in PGlite: one process at a time, and a power loss can lose payments that were written down. A live shop uses PostgreSQL.';

/**
 * PostgreSQL within this process, by the package `@electric-sql/pglite`: for a demo, and for tests.
 *
 * @param source A folder, which is made where it is missing, and which a lock file beside it keeps for this process alone; or an instance,
 * which stays open.
 */
export function pglite(source: string | PgliteInstance): SqlDatabase {
  let opened: { instance: PgliteInstance; close: () => Promise<void> } | undefined;
  const use = (): PgliteInstance => {
    if (typeof source !== 'string') return source;
    if (!opened) throw new Error('The PGlite folder is not open: `start` comes first.');
    return opened.instance;
  };
  return {
    warning: WARNING,
    query: async (sql, values) => ask(use(), sql, values),
    transaction: async (work) => use().transaction((session) => work(createQuery(session))),
    async listen(channel, onNotice) {
      const stop = await use().listen(channel, onNotice);
      onNotice(undefined);
      return stop;
    },
    async start() {
      if (typeof source === 'string') opened ??= await openFolder(source);
    },
    async close() {
      const closing = opened;
      opened = undefined;
      await closing?.close();
    },
  };
}

function createQuery(session: PgliteSession): SqlQuery {
  return (sql, values) => ask(session, sql, values);
}

async function ask(session: PgliteSession, sql: string, values: readonly unknown[] = []): Promise<readonly SqlRow[]> {
  return (await session.query(sql, [...values])).rows;
}

async function openFolder(folder: string): Promise<{ instance: PgliteInstance; close: () => Promise<void> }> {
  const unlock = await lockFolder(folder);
  try {
    const instance = await createInstance(folder);
    return {
      instance,
      async close() {
        await instance.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Every commit is written before it is answered: PGlite's `relaxedDurability` stays off. */
async function createInstance(folder: string): Promise<PgliteInstance> {
  const { PGlite } = await import('@electric-sql/pglite').catch((error: unknown) => {
    throw new Error('The package @electric-sql/pglite is missing: npm install @electric-sql/pglite', { cause: error });
  });
  return PGlite.create(folder, { relaxedDurability: false });
}
