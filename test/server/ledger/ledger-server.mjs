import { postgres } from '../../../src/server/ledger/postgres.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { startPostgres } from '../postgres-server.mjs';

/**
 * Starts a PostgreSQL for ledgers.
 *
 * @returns `createInstance(connection, options)`: the ledger of one more server instance of a shop, started, with its pool; `createPair(options)`: two
 * of them over one new database.
 */
export async function startLedgerServer() {
  const server = await startPostgres();
  const ledgers = [];

  async function createInstance(connection, { settings = {}, limits = {}, ...options } = {}) {
    const pool = server.createPool({ max: 5, ...connection, ...settings });
    const database = postgres(pool, limits);
    const ledger = sqlLedger(database, options);
    await ledger.start();
    ledgers.push(ledger);
    return { ledger, database, pool, query: database.query };
  }

  return {
    server,
    createInstance,
    async createPair(options) {
      const connection = await server.createDatabase();
      return { connection, one: await createInstance(connection, options), other: await createInstance(connection, options) };
    },
    async close() {
      for (const ledger of ledgers) await ledger.close();
      await server.stop();
    },
  };
}
