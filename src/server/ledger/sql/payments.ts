import { UNKNOWN_END_MS } from '../../orders/order-state.js';
import { MOST_DUE, MOST_UNRESOLVED, spaceDelivery } from '../ledger-rules.js';
import type { Ledger, SettlingTransaction, SqlQuery } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { readAttempt, readInteger, readOptionalInteger, readPayment, readPix, readText } from './rows.js';

/** What the database itself ends in this transaction: a statement after so long, and the connection after it rested for so long. */
const LIMIT = `SELECT set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $2, true)`;

/** When what charges an attempt is over, and when it is asked about where nobody knows how it ended: as `findEnd` and `findAskAt` have it. */
const END = `coalesce(may_charge_until, opened_at + ${UNKNOWN_END_MS})`;
const ASK_AT = `coalesce(ask_at, ${END} + 1)`;

/** As `listUnresolvedPayments` has it: without an `extra` one that was kept, no order was paid twice. */
const UNRESOLVED = `SELECT * FROM balcao_payments WHERE returned_at IS NULL AND kind IN ('short', 'unclear')
UNION ALL
SELECT * FROM balcao_payments p WHERE p.returned_at IS NULL AND p.kind IN ('paid', 'extra')
  AND p.order_id IN (SELECT order_id FROM balcao_payments WHERE returned_at IS NULL AND kind = 'extra')
  AND EXISTS (SELECT FROM balcao_payments o WHERE o.order_id = p.order_id AND o.payment_id <> p.payment_id
    AND o.returned_at IS NULL AND o.kind IN ('paid', 'extra'))`;

/** The part of a ledger in SQL that settles payments and lists what waits for somebody. */
export function createSqlPayments(database: SqlDatabase): Pick<Ledger, 'settle' | 'listUnresolved' | 'listDue'> {
  return {
    settle: (paymentId, work, { now, isDelivered, limitMs }) =>
      database.transaction(async (query) => {
        if (limitMs !== undefined) await query(LIMIT, [String(limitMs), String(2 * limitMs)]);
        const [row] = await query('SELECT * FROM balcao_payments WHERE payment_id = $1 FOR UPDATE', [paymentId]);
        if (!row) throw new Error('There is no such payment.');
        if (readOptionalInteger(row, 'settled_at') !== undefined) return false;
        await workWithin(query, (tx) => work(readPayment(row), tx));
        await query('UPDATE balcao_payments SET settled_at = $2 WHERE payment_id = $1', [paymentId, now]);
        if (isDelivered) {
          await query('INSERT INTO balcao_outbox (payment_id, due_at) VALUES ($1, $2) ON CONFLICT (payment_id) DO NOTHING', [
            paymentId,
            now,
          ]);
        }
        return true;
      }),
    async listUnresolved() {
      const attempts = await database.query(
        `SELECT * FROM balcao_attempts WHERE state = 'unconfirmed' OR state = 'replaced' AND ask_at > ${END} + 1
ORDER BY state = 'replaced', opened_at, seq LIMIT ${MOST_UNRESOLVED}`,
      );
      const payments = await database.query(`${UNRESOLVED} ORDER BY learned_at, seq LIMIT ${MOST_UNRESOLVED}`);
      return { attempts: attempts.map(readAttempt), payments: payments.map(readPayment) };
    },
    async listDue(now) {
      const attempts = await database.query(
        `SELECT * FROM balcao_attempts
WHERE state IN ('open', 'sent') AND (may_charge_until < $1 OR (may_charge_until IS NULL AND opened_at < $2))
ORDER BY may_charge_until NULLS LAST, opened_at, seq LIMIT ${MOST_DUE}`,
        [now, now - UNKNOWN_END_MS],
      );
      const searches = await database.query(
        `SELECT * FROM balcao_attempts WHERE state IN ('unconfirmed', 'replaced') AND ${ASK_AT} <= $1 ORDER BY ${ASK_AT}, seq LIMIT ${MOST_DUE}`,
        [now],
      );
      const pix = await database.query(`SELECT * FROM balcao_pix WHERE ask_at <= $1 ORDER BY ask_at, seq LIMIT ${MOST_DUE}`, [now]);
      const payments = await database.query(
        `SELECT * FROM balcao_payments WHERE settled_at IS NULL AND kind <> 'unclear' AND returned_at IS NULL
ORDER BY learned_at, seq LIMIT ${MOST_DUE}`,
      );
      return {
        attempts: attempts.map(readAttempt),
        searches: searches.map(readAttempt),
        pix: pix.map(readPix),
        payments: payments.map(readPayment),
      };
    },
  };
}

/** Work that was given up may go on by itself: from then on its transaction takes nothing more, and nothing reaches what its connection does next. */
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

/** The part of a ledger in SQL that has the deliveries. */
export function createSqlOutbox(database: SqlDatabase): Pick<Ledger, 'claimDelivery' | 'endDelivery' | 'countDeliveries'> {
  return {
    claimDelivery: (now, leaseMs) =>
      database.transaction(async (query) => {
        const [claimed] = await query(
          `SELECT payment_id, tries FROM balcao_outbox WHERE due_at <= $1
ORDER BY due_at, payment_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
          [now],
        );
        if (!claimed) return undefined;
        const paymentId = readText(claimed, 'payment_id');
        const tries = readInteger(claimed, 'tries');
        await query('UPDATE balcao_outbox SET tries = tries + 1, due_at = $2 WHERE payment_id = $1', [
          paymentId,
          now + spaceDelivery(leaseMs, tries),
        ]);
        const [row] = await query('SELECT * FROM balcao_payments WHERE payment_id = $1', [paymentId]);
        return row && { payment: readPayment(row), tries };
      }),
    async endDelivery(paymentId) {
      await database.query('DELETE FROM balcao_outbox WHERE payment_id = $1', [paymentId]);
    },
    async countDeliveries() {
      const [row] = await database.query('SELECT count(*) AS count FROM balcao_outbox');
      return row ? readInteger(row, 'count') : 0;
    },
  };
}

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
