import { MOST_UNRESOLVED } from '../ledger-rules.js';
import type { Ledger, SettlingTransaction, SqlQuery } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { END } from './due-work.js';
import { ATTEMPTS, getText, PAYMENTS } from './rows.js';

/** Locks and reads a payment. `$2` is the database's time limit for a statement of this transaction, ms; null: none of its own. */
const LOCK = 'SELECT * FROM balcao_lock_payment($1, $2)';

/** Marks a payment as settled; with `$3` it is to be delivered, too. */
const SETTLE = 'SELECT balcao_settle_payment($1, $2, $3)';

/**
 * Selects the payments that `listUnresolvedPayments` lists. Every order that was paid twice has an `extra` payment that was not returned.
 */
const UNRESOLVED = `SELECT * FROM balcao_payments WHERE returned_at IS NULL AND kind IN ('short', 'unclear')
UNION ALL
SELECT * FROM balcao_payments p WHERE p.returned_at IS NULL AND p.kind IN ('paid', 'extra')
  AND p.order_id IN (SELECT order_id FROM balcao_payments WHERE returned_at IS NULL AND kind = 'extra')
  AND EXISTS (SELECT FROM balcao_payments o WHERE o.order_id = p.order_id AND o.payment_id <> p.payment_id
    AND o.returned_at IS NULL AND o.kind IN ('paid', 'extra'))`;

/** The most orders that one transaction deletes: none of them is locked for long. */
const BATCH = 500;

/**
 * The condition that nothing of an order is under way, waits for a person or is newer than `$1`. A state that this version does not know is
 * no end.
 */
const IS_REMOVABLE = `o.changed_at < $1
AND NOT EXISTS (SELECT FROM balcao_attempts a WHERE a.order_id = o.order_id
  AND a.state NOT IN ('charged', 'declined', 'failed', 'not-charged'))
AND NOT EXISTS (SELECT FROM balcao_pix x WHERE x.order_id = o.order_id AND x.ask_at IS NOT NULL)
AND NOT EXISTS (SELECT FROM balcao_payments p LEFT JOIN balcao_outbox d USING (payment_id) WHERE p.order_id = o.order_id
  AND (d.payment_id IS NOT NULL OR p.settled_at >= $1 OR p.returned_at IS NULL AND (p.settled_at IS NULL OR p.kind <> 'paid')))`;

/** The tables whose rows end by themselves. A row that a request has locked begins anew just now. */
const EXPIRING = [
  { name: 'balcao_sign_ins', key: 'key' },
  { name: 'balcao_counts', key: 'key' },
  { name: 'balcao_keys', key: 'name' },
];

type PaymentMethods = 'settle' | 'listUnresolved' | 'removeExpired' | 'removeBefore';

/**
 * Creates the part of a ledger in SQL that settles payments, lists what waits for a person, and deletes old orders.
 */
export function createSqlPayments(database: SqlDatabase): Pick<Ledger, PaymentMethods> {
  return {
    settle: (paymentId, work, { now, isDelivered, limitMs }) =>
      database.transaction(async (query) => {
        const [row] = await query(LOCK, [paymentId, limitMs ?? null]);
        if (!row) throw new Error('There is no such payment.');
        const payment = PAYMENTS.parse(row);
        if (payment.settledAt !== undefined) return false;
        await workWithin(query, (tx) => work(payment, tx));
        await query(SETTLE, [paymentId, now, isDelivered]);
        return true;
      }),
    async listUnresolved() {
      const attempts = await database.query(
        `SELECT * FROM balcao_attempts a WHERE a.state = 'unconfirmed' OR a.state = 'replaced' AND a.ask_at > ${END} + 1
ORDER BY a.state = 'replaced', a.opened_at, a.seq LIMIT ${MOST_UNRESOLVED}`,
      );
      const payments = await database.query(`${UNRESOLVED} ORDER BY learned_at, seq LIMIT ${MOST_UNRESOLVED}`);
      return { attempts: attempts.map(ATTEMPTS.parse), payments: payments.map(PAYMENTS.parse) };
    },
    removeExpired,
    async removeBefore(instant, now) {
      await removeExpired(now);
      let removed = 0;
      for (;;) {
        // One batch is deleted after the other, so that a large history does not lock all of its orders at once.
        const batch = await database.transaction((query) => removeBatch(query, instant));
        removed += batch.removed;
        if (batch.found < BATCH) return removed;
      }
    },
  };

  async function removeExpired(now: number): Promise<void> {
    for (const table of EXPIRING) {
      await database.query(
        `DELETE FROM ${table.name} WHERE ${table.key} IN (SELECT ${table.key} FROM ${table.name} WHERE ends_at <= $1 FOR UPDATE SKIP LOCKED)`,
        [now],
      );
    }
  }
}

/**
 * Runs `work` with a transaction that it can use only until it ends. Work that took too long may continue by itself: it must not reach the
 * next work of the connection.
 */
async function workWithin(query: SqlQuery, work: (tx: SettlingTransaction) => Promise<void>): Promise<void> {
  let isOver = false;
  try {
    await work({
      query: async (sql, values) => {
        if (isOver) throw new Error('The transaction of this query is over.');
        return query(sql, values);
      },
    });
  } finally {
    isOver = true;
  }
}

async function removeBatch(query: SqlQuery, instant: number): Promise<{ found: number; removed: number }> {
  const found = await query(
    `SELECT o.order_id FROM balcao_orders o WHERE ${IS_REMOVABLE} ORDER BY o.changed_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    [instant],
  );
  if (found.length === 0) return { found: 0, removed: 0 };
  // The condition is checked again under the lock: something may have arrived for an order between the query and its lock.
  const removed = await query(`DELETE FROM balcao_orders o WHERE o.order_id = ANY($2::text[]) AND ${IS_REMOVABLE} RETURNING o.order_id`, [
    instant,
    found.map((row) => getText(row, 'order_id')),
  ]);
  return { found: found.length, removed: removed.length };
}
