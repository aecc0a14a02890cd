import { presentFields } from '../../../domain/present-fields.js';
import { createOrderRecord, type Decision, type OrderRecord } from '../../orders/order-record.js';
import { LedgerConflict, type Ledger, type SqlQuery, type SqlRow, type TryCount, type TryCounts, type TryLimits } from '../ledger.js';
import { findLastChange, hasChanges, listChanges, NO_TRIES, type OrderChanges } from '../ledger-rules.js';
import { findSqlState, type SqlDatabase } from '../sql-database.js';
import { ATTEMPTS, CLOCK, findInteger, findText, getInteger, getJsonRows, PAYMENTS, PIX_CHARGES, WriteStatement } from './rows.js';

/** Selects all rows of an order, and the time. */
const COLUMNS = `o.holder, ${CLOCK} AS now,
  (SELECT json_agg(a ORDER BY a.seq) FROM balcao_attempts a WHERE a.order_id = o.order_id) AS attempts,
  (SELECT json_agg(x ORDER BY x.seq) FROM balcao_pix x WHERE x.order_id = o.order_id) AS pix,
  (SELECT json_agg(p ORDER BY p.seq) FROM balcao_payments p WHERE p.order_id = o.order_id) AS payments`;

/** Reads an order. It does not lock: a statement that waited for a lock may return rows that are older than the lock. */
const READ = `SELECT ${COLUMNS} FROM balcao_orders o WHERE o.order_id = $1`;

/**
 * Locks an order's row, and creates it if there is none: `created` is 1 then. `WHERE false` locks the known row without a new version of
 * it.
 */
const LOCK = `WITH locked AS (
  INSERT INTO balcao_orders (order_id, changed_at) VALUES ($1, 0)
  ON CONFLICT (order_id) DO UPDATE SET changed_at = excluded.changed_at WHERE false RETURNING 1
) SELECT l.created FROM (SELECT count(*) AS created FROM locked) l`;

/** The tries by the value of a column, opened after `$3`: the condition is that of `isTry`, in the words of an index. */
const createTries = (column: 'session' | 'address', value: string): string =>
  `(SELECT count(*) FILTER (WHERE state <> 'sent') AS declined, count(*) FILTER (WHERE state = 'sent') AS under_way,
  min(opened_at) FILTER (WHERE state <> 'sent') AS first_at FROM balcao_attempts WHERE ${column} = ${value} AND opened_at > $3
  AND (state IN ('declined', 'sent') OR via = 'token' AND told_state = 'declined' AND state <> 'charged'))`;

const TRIES = `${createTries('session', '$2')} s, ${createTries('address', '$4')} a`;

/** Reads an order as `READ` does, and the tries of a sender. */
const READ_WITH_TRIES = `SELECT ${COLUMNS}, json_build_array(s) AS session, json_build_array(a) AS address
FROM balcao_orders o, ${TRIES} WHERE o.order_id = $1`;

/** The distance from a limit at which the attempts of a sender begin to open one after the other. */
const CROWD = 20;

/**
 * Locks an order as `LOCK` does, then the session and the address, each if its count is near its limit: they are shared by few, or by nobody
 * who pays in peace, and no payment waits for another one otherwise.
 */
const LOCK_WITH_TRIES = LOCK.replace(
  'SELECT l.created FROM (SELECT',
  `SELECT l.created,
  CASE WHEN s.declined + s.under_way + ${CROWD} >= $5 THEN pg_advisory_xact_lock(hashtext('balcao_session'), hashtext($2))::text END,
  CASE WHEN a.declined + a.under_way + ${CROWD} >= $6 THEN pg_advisory_xact_lock(hashtext('balcao_address'), hashtext($4))::text END
FROM ${TRIES}, (SELECT`,
);

/** Creates the part of a ledger in SQL that stores the orders. */
export function createSqlOrders(
  database: SqlDatabase,
): Pick<Ledger, 'change' | 'forgetAddresses' | 'read' | 'findAttempt' | 'findPixCharge' | 'findPayment'> {
  return {
    change: (orderId, decide, limits) => changeOrder(database, { orderId, limits }, decide),
    async forgetAddresses(instant) {
      await database.query('UPDATE balcao_attempts SET address = NULL WHERE address IS NOT NULL AND opened_at <= $1', [instant]);
    },
    read: async (orderId) => convertOrder(orderId, await database.query(READ, [orderId])),
    findAttempt: (attemptId) => ATTEMPTS.find(database.query, attemptId),
    findPixCharge: (chargeId) => PIX_CHARGES.find(database.query, chargeId),
    findPayment: (paymentId) => PAYMENTS.find(database.query, paymentId),
  };
}

async function changeOrder<Result>(
  database: SqlDatabase,
  { orderId, limits }: { orderId: string; limits: TryLimits | undefined },
  decide: (order: OrderRecord, now: number, tries: TryCounts) => Decision<Result>,
): Promise<Result> {
  let unwritten: { result: Result } | undefined;
  try {
    return await database.transaction(async (query) => {
      unwritten = undefined;
      const values = limits ? [orderId, limits.session, limits.since, limits.address ?? null] : [orderId];
      const [locked = {}] = await (limits
        ? query(LOCK_WITH_TRIES, [...values, limits.mostPerSession, limits.mostPerAddress])
        : query(LOCK, values));
      // A statement of its own: its snapshot is later than the lock, so it contains what was committed while this one waited.
      const [row = {}] = await query(limits ? READ_WITH_TRIES : READ, values);
      const order = convertOrder(orderId, [row]);
      const tries = { session: convertTries(row, 'session'), address: convertTries(row, 'address') };
      const { result, order: next } = decide(order, getInteger(row, 'now'), tries);
      const changes = next === order ? undefined : listChanges(order, next);
      if (changes && hasChanges(changes)) {
        await writeChanges(query, next, changes);
      } else if (getInteger(locked, 'created') > 0) {
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

function convertTries(row: SqlRow, column: 'session' | 'address'): TryCount {
  const [tries] = getJsonRows(row, column);
  if (!tries) return NO_TRIES;
  return presentFields({
    declined: getInteger(tries, 'declined'),
    underWay: getInteger(tries, 'under_way'),
    firstAt: findInteger(tries, 'first_at'),
  });
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
  const statement = new WriteStatement();
  const { place } = statement;
  ATTEMPTS.write(statement, attempts);
  PIX_CHARGES.write(statement, pix);
  PAYMENTS.write(statement, payments);
  const [holder, changedAt, orderId] = [place(next.holder ?? null), place(findLastChange(next)), place(next.orderId)];
  statement.add(
    `UPDATE balcao_orders SET holder = ${holder}, changed_at = greatest(changed_at, ${changedAt}) WHERE order_id = ${orderId}`,
    1,
  );
  await statement.run(query);
}
