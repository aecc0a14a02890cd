import type { Ledger, LedgerDistrust, SqlQuery } from '../ledger.js';
import { findSqlState, type SqlDatabase } from '../sql-database.js';
import { findText, getText } from './rows.js';

/** The time for which a check of the database is reused, ms. After a restore, a running process may open orders for this time. */
const FRESH_MS = 5000;

/** The placeholder for a part of a fingerprint that this user of the database may not read. */
const UNREADABLE = '-';

/**
 * The identity of a cluster's files. A copy on another server has another identity, and so has a copy that was rolled forward to an
 * instant.
 */
const CLUSTER = `(SELECT system_identifier::text FROM pg_control_system()) || ' ' || (SELECT timeline_id::text FROM pg_control_checkpoint())`;

const UNREADABLE_CLUSTER = `'${UNREADABLE} ${UNREADABLE}'`;

/**
 * Creates the query of the two fingerprints. A database that was created again has another number, and so have tables that were loaded
 * again.
 */
const createFingerprintQuery = (cluster: string): string => `SELECT ${cluster} || ' ' ||
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) || ' ' || 'balcao_orders'::regclass::oid::text AS present,
  (SELECT value FROM balcao_meta WHERE key = 'fingerprint') AS trusted`;

/**
 * Creates the part of a ledger in SQL that detects whether the database is an older copy of itself. `begin` trusts an empty ledger that was
 * never trusted, and fetches its state.
 *
 * @param now Returns the time, epoch ms, for the age of a check.
 */
export function createSqlTrust(
  database: SqlDatabase,
  now: () => number,
): Pick<Ledger, 'distrust' | 'trust'> & { begin: () => Promise<void> } {
  let known: { at: number; state: Promise<LedgerDistrust | undefined> } | undefined;

  const distrust = (): Promise<LedgerDistrust | undefined> => {
    if (known && Math.abs(now() - known.at) < FRESH_MS) return known.state;
    const checked = { at: now(), state: compare(database.query) };
    known = checked;
    checked.state.catch(() => {
      if (known === checked) known = undefined;
    });
    return checked.state;
  };

  return {
    async begin() {
      const { present, trusted } = await fetchFingerprints(database.query);
      if (trusted === undefined) {
        // The same statement checks that there are no orders: another instance may have written the first order meanwhile.
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

/** Checks whether the database is an older copy of itself. */
async function compare(query: SqlQuery): Promise<LedgerDistrust | undefined> {
  const { present, trusted } = await fetchFingerprints(query);
  return trusted !== undefined && isAlike(present, trusted) ? undefined : 'restored';
}

/** Fetches the present fingerprint of the database, and the fingerprint with which it was trusted. */
async function fetchFingerprints(query: SqlQuery): Promise<{ present: string; trusted: string | undefined }> {
  const rows = await query(createFingerprintQuery(CLUSTER)).catch((error: unknown) => {
    // Not permitted, or missing: some hosts do not offer pg_control_*.
    const state = findSqlState(error);
    if (state !== '42501' && state !== '42883') throw error;
    return query(createFingerprintQuery(UNREADABLE_CLUSTER));
  });
  const row = rows[0] ?? {};
  return { present: getText(row, 'present'), trusted: findText(row, 'trusted') };
}

/**
 * Returns whether two fingerprints match. A part that cannot be read now, or could not be read when the database was trusted, is not
 * compared.
 */
function isAlike(present: string, trusted: string): boolean {
  const parts = trusted.split(' ');
  return present.split(' ').every((part, index) => part === parts[index] || part === UNREADABLE || parts[index] === UNREADABLE);
}
