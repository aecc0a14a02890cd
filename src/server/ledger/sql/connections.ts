import { presentFields } from '../../../domain/present-fields.js';
import { createKeyedMutex } from '../keyed-mutex.js';
import type { Connection, Ledger, SqlRow } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { getInteger, findInteger, findText, getText } from './rows.js';

/** The times of a connection's lock. */
export interface LockTimes {
  /**
   * The time for which the lock outlives a process that ended without releasing it, ms. While work runs, the lock is renewed after each
   * third of this time.
   */
  leaseMs: number;
  /** The longest wait for the lock, ms. */
  waitMs: number;
  /** The pause between two tries to get the lock, ms. */
  retryMs: number;
}

type ConnectionMethods = 'withConnection' | 'readConnection' | 'addSignIn' | 'consumeSignIn';

/** Claims a lock, by the database's clock, which all instances share. */
const CLAIM = `INSERT INTO balcao_connections (name, locked_by, locked_until)
VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 millisecond')
ON CONFLICT (name) DO UPDATE SET locked_by = excluded.locked_by, locked_until = excluded.locked_until
WHERE balcao_connections.locked_until IS NULL OR balcao_connections.locked_until <= clock_timestamp()
  OR balcao_connections.locked_by = excluded.locked_by
RETURNING version, sealed, changed_at, broken`;

const RENEW = `UPDATE balcao_connections SET locked_until = clock_timestamp() + $3::bigint * interval '1 millisecond'
WHERE name = $1 AND locked_by = $2`;

/** Releases a lock. A row without a connection was only the lock, and goes. */
const RELEASE = `WITH gone AS (DELETE FROM balcao_connections WHERE name = $1 AND locked_by = $2 AND sealed IS NULL)
UPDATE balcao_connections SET locked_by = NULL, locked_until = NULL WHERE name = $1 AND locked_by = $2 AND sealed IS NOT NULL`;

/** Saves a connection over the version that the lock's owner read: a process that lost its lock cannot overwrite a later version. */
const SAVE = `UPDATE balcao_connections SET version = version + 1, sealed = $3, changed_at = $4, broken = $5
WHERE name = $1 AND version = $2 RETURNING version`;

/**
 * Creates the part of a ledger in SQL that stores the connections with the service. The lock is a lease in the connection's row, renewed
 * while work runs. No connection of the pool is held during a request to the service, so a pool of one cannot wait for itself. What is
 * saved commits at once. The lease survives the loss of a database connection, which PostgreSQL's own locks do not.
 */
export function createSqlConnections(database: SqlDatabase, times: LockTimes): Pick<Ledger, ConnectionMethods> {
  const mutex = createKeyedMutex();
  return {
    withConnection: (name, work) => {
      const endsAt = performance.now() + times.waitMs;
      return mutex(name, () => withLock(database, { name, endsAt, ...times }, work), times.waitMs);
    },
    async readConnection(name) {
      const [row] = await database.query('SELECT sealed, changed_at, broken FROM balcao_connections WHERE name = $1', [name]);
      return row && convertConnection(row);
    },
    async addSignIn({ key, sealed, endsAt }) {
      await database.query('INSERT INTO balcao_sign_ins (key, sealed, ends_at) VALUES ($1, $2, $3)', [key, sealed, endsAt]);
    },
    async consumeSignIn(key, now) {
      const [row] = await database.query('DELETE FROM balcao_sign_ins WHERE key = $1 RETURNING sealed, ends_at', [key]);
      if (!row) return undefined;
      const endsAt = getInteger(row, 'ends_at');
      return endsAt > now ? { key, sealed: getText(row, 'sealed'), endsAt } : undefined;
    },
  };
}

/** A lock of a connection. */
interface Lock extends LockTimes {
  name: string;
  /** The end of the wait, by `performance.now()`. */
  endsAt: number;
}

/** Runs `work` under the lock of a connection. */
async function withLock<Result>(
  database: SqlDatabase,
  lock: Lock,
  work: (connection: Connection | undefined, save: (next: Connection) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { name, leaseMs } = lock;
  const owner = crypto.randomUUID();
  const row = await claim(database, lock, owner);
  let version = getInteger(row, 'version');
  const renewal = setInterval(() => void database.query(RENEW, [name, owner, leaseMs]).catch(() => undefined), leaseMs / 3);
  try {
    return await work(convertConnection(row), async (next) => {
      const [saved] = await database.query(SAVE, [name, version, next.sealed, next.changedAt, next.broken ?? null]);
      if (!saved) throw new Error('The connection was changed by somebody else meanwhile.');
      version = getInteger(saved, 'version');
    });
  } finally {
    clearInterval(renewal);
    // If this fails, the lease expires by itself. The result of the work counts all the same.
    await database.query(RELEASE, [name, owner]).catch(() => undefined);
  }
}

/** Waits for the lock of a connection, and resolves with the connection's row. */
async function claim(database: SqlDatabase, { name, leaseMs, retryMs, endsAt }: Lock, owner: string): Promise<SqlRow> {
  for (;;) {
    const [row] = await database.query(CLAIM, [name, owner, leaseMs]);
    if (row) return row;
    if (performance.now() >= endsAt) throw new Error('The connection stayed locked by another process.');
    await new Promise((resolve) => {
      setTimeout(resolve, retryMs);
    });
  }
}

/** Converts a row to its connection; `undefined` for a row that is only locked. */
function convertConnection(row: SqlRow): Connection | undefined {
  const sealed = findText(row, 'sealed');
  const changedAt = findInteger(row, 'changed_at');
  return sealed === undefined || changedAt === undefined
    ? undefined
    : presentFields({ sealed, changedAt, broken: findText(row, 'broken') });
}
