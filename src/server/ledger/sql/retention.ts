import type { Ledger } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { readText } from './read-row.js';

/** Orders of one transaction: none of them is locked for long. */
const BATCH = 500;

/** Nothing of the order is under way, waits for a person or is newer than `$1`. A state that this version does not know is no end. */
const IS_OVER = `o.changed_at < $1
AND NOT EXISTS (SELECT FROM balcao_attempts a WHERE a.order_id = o.order_id
  AND a.state NOT IN ('charged', 'declined', 'failed', 'not-charged'))
AND NOT EXISTS (SELECT FROM balcao_pix x WHERE x.order_id = o.order_id AND x.ask_at IS NOT NULL)
AND NOT EXISTS (SELECT FROM balcao_payments p LEFT JOIN balcao_outbox d USING (payment_id) WHERE p.order_id = o.order_id
  AND (d.payment_id IS NOT NULL OR p.settled_at >= $1 OR p.returned_at IS NULL AND (p.settled_at IS NULL OR p.kind <> 'paid')))`;

/** The part of a ledger in SQL that forgets. */
export function createSqlRetention(database: SqlDatabase): Pick<Ledger, 'removeBefore'> {
  return {
    async removeBefore(instant, now) {
      await database.query('DELETE FROM balcao_sign_ins WHERE ends_at <= $1', [now]);
      await database.query('DELETE FROM balcao_counts WHERE ends_at <= $1', [now]);
      let removed = 0;
      for (;;) {
        // One batch after the other, so that a large history does not lock all of its orders at once.
        const batch = await removeBatch(database, instant);
        removed += batch.removed;
        if (batch.found < BATCH) return removed;
      }
    },
  };
}

function removeBatch(database: SqlDatabase, instant: number): Promise<{ found: number; removed: number }> {
  return database.transaction(async (query) => {
    const found = await query(
      `SELECT o.order_id FROM balcao_orders o WHERE ${IS_OVER} ORDER BY o.changed_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [instant],
    );
    if (found.length === 0) return { found: 0, removed: 0 };
    // Asked again now that they are locked: something may have come for one of them between the question and its lock.
    const removed = await query(`DELETE FROM balcao_orders o WHERE o.order_id = ANY($2::text[]) AND ${IS_OVER} RETURNING o.order_id`, [
      instant,
      found.map((row) => readText(row, 'order_id')),
    ]);
    return { found: found.length, removed: removed.length };
  });
}
