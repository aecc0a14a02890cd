import type { Ledger, LimitCount, SqlRow } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { readInteger } from './read-row.js';

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
