import { LONGEST_GAP_MS, SCHEDULE, UNKNOWN_END_MS } from '../../orders/order-state.js';
import { BOLETO_GAP_MS } from '../../../domain/order/charge-progress.js';
import { GRACE_MS, LONGEST_LIFE_MS } from '../../orders/pix-charges.js';
import { LONGEST_SPACING_MS, MOST_EXPIRED } from '../ledger-rules.js';
import type { Ledger, SqlQuery, SqlRow, WorkKind, WorkMethods } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { ATTEMPTS, getInteger, getText, PAYMENTS, PIX_CHARGES } from './rows.js';

/**
 * The end of an attempt, and the time of the next search for an attempt with an unknown result: the same rules as `findEnd` and
 * `findAskAt`.
 */
export const END = `coalesce(a.may_charge_until, a.opened_at + ${UNKNOWN_END_MS})`;
const ASK_AT = `coalesce(a.ask_at, ${END} + 1)`;

/** The conditions of the kinds of work. `$1` is the present. */
const HAS_EXPIRED = `a.state IN ('open', 'sent')
AND (a.may_charge_until < $1::bigint OR a.may_charge_until IS NULL AND a.opened_at < $1::bigint - ${UNKNOWN_END_MS})`;
const IS_SEARCH_DUE = `a.state IN ('unconfirmed', 'replaced') AND ${ASK_AT} <= $1::bigint`;
const IS_PIX_DUE = `x.ask_at <= $1::bigint`;
const IS_UNSETTLED = `p.settled_at IS NULL AND p.returned_at IS NULL AND p.kind <> 'unclear'`;

/** The interval until the next query about something of this age: the same rule as `getQueryInterval`. */
const nextQuery = (since: string): string => `$1::bigint + CASE
${SCHEDULE.map(({ untilAgeMs, everyMs }) => `WHEN $1::bigint - ${since} < ${untilAgeMs} THEN ${everyMs}`).join('\n')}
ELSE ${LONGEST_GAP_MS} END`;

/** The time of the search after this one: the same rule as `planSearch`. */
const NEXT_SEARCH = `CASE WHEN $1::bigint <= ${END} THEN least(${nextQuery('a.opened_at')}, ${END} + 1) ELSE ${nextQuery('a.opened_at')} END`;

/** The time of the query after this one, if this one has no result: the same rule as `planPixQuery`. */
const PIX_END = `coalesce(x.expires_at, x.created_at + ${LONGEST_LIFE_MS}) + ${GRACE_MS}`;
const AFTER_GAP = `CASE WHEN x.boleto_line IS NULL THEN ${nextQuery('x.created_at')} ELSE $1::bigint + ${BOLETO_GAP_MS} END`;
const NEXT_PIX_QUERY = `CASE WHEN x.status IN ('paid', 'refunded', 'boleto-refunded') OR x.status = 'boleto-paid' AND x.boleto_code IS NULL THEN NULL
WHEN $1::bigint < ${PIX_END} THEN least(${AFTER_GAP}, ${PIX_END}) ELSE ${AFTER_GAP} END`;

/** The time of the next try, after this many earlier ones, with the lease `$2`: the same rule as `getTryInterval`. */
const nextTry = (tries: string): string =>
  `$1::bigint + greatest($2::bigint, least($2::bigint << least(${tries}, 30), ${LONGEST_SPACING_MS}))`;

/** The due rows with their orders, sorted as an index is: by any other order the database would sort all that is due for each claim. */
const EXPIRED = `balcao_attempts a JOIN balcao_orders o USING (order_id) WHERE ${HAS_EXPIRED} ORDER BY a.may_charge_until NULLS LAST, a.opened_at`;
const DUE_SEARCHES = `balcao_attempts a JOIN balcao_orders o USING (order_id) WHERE ${IS_SEARCH_DUE} ORDER BY ${ASK_AT}`;
const DUE_PIX = `balcao_pix x JOIN balcao_orders o USING (order_id) WHERE ${IS_PIX_DUE} ORDER BY x.ask_at`;

const CLAIM_SETTLING = `UPDATE balcao_payments SET settle_tries = settle_tries + 1, settle_at = ${nextTry('settle_tries')}
WHERE payment_id = (
  SELECT p.payment_id FROM balcao_payments p WHERE ${IS_UNSETTLED} AND (p.settle_at IS NULL OR p.settle_at <= $1::bigint)
  ORDER BY coalesce(p.settle_at, p.learned_at), p.seq LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING *`;

const CLAIM_DELIVERY = `WITH claimed AS (
  UPDATE balcao_outbox SET tries = tries + 1, due_at = ${nextTry('tries')}
  WHERE payment_id = (
    SELECT payment_id FROM balcao_outbox WHERE due_at <= $1::bigint AND (tries = 0 OR NOT $3::boolean)
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING payment_id, tries - 1 AS tries)
SELECT p.*, c.tries FROM claimed c JOIN balcao_payments p USING (payment_id)`;

const NOTE_FAILURE = {
  settled: 'UPDATE balcao_payments SET settle_failed_at = coalesce(settle_failed_at, $2) WHERE payment_id = $1',
  deliveries: 'UPDATE balcao_outbox SET failed_at = coalesce(failed_at, $2) WHERE payment_id = $1',
} as const;

