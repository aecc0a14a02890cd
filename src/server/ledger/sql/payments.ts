import type { Ledger } from '../ledger.js';
import { UNKNOWN_END_MS } from '../../orders/order-stand.js';
import { MOST_DUE, MOST_UNRESOLVED } from '../due-work.js';
import type { SqlDatabase } from '../sql-database.js';
import { readAttempt, readPayment, readPix } from './order-rows.js';
import { readOptionalInteger } from './read-row.js';

/** The part of a ledger in SQL that settles payments and lists what waits for somebody. */
export function createSqlPayments(database: SqlDatabase): Pick<Ledger, 'settle' | 'listUnresolved' | 'listDue'> {
  return {
    settle: (paymentId, work, { now, isDelivered }) =>
      database.transaction(async (query) => {
        const [row] = await query('SELECT * FROM balcao_payments WHERE payment_id = $1 FOR UPDATE', [paymentId]);
        if (!row) throw new Error('There is no such payment.');
        if (readOptionalInteger(row, 'settled_at') !== undefined) return false;
        await work(readPayment(row), { query });
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
        `SELECT * FROM balcao_attempts WHERE state = 'unconfirmed' ORDER BY opened_at, seq LIMIT ${MOST_UNRESOLVED}`,
      );
      const payments = await database.query(
        `SELECT * FROM balcao_payments WHERE kind <> 'paid' AND returned_at IS NULL ORDER BY learned_at, seq LIMIT ${MOST_UNRESOLVED}`,
      );
      return { attempts: attempts.map(readAttempt), payments: payments.map(readPayment) };
    },
    async listDue(now) {
      const attempts = await database.query(
        `SELECT * FROM balcao_attempts
WHERE state IN ('open', 'sent') AND (may_charge_until < $1 OR (may_charge_until IS NULL AND opened_at < $2))
ORDER BY may_charge_until NULLS LAST, opened_at, seq LIMIT ${MOST_DUE}`,
        [now, now - UNKNOWN_END_MS],
      );
      const pix = await database.query(`SELECT * FROM balcao_pix WHERE ask_at <= $1 ORDER BY ask_at, seq LIMIT ${MOST_DUE}`, [now]);
      const payments = await database.query(
        `SELECT * FROM balcao_payments WHERE settled_at IS NULL AND kind <> 'unclear' AND returned_at IS NULL
ORDER BY learned_at, seq LIMIT ${MOST_DUE}`,
      );
      return { attempts: attempts.map(readAttempt), pix: pix.map(readPix), payments: payments.map(readPayment) };
    },
  };
}
