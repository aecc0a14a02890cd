import type { Ledger, LedgerDistrust, SqlQuery } from '../ledger.js';
import { findSqlState, type SqlDatabase } from '../sql-database.js';
import { findText, getText } from './rows.js';

/** How long an answer about the database's past counts, ms: so long may a running process open orders after a restore. */
const FRESH_MS = 5000;

/** A part of a fingerprint that this user of the database may not read. */
const UNREADABLE = '-';

/** What the files of a cluster are known by: a copy on another server, or one that was rolled forward to an instant, has another. */
const CLUSTER = `(SELECT system_identifier::text FROM pg_control_system()) || ' ' || (SELECT timeline_id::text FROM pg_control_checkpoint())`;

const UNREADABLE_CLUSTER = `'${UNREADABLE} ${UNREADABLE}'`;

/** A database that was made anew, and tables that were loaded anew, have other numbers. */
const createQuestion = (cluster: string): string => `SELECT ${cluster} || ' ' ||
  (SELECT oid::text FROM pg_database WHERE datname = current_database()) || ' ' || 'balcao_orders'::regclass::oid::text AS present,
  (SELECT value FROM balcao_meta WHERE key = 'fingerprint') AS trusted`;

/** What the database is known by now, and by which it was trusted. */
interface Fingerprints {
  present: string;
  trusted: string | undefined;
}

/** The part of a ledger in SQL that knows whether the database is an older copy of itself. */
export interface Trust extends Pick<Ledger, 'distrust' | 'trust'> {
  /** Trusts an empty ledger that nobody has ever trusted, and reads how it stands. */
  begin(): Promise<void>;
}

/** @param now The time, epoch ms: how old an answer is. */
export function createSqlTrust(database: SqlDatabase, now: () => number): Trust {
  let known: { at: number; answer: Promise<LedgerDistrust | undefined> } | undefined;

  const distrust = (): Promise<LedgerDistrust | undefined> => {
    if (known && Math.abs(now() - known.at) < FRESH_MS) return known.answer;
    const asked = { at: now(), answer: judge(database.query) };
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

async function judge(query: SqlQuery): Promise<LedgerDistrust | undefined> {
  const { present, trusted } = await fetchFingerprints(query);
  return trusted !== undefined && isAlike(present, trusted) ? undefined : 'restored';
}

async function fetchFingerprints(query: SqlQuery): Promise<Fingerprints> {
  const rows = await query(createQuestion(CLUSTER)).catch((error: unknown) => {
    // Not permitted, or not there: some hosts keep pg_control_* for themselves.
    const state = findSqlState(error);
    if (state !== '42501' && state !== '42883') throw error;
    return query(createQuestion(UNREADABLE_CLUSTER));
  });
  const row = rows[0] ?? {};
  return { present: getText(row, 'present'), trusted: findText(row, 'trusted') };
}

/** What cannot be read now, or could not when it was trusted, says nothing. */
function isAlike(present: string, trusted: string): boolean {
  const parts = trusted.split(' ');
  return present.split(' ').every((part, index) => part === parts[index] || part === UNREADABLE || parts[index] === UNREADABLE);
}
