import type { SqlQuery } from '../ledger.js';
import type { Migration } from '../migrations.js';
import type { SqlDatabase } from '../sql-database.js';
import { readInteger, readText } from './read-row.js';

/** Any number, the same in every version: whoever migrates waits for it. */
const LOCK = 7_216_043_911;

const OLDEST_VERSION = 130_000;

/**
 * Brings the tables up to date, whoever else starts at the same time: all steps in one transaction, or none. Steps that only a newer version
 * knows stay as they are.
 *
 * @throws {Error} A step that ran is not the one of this version, or the database is older than PostgreSQL 13.
 */
export async function migrate(database: SqlDatabase, migrations: readonly Migration[]): Promise<void> {
  const steps = await Promise.all(migrations.map(async (step) => ({ ...step, checksum: await hashStep(step) })));
  await database.transaction(async (query) => {
    const [version = {}] = await query(`SELECT current_setting('server_version_num')::integer AS version`);
    if (readInteger(version, 'version') < OLDEST_VERSION) throw new Error('The ledger needs PostgreSQL 13 or later.');
    await query('SELECT pg_advisory_xact_lock($1::bigint)', [LOCK]);
    const done = await readDone(query);
    for (const { id, checksum, statements } of steps) {
      const known = done.get(id);
      if (known === checksum) continue;
      if (known !== undefined) {
        throw new Error(
          `The migration ${id} of the ledger ran with another text than this version of Balcão has. Somebody changed it, or this is a build of ` +
            `your own: restore the released version, and do not edit balcao_migrations.`,
        );
      }
      // One after the other: each needs the one before.
      for (const statement of statements) await query(statement);
      await query('INSERT INTO balcao_migrations (id, checksum) VALUES ($1, $2)', [id, checksum]);
    }
  });
}

/** The checksums of the steps that ran. The table is made only where it is missing: a user without `CREATE` may start what is up to date. */
async function readDone(query: SqlQuery): Promise<Map<string, string>> {
  const [table] = await query(`SELECT 1 AS one WHERE to_regclass('balcao_migrations') IS NOT NULL`);
  if (!table) {
    await query(`CREATE TABLE balcao_migrations (id text PRIMARY KEY, checksum text NOT NULL, ran_at timestamptz NOT NULL DEFAULT now())`);
    return new Map();
  }
  const rows = await query('SELECT id, checksum FROM balcao_migrations');
  return new Map(rows.map((row) => [readText(row, 'id'), readText(row, 'checksum')]));
}

/** SHA-256 of a step's statements, hexadecimal. */
async function hashStep({ statements }: Migration): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statements.join(';\n')));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
