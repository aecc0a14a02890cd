import type { Ledger, LedgerDistrust, SqlQuery } from '../ledger.js';
import { findSqlState, type SqlDatabase } from '../sql-database.js';
import { findText, getText } from './rows.js';

/** How long an answer about the database's past is used, ms: so long a running process may open orders after a restore. */
const FRESH_MS = 5000;

/** Stands for a part of a fingerprint that this user of the database may not read. */
const UNREADABLE = '-';

/** The identity of a cluster's files: a copy on another server, or one that was rolled forward to an instant, has another one. */
const CLUSTER = `(SELECT system_identifier::text FROM pg_control_system()) || ' ' || (SELECT timeline_id::text FROM pg_control_checkpoint())`;

const UNREADABLE_CLUSTER = `'${UNREADABLE} ${UNREADABLE}'`;

/** A database that was created again, and tables that were loaded again, have other numbers. */
const createQuestion = (cluster: string): string => `SELECT ${cluster} || ' ' ||
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) || ' ' || 'balcao_orders'::regclass::oid::text AS present,
  (SELECT value FROM balcao_meta WHERE key = 'fingerprint') AS trusted`;

/**
 * The part of a ledger in SQL that knows whether the database is an older copy of itself. `begin` trusts an empty ledger that was never
 * trusted, and fetches its state.
 *
 * @param now The time, epoch ms, for the age of an answer.
 */
export function createSqlTrust(
  database: SqlDatabase,
  now: () => number,
): Pick<Ledger, 'distrust' | 'trust'> & { begin: () => Promise<void> } {
  let known: { at: number; answer: Promise<LedgerDistrust | undefined> } | undefined;

  const distrust = (): Promise<LedgerDistrust | undefined> => {
    if (known && Math.abs(now() - known.at) < FRESH_MS) return known.answer;
    const asked = { at: now(), answer: compare(database.query) };
    known = asked;
    asked.answer.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.answer;
  };

  return {
    async begin() {
      const { present, trusted } = await fetchFingerprints(database.query);
      if (trusted === undefined) {
        // In one statement with the look at the orders: another instance may have written the first one meanwhile.
        await database.query(
          `INSERT INTO balcao_meta (key, value) SELECT 'fingerprint', $1::text WHERE NOT EXISTS (SELECT FROM balcao_orders)
ON CONFLICT (key) DO NOTHING`,
          [present],
        );
      }
      known = undefined;
      await distrust();
    },
    distrust,
    async trust(at) {
      const { present } = await fetchFingerprints(database.query);
      await database.query(
        `INSERT INTO balcao_meta (key, value) VALUES ('fingerprint', $1), ('trusted_at', $2)
ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        [present, String(at)],
      );
      known = undefined;
    },
  };
}

async function compare(query: SqlQuery): Promise<LedgerDistrust | undefined> {
  const { present, trusted } = await fetchFingerprints(query);
  return trusted !== undefined && isAlike(present, trusted) ? undefined : 'restored';
}

/** The present fingerprint of the database, and the one with which it was trusted. */
async function fetchFingerprints(query: SqlQuery): Promise<{ present: string; trusted: string | undefined }> {
  const rows = await query(createQuestion(CLUSTER)).catch((error: unknown) => {
    // Not permitted, or missing: some hosts do not offer pg_control_*.
    const state = findSqlState(error);
    if (state !== '42501' && state !== '42883') throw error;
    return query(createQuestion(UNREADABLE_CLUSTER));
  });
  const row = rows[0] ?? {};
  return { present: getText(row, 'present'), trusted: findText(row, 'trusted') };
}

/** Parts that cannot be read now, or could not be read when the database was trusted, are not compared. */
function isAlike(present: string, trusted: string): boolean {
  const parts = trusted.split(' ');
  return present.split(' ').every((part, index) => part === parts[index] || part === UNREADABLE || parts[index] === UNREADABLE);
}
