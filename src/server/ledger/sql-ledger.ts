import type { Ledger, LimitCount, SqlRow } from './ledger.js';
import { createLocalNews } from './local-news.js';
import type { SqlDatabase } from './sql-database.js';
import { createSqlCards } from './sql/cards.js';
import { createSqlConnections, type LockTimes } from './sql/connections.js';
import { migrate, MIGRATIONS } from './sql/migrations.js';
import { createSqlOrders } from './sql/orders.js';
import { createSqlOutbox, createSqlPayments, createSqlRetention } from './sql/payments.js';
import { readClock, readInteger } from './sql/rows.js';
import { createSqlTrust } from './sql/trust.js';

/** What tests set. */
export interface SqlLedgerOptions {
  /** The time, epoch ms, by which an answer about the database's past grows old. Default: the system's. */
  now?: () => number;
  /** How long a lock of a connection holds and is waited for. Default: a lease of 20 s, waited for 30 s, asked for each 100 ms. */
  connectionLock?: LockTimes;
}

/**
 * A ledger in tables of PostgreSQL whose names begin with `balcao_`. Any number of processes may have one over the same database. `start`
 * makes and updates the tables.
 */
export function sqlLedger(
  database: SqlDatabase,
  { now = Date.now, connectionLock = { leaseMs: 20_000, waitMs: 30_000, retryMs: 100 } }: SqlLedgerOptions = {},
): Ledger {
  const news = createSqlNews(database);
  const { begin, ...trust } = createSqlTrust(database, now);
  return {
    ...(database.warning !== undefined && { warning: database.warning }),
    async start() {
      await database.start?.();
      await migrate(database, MIGRATIONS);
      await begin();
    },
    async close() {
      await news.close();
      await database.close?.();
    },
    async ping() {
      await database.query('SELECT 1 AS one');
    },
    now: () => readClock(database.query),
    ...trust,
    ...createSqlOrders(database),
    ...createSqlPayments(database),
    ...createSqlOutbox(database),
    ...createSqlCards(database),
    ...createSqlConnections(database, connectionLock),
    ...createSqlCounts(database),
    ...createSqlRetention(database),
    announce: news.announce,
    subscribe: news.subscribe,
  };
}

/** A count whose window is over begins again with this one. */
const COUNT = `INSERT INTO balcao_counts (key, count, ends_at) VALUES ($1, 1, $2::bigint + $3::bigint)
ON CONFLICT (key) DO UPDATE SET
  count = CASE WHEN balcao_counts.ends_at <= $2::bigint THEN 1 ELSE balcao_counts.count + 1 END,
  ends_at = CASE WHEN balcao_counts.ends_at <= $2::bigint THEN excluded.ends_at ELSE balcao_counts.ends_at END
RETURNING count, ends_at`;

/** The part of a ledger in SQL that counts what is limited. */
export function createSqlCounts(database: SqlDatabase): Pick<Ledger, 'count' | 'readCount' | 'discount'> {
  return {
    async count(key, windowMs, now) {
      const [row] = await database.query(COUNT, [key, now, windowMs]);
      return readCount(row, now);
    },
    async readCount(key, now) {
      const [row] = await database.query('SELECT count, ends_at FROM balcao_counts WHERE key = $1 AND ends_at > $2', [key, now]);
      return readCount(row, now);
    },
    async discount(key, now) {
      await database.query('UPDATE balcao_counts SET count = greatest(count - 1, 0) WHERE key = $1 AND ends_at > $2', [key, now]);
    },
  };
}

function readCount(row: SqlRow | undefined, now: number): LimitCount {
  return row ? { count: readInteger(row, 'count'), leftMs: readInteger(row, 'ends_at') - now } : { count: 0, leftMs: 0 };
}

/** The channel of `NOTIFY`; its payload is the identifier of a Pix charge. */
const CHANNEL = 'balcao_pix';

/** Announcements, and the one `LISTEN` of this process, which begins with the first who subscribes. */
export interface SqlNews extends Pick<Ledger, 'announce' | 'subscribe'> {
  close(): Promise<void>;
}

/** The part of a ledger in SQL that tells every instance of a change. */
export function createSqlNews(database: SqlDatabase): SqlNews {
  const local = createLocalNews();
  let listening: Promise<() => Promise<void>> | undefined;

  const listen = (): void => {
    if (listening || !database.listen) return;
    const attempt = database.listen(CHANNEL, (chargeId) => local.publish(chargeId));
    listening = attempt;
    // Whoever subscribes next tries again.
    attempt.catch(() => {
      if (listening === attempt) listening = undefined;
    });
  };

  return {
    async announce(chargeId) {
      if (database.listen) await database.query('SELECT pg_notify($1, $2)', [CHANNEL, chargeId]);
      else local.publish(chargeId);
    },
    subscribe(chargeId, changed) {
      const unsubscribe = local.subscribe(chargeId, changed);
      listen();
      return unsubscribe;
    },
    async close() {
      const ending = listening;
      listening = undefined;
      local.clear();
      const stop = await ending?.catch(() => undefined);
      await stop?.();
    },
  };
}
