import { presentFields } from '../../../domain/present-fields.js';
import { createOrderRecord, type Decision, type OrderRecord } from '../../orders/order-record.js';
import { LedgerConflict, type Ledger, type SqlRow, type TryCount, type TryCounts, type TryLimits } from '../ledger.js';
import { findLastChange, hasChanges, listChanges, NO_TRIES, type OrderChanges } from '../ledger-rules.js';
import { findSqlState, type SqlDatabase } from '../sql-database.js';
import { ATTEMPTS, findInteger, findText, getInteger, getJsonRows, PAYMENTS, PIX_CHARGES } from './rows.js';

/** Reads an order without a lock. */
const READ = `SELECT o.holder,
  (SELECT json_agg(a ORDER BY a.seq) FROM balcao_attempts a WHERE a.order_id = o.order_id) AS attempts,
  (SELECT json_agg(x ORDER BY x.seq) FROM balcao_pix x WHERE x.order_id = o.order_id) AS pix,
  (SELECT json_agg(p ORDER BY p.seq) FROM balcao_payments p WHERE p.order_id = o.order_id) AS payments
FROM balcao_orders o WHERE o.order_id = $1`;

/**
 * Locks an order, creates it if there is none, and reads it, the tries of a sender (none if the session is null) and the time.
 *
 * A session and an address are locked, too, if their tries are near a limit: they are shared by few, or by nobody who pays in peace, and no
 * payment waits for another one otherwise.
 */
const LOCK = 'SELECT * FROM balcao_lock_order($1, $2, $3, $4, $5, $6)';

/** Writes what was added to an order and what changed. If a row that changed is not there any more, the transaction runs again. */
const WRITE = 'SELECT balcao_write_order($1, $2, $3, $4, $5, $6, $7, $8, $9)';

/** Writes the boletos of charges that were added: later writes keep these columns, which `balcao_write_order` does not know. */
const WRITE_BOLETOS = `UPDATE balcao_pix t SET boleto_line = x.boleto_line, boleto_due_date = x.boleto_due_date,
  boleto_payable_until = x.boleto_payable_until, boleto_code = x.boleto_code, boleto_pdf_url = x.boleto_pdf_url, boleto_payee = x.boleto_payee
FROM json_populate_recordset(NULL::balcao_pix, $1::text::json) x WHERE t.charge_id = x.charge_id`;

/** The distance from a limit at which the attempts of a sender begin to open one after the other. */
const CROWD = 20;

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
      const [row = {}] = await query(LOCK, [orderId, ...formatLimits(limits)]);
      const order = convertOrder(orderId, [row]);
      const tries = { session: convertTries(row, 'session'), address: convertTries(row, 'address') };
      const { result, order: next } = decide(order, getInteger(row, 'now'), tries);
      const changes = next === order ? undefined : listChanges(order, next);
      if (changes && hasChanges(changes)) {
        await query(WRITE, formatChanges(next, changes));
        const boletos = PIX_CHARGES.format(changes.pix.added.filter(({ boleto }) => boleto));
        if (boletos !== null) await query(WRITE_BOLETOS, [boletos]);
      } else if (row['is_new'] === true) {
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

/** Formats the limits as the parameters of `LOCK`. */
function formatLimits(limits: TryLimits | undefined): readonly unknown[] {
  if (!limits) return [null, null, null, null, null];
  const { session, address, since, mostPerSession, mostPerAddress } = limits;
  return [session, address ?? null, since, mostPerSession - CROWD, mostPerAddress - CROWD];
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

/** Formats what `WRITE` writes as its parameters. */
function formatChanges(next: OrderRecord, { attempts, pix, payments }: OrderChanges): readonly unknown[] {
  return [
    next.orderId,
    next.holder ?? null,
    findLastChange(next),
    ATTEMPTS.format(attempts.added),
    ATTEMPTS.format(attempts.changed),
    PIX_CHARGES.format(pix.added),
    PIX_CHARGES.format(pix.changed),
    PAYMENTS.format(payments.added),
    PAYMENTS.format(payments.changed),
  ];
}
