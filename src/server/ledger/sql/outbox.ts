import { spaceDelivery } from '../due-work.js';
import type { Ledger } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { readPayment } from './order-rows.js';
import { readInteger, readText } from './read-row.js';

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
