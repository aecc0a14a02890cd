import type { Ledger, LimitCount, SqlRow } from './ledger.js';
import { createLocalAnnouncements } from './local-announcements.js';
import type { SqlDatabase } from './sql-database.js';
import { createSqlCards } from './sql/cards.js';
import { createChargeQuestions } from './sql/changed-charges.js';
import { createSqlConnections, type LockTimes } from './sql/connections.js';
import { createSqlDueWork } from './sql/due-work.js';
import { migrate, MIGRATIONS } from './sql/migrations.js';
import { createSqlOrders } from './sql/orders.js';
import { createSqlPayments } from './sql/payments.js';
import { getInteger, getText } from './sql/rows.js';
import { createSqlTrust } from './sql/trust.js';

/** The settings of `sqlLedger`, for tests. */
export interface SqlLedgerOptions {
  /** Returns the time, epoch ms, for the age of a check whether the database is a restored copy. Default: the system's clock. */
  now?: () => number;
  /** The times of a connection's lock. Default: a lease of 20 s, a wait of 30 s, a retry after 100 ms. */
  connectionLock?: LockTimes;
  /** The interval of questions about the Pix charges that pages of this process wait for, ms. Default: 3 s. */
  askEveryMs?: number;
}

/** Adds one to a count. A count whose window has ended begins again with this one. */
const COUNT = `INSERT INTO balcao_counts (key, count, ends_at) VALUES ($1, 1, $2::bigint + $3::bigint)
ON CONFLICT (key) DO UPDATE SET
  count = CASE WHEN balcao_counts.ends_at <= $2::bigint THEN 1 ELSE balcao_counts.count + 1 END,
  ends_at = CASE WHEN balcao_counts.ends_at <= $2::bigint THEN excluded.ends_at ELSE balcao_counts.ends_at END
RETURNING count, ends_at`;

/** Stores a key if there is none, or none that lives, and returns the key that counts. */
const SHARE_KEY = `INSERT INTO balcao_keys (name, key, ends_at) VALUES ($1, $2, $3::bigint + $4::bigint)
ON CONFLICT (name) DO UPDATE SET
  key = CASE WHEN balcao_keys.ends_at <= $3::bigint THEN excluded.key ELSE balcao_keys.key END,
  ends_at = CASE WHEN balcao_keys.ends_at <= $3::bigint THEN excluded.ends_at ELSE balcao_keys.ends_at END
RETURNING key, ends_at`;

/** The channel of `NOTIFY`. Its payload is the sender, a blank and the identifier of a Pix charge. */
const CHANNEL = 'balcao_pix';

/** The default of `askEveryMs`, ms. */
const ASK_EVERY_MS = 3000;

/** The default of `connectionLock`. */
const CONNECTION_LOCK: LockTimes = { leaseMs: 20_000, waitMs: 30_000, retryMs: 100 };

/**
 * Creates a ledger in tables of PostgreSQL whose names begin with `balcao_`. Any number of processes may have a ledger in the same
 * database. `start` creates and updates the tables.
 *
 * @example
 * const ledger = sqlLedger(pglite('shop-data'));
 * await ledger.start();
 * console.log(await ledger.listUnresolved()); // { attempts: [], payments: [] }
 * await ledger.close();
 */
export function sqlLedger(
  database: SqlDatabase,
  { now = Date.now, connectionLock = CONNECTION_LOCK, askEveryMs = ASK_EVERY_MS }: SqlLedgerOptions = {},
): Ledger {
  const announcements = createLocalAnnouncements();
  const questions = createChargeQuestions(database, announcements, askEveryMs);
  const sender = crypto.randomUUID();
  /** The only `LISTEN` of this process, which begins with the first subscriber. */
  let listening: Promise<() => Promise<void>> | undefined;
  const listen = (): void => {
    if (listening || !database.listen) return;
    const attempt = database.listen(CHANNEL, (payload) => {
      // Its own subscribers were told at once.
      if (!payload?.startsWith(`${sender} `)) announcements.publish(payload?.slice(payload.indexOf(' ') + 1));
    });
    listening = attempt;
    // The next subscriber tries again.
    attempt.catch(() => {
      if (listening === attempt) listening = undefined;
    });
  };
  const { begin, ...trust } = createSqlTrust(database, now);
  return {
    ...(database.warning !== undefined && { warning: database.warning }),
    async start() {
      await database.start?.();
      await migrate(database, MIGRATIONS);
      await begin();
    },
    async close() {
      const ending = listening;
      listening = undefined;
      announcements.clear();
      questions.stop();
      const stop = await ending?.catch(() => undefined);
      await stop?.();
      await database.close?.();
    },
    async ping() {
      await database.query('SELECT 1 AS one');
    },
    async now() {
      const [row = {}] = await database.query('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now');
      return getInteger(row, 'now');
    },
    ...trust,
    ...createSqlOrders(database),
    ...createSqlPayments(database),
    ...createSqlDueWork(database),
    ...createSqlCards(database),
    ...createSqlConnections(database, connectionLock),
    async count(key, windowMs, instant) {
      const [row] = await database.query(COUNT, [key, instant, windowMs]);
      return convertCount(row, instant);
    },
    async readCount(key, instant) {
      const [row] = await database.query('SELECT count, ends_at FROM balcao_counts WHERE key = $1 AND ends_at > $2', [key, instant]);
      return convertCount(row, instant);
    },
    async discount(key, instant) {
      await database.query('UPDATE balcao_counts SET count = greatest(count - 1, 0) WHERE key = $1 AND ends_at > $2', [key, instant]);
    },
    async shareKey(name, key, lifeMs, instant) {
      const [row = {}] = await database.query(SHARE_KEY, [name, key, instant, lifeMs]);
      return { key: getText(row, 'key'), endsAt: getInteger(row, 'ends_at') };
    },
    async announce(chargeId) {
      // The pages of this process are told at once, also where the database does not respond or the notice is lost.
      announcements.publish(chargeId);
      if (database.listen) await database.query('SELECT pg_notify($1, $2)', [CHANNEL, `${sender} ${chargeId}`]);
    },
    subscribe(chargeId, changed) {
      const unsubscribe = announcements.subscribe(chargeId, changed);
      listen();
      questions.start();
      return unsubscribe;
    },
  };
}

function convertCount(row: SqlRow | undefined, now: number): LimitCount {
  return row ? { count: getInteger(row, 'count'), leftMs: getInteger(row, 'ends_at') - now } : { count: 0, leftMs: 0 };
}
