import type { Ledger } from './ledger.js';
import { MIGRATIONS } from './migrations.js';
import type { SqlDatabase } from './sql-database.js';
import { createSqlCards } from './sql/cards.js';
import { readClock } from './sql/clock.js';
import { createSqlConnections, type LockTimes } from './sql/connections.js';
import { createSqlCounts } from './sql/counts.js';
import { migrate } from './sql/migrate.js';
import { createSqlNews } from './sql/news.js';
import { createSqlOrders } from './sql/orders.js';
import { createSqlOutbox } from './sql/outbox.js';
import { createSqlPayments } from './sql/payments.js';
import { createSqlRetention } from './sql/retention.js';
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
