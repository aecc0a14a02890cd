import type { Ledger, SettlingTransaction, SqlQuery } from '../ledger.js';
import { UNKNOWN_END_MS } from '../../orders/order-stand.js';
import { MOST_DUE, MOST_UNRESOLVED } from '../due-work.js';
import type { SqlDatabase } from '../sql-database.js';
import { readAttempt, readPayment, readPix } from './order-rows.js';
import { readOptionalInteger } from './read-row.js';

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