const WAITING = `SELECT 'settled' AS work, count(*) AS count, min(p.learned_at) AS since, count(p.settle_failed_at) AS failing
FROM balcao_payments p WHERE ${IS_UNSETTLED}
UNION ALL SELECT 'deliveries', count(*), min(p.settled_at), count(d.failed_at) FROM balcao_outbox d JOIN balcao_payments p USING (payment_id)
UNION ALL SELECT 'expired', count(*), min(${END}), 0 FROM balcao_attempts a WHERE ${HAS_EXPIRED}
UNION ALL SELECT 'searches', count(*), min(${ASK_AT}), 0 FROM balcao_attempts a WHERE ${IS_SEARCH_DUE}
UNION ALL SELECT 'pix', count(*), min(x.ask_at), 0 FROM balcao_pix x WHERE ${IS_PIX_DUE}`;

const KINDS: readonly WorkKind[] = ['settled', 'deliveries', 'expired', 'searches', 'pix'];

/**
 * Creates the part of a ledger in SQL that hands out the work that is due. Whoever claims work plans its next turn in the same transaction,
 * so each piece has one owner at a time. Rows that somebody else has locked are passed over: instances share the work instead of waiting
 * for each other.
 */
export function createSqlDueWork(database: SqlDatabase): Pick<Ledger, WorkMethods> {
  return {
    expireAttempts: (now) =>
      claim(database, { due: EXPIRED, now, most: MOST_EXPIRED }, async (query, orderIds) => {
        // Without `ask_at` the search at its end is due at once. The address stays only as long as the attempt is a try.
        const rows = await query(
          `UPDATE balcao_attempts a SET state = 'unconfirmed', ask_at = NULL, address = CASE WHEN a.via = 'token' AND a.told_state = 'declined' THEN a.address END
WHERE a.order_id = ANY($2::text[]) AND ${HAS_EXPIRED}
RETURNING a.order_id, a.attempt_id`,
          [now, orderIds],
        );
        return rows.map((row) => ({ orderId: getText(row, 'order_id'), attemptId: getText(row, 'attempt_id') }));
      }),
    claimSearches: (now, most) =>
      claim(database, { due: DUE_SEARCHES, now, most }, async (query, orderIds) => {
        const rows = await query(
          `WITH due AS (
  SELECT a.attempt_id, a.state = 'unconfirmed' AND a.ask_at IS NULL AS is_first FROM balcao_attempts a
  WHERE a.order_id = ANY($2::text[]) AND ${IS_SEARCH_DUE})
UPDATE balcao_attempts a SET ask_at = ${NEXT_SEARCH} FROM due d WHERE a.attempt_id = d.attempt_id RETURNING a.*, d.is_first`,
          [now, orderIds],
        );
        return parseKnown(rows, (row) => ({ attempt: ATTEMPTS.parse(row), isFirst: row['is_first'] === true }));
      }),
    claimPixQueries: (now, most) =>
      claim(database, { due: DUE_PIX, now, most }, async (query, orderIds) => {
        const rows = await query(
          `UPDATE balcao_pix x SET ask_at = ${NEXT_PIX_QUERY} WHERE x.order_id = ANY($2::text[]) AND ${IS_PIX_DUE} RETURNING x.*`,
          [now, orderIds],
        );
        return parseKnown(rows, PIX_CHARGES.parse);
      }),
    async claimSettling(now, leaseMs) {
      return parseKnown(await database.query(CLAIM_SETTLING, [now, leaseMs]), PAYMENTS.parse);
    },
    async claimDelivery(now, leaseMs, { isNew = false } = {}) {
      const [row] = await database.query(CLAIM_DELIVERY, [now, leaseMs, isNew]);
      return row && { payment: PAYMENTS.parse(row), tries: getInteger(row, 'tries') };
    },
    async endDelivery(paymentId) {
      await database.query('DELETE FROM balcao_outbox WHERE payment_id = $1', [paymentId]);
    },
    async noteFailure(work, paymentId, now) {
      await database.query(NOTE_FAILURE[work], [paymentId, now]);
    },
    async listWaiting(now) {
      const rows = await database.query(WAITING, [now]);
      return rows.flatMap((row) => {
        const work = KINDS.find((name) => name === getText(row, 'work'));
        const count = getInteger(row, 'count');
        return work && count > 0 ? [{ work, count, since: getInteger(row, 'since'), failing: getInteger(row, 'failing') }] : [];
      });
    },
  };
}

/** The due rows that a claim looks for. */
interface DueRows {
  /** The text after `FROM`: the rows with their orders, `o`. */
  due: string;
  now: number;
  most: number;
}

/**
 * Claims due rows by `take`, which changes them under the lock of their orders: orders that somebody else has locked are passed over. `take`
 * must read the rows again, since the first statement may have seen them as they were before the lock. If it finds none, somebody else was
 * faster, and the next ones are looked for. Resolves with none only if nothing is left.
 */
async function claim<Claimed>(
  database: SqlDatabase,
  { due, now, most }: DueRows,
  take: (query: SqlQuery, orderIds: readonly string[]) => Promise<readonly Claimed[]>,
): Promise<readonly Claimed[]> {
  for (;;) {
    const claimed = await database.transaction(async (query) => {
      const rows = await query(`SELECT o.order_id FROM ${due} LIMIT $2 FOR UPDATE OF o SKIP LOCKED`, [now, most]);
      const orderIds = rows.map((row) => getText(row, 'order_id'));
      return orderIds.length === 0 ? undefined : take(query, orderIds);
    });
    if (!claimed || claimed.length > 0) return claimed ?? [];
  }
}

/** Parses rows. Leaves those out that a newer version wrote and this one cannot read: an instance of that version gets their next turn. */
function parseKnown<Parsed>(rows: readonly SqlRow[], parse: (row: SqlRow) => Parsed): readonly Parsed[] {
  return rows.flatMap((row) => {
    try {
      return [parse(row)];
    } catch {
      return [];
    }
  });
}
