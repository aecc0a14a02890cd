import { presentFields } from '../../../domain/present-fields.js';
import { createOrderRecord, type Decision, type OrderRecord } from '../../orders/order-record.js';
import { LedgerConflict, type Ledger, type SqlQuery, type SqlRow } from '../ledger.js';
import { findLastChange, hasChanges, listChanges, type OrderChanges } from '../ledger-rules.js';
import { findSqlState, type SqlDatabase } from '../sql-database.js';
import { ATTEMPTS, CLOCK, findText, getInteger, getJsonRows, PAYMENTS, PIX_CHARGES } from './rows.js';

/**
 * Selects all rows of an order, and the time. It does not lock: a statement that waited for a lock may return rows that are older than the
 * lock.
 */
const READ = `SELECT o.holder, ${CLOCK} AS now,
  (SELECT json_agg(a ORDER BY a.seq) FROM balcao_attempts a WHERE a.order_id = o.order_id) AS attempts,
  (SELECT json_agg(x ORDER BY x.seq) FROM balcao_pix x WHERE x.order_id = o.order_id) AS pix,
  (SELECT json_agg(p ORDER BY p.seq) FROM balcao_payments p WHERE p.order_id = o.order_id) AS payments
FROM balcao_orders o WHERE o.order_id = $1`;

/** The most tries to lock an order that others delete or roll back at the same time. */
const LOCK_TRIES = 10;

/** Creates the part of a ledger in SQL that stores the orders. */
export function createSqlOrders(database: SqlDatabase): Pick<Ledger, 'change' | 'read' | 'findAttempt' | 'findPixCharge' | 'findPayment'> {
  return {
    change: (orderId, decide) => changeOrder(database, orderId, decide),
    read: async (orderId) => convertOrder(orderId, await database.query(READ, [orderId])),
    findAttempt: (attemptId) => ATTEMPTS.find(database.query, attemptId),
    findPixCharge: (chargeId) => PIX_CHARGES.find(database.query, chargeId),
    findPayment: (paymentId) => PAYMENTS.find(database.query, paymentId),
  };
}

async function changeOrder<Result>(
  database: SqlDatabase,
  orderId: string,
  decide: (order: OrderRecord, now: number) => Decision<Result>,
): Promise<Result> {
  let unwritten: { result: Result } | undefined;
  try {
    return await database.transaction(async (query) => {
      unwritten = undefined;
      const { order, now, isNew } = await lockOrder(query, orderId);
      const { result, order: next } = decide(order, now);
      const changes = next === order ? undefined : listChanges(order, next);
      if (changes && hasChanges(changes)) {
        await writeChanges(query, next, changes);
      } else if (isNew) {
        // The error rolls back the order's new row: an order without any change leaves no row behind.
        unwritten = { result };
        throw new Error('Nothing is to be written.');
      }
      return result;
    });
  } catch (error) {
    if (unwritten) return unwritten.result;
    if (findSqlState(error) !== '23505') throw error;
    throw new LedgerConflict(undefined, { cause: error });
  }
}

/**
 * Locks an order's row, creates it if there is none, and then reads the order's rows. `now` is the time by the database's clock after the
 * lock, epoch ms. `isNew` means that the row did not exist before this transaction.
 */
async function lockOrder(query: SqlQuery, orderId: string): Promise<{ order: OrderRecord; now: number; isNew: boolean }> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    // The rows are read after the lock.
    const [known] = await query('SELECT 1 AS one FROM balcao_orders WHERE order_id = $1 FOR UPDATE', [orderId]);
    const [row] = known
      ? await query(READ, [orderId])
      : await query(
          `INSERT INTO balcao_orders (order_id, changed_at) VALUES ($1, 0) ON CONFLICT (order_id) DO NOTHING RETURNING holder, ${CLOCK} AS now`,
          [orderId],
        );
    if (row) return { order: convertOrder(orderId, [row]), now: getInteger(row, 'now'), isNew: !known };
  }
  throw new Error('An order could not be locked.');
}

function convertOrder(orderId: string, [row]: readonly SqlRow[]): OrderRecord {
  if (!row) return createOrderRecord(orderId);
  return presentFields({
    orderId,
    holder: findText(row, 'holder'),
    attempts: getJsonRows(row, 'attempts').map(ATTEMPTS.parse),
    pix: getJsonRows(row, 'pix').map(PIX_CHARGES.parse),
    payments: getJsonRows(row, 'payments').map(PAYMENTS.parse),
  });
}

async function writeChanges(query: SqlQuery, next: OrderRecord, { attempts, pix, payments }: OrderChanges): Promise<void> {
  await ATTEMPTS.write(query, attempts);
  await PIX_CHARGES.write(query, pix);
  await PAYMENTS.write(query, payments);
  const sql = 'UPDATE balcao_orders SET holder = $2, changed_at = greatest(changed_at, $3) WHERE order_id = $1';
  await query(sql, [next.orderId, next.holder ?? null, findLastChange(next)]);
}
