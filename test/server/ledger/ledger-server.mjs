import { MIGRATIONS } from '../../../src/server/ledger/sql/migrations.ts';
import { postgres } from '../../../src/server/ledger/postgres.ts';
import { migrate } from '../../../src/server/ledger/sql/migrations.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { openPostgres } from '../postgres-server.mjs';

/** A busy machine may be as slow as it is. */
const PATIENT = { timeLimitMs: 3_600_000 };

/**
 * Opens a PostgreSQL for ledgers.
 *
 * @param {() => Promise<import('../postgres-server.mjs').PostgresServer>} [open] `startPostgres` for tests that end or restart it.
 * @returns `createDatabase()`: a new database, with the tables of a ledger; `createInstance(connection, options)`: the ledger of one more server
 * instance of a shop, started, with its pool; `createPair(options)`: two of them over one new database.
 */
export async function openLedgerServer(open = openPostgres) {
  const server = await open();
  /** @type {import('../../../src/server/index.ts').Ledger[]} */
  const ledgers = [];
  const template = await server.createDatabase();
  const pool = server.createPool(template);
  await migrate(postgres(pool), MIGRATIONS);
  await pool.end();
  await server.killConnections(template.database);

  const createDatabase = () => server.createDatabase(template);

  /**
   * @typedef {object} InstanceOptions
   * @property {import('pg').PoolConfig} [settings] Of the pool.
   * @property {import('../../../src/server/postgres.ts').PostgresOptions} [limits]
   */

  /**
   * @param {import('../postgres-server.mjs').Connection} connection
   * @param {InstanceOptions & import('../../../src/server/index.ts').SqlLedgerOptions} options
   */
  async function createInstance(connection, { settings = {}, limits = PATIENT, ...options } = {}) {
    const pool = server.createPool({ max: 5, ...connection, ...settings });
    const database = postgres(pool, limits);
    const ledger = sqlLedger(database, options);
    await ledger.start();
    ledgers.push(ledger);
    return { ledger, database, pool, query: database.query };
  }

  return {
    server,
    createDatabase,
    createInstance,
    /** @param {Parameters<typeof createInstance>[1]} [options] */
    async createPair(options) {
      const connection = await createDatabase();
      return { connection, one: await createInstance(connection, options), other: await createInstance(connection, options) };
    },
    async close() {
      for (const ledger of ledgers) await ledger.close();
      await server.stop();
    },
  };
}
