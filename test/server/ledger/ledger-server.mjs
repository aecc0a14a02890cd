import { startSourceServer } from '../../../scripts/source-server.mjs';
import { startPostgres } from '../postgres-server.mjs';

const FOLDER = '/src/server/ledger';
const FILES = ['sql-ledger.ts', 'postgres.ts', 'migrations.ts', 'sql/migrate.ts'];

/**
 * Starts a PostgreSQL for ledgers.
 *
 * @returns `createInstance(connection, options)`: the ledger of one more server instance of a shop, started, with its pool; `createPair(options)`: two
 * of them over one new database.
 */
export async function startLedgerServer() {
  const sources = await startSourceServer();
  const module = Object.assign({}, ...(await Promise.all(FILES.map((file) => sources.load(`${FOLDER}/${file}`)))));
  const server = await startPostgres();
  const ledgers = [];

  async function createInstance(connection, { settings = {}, limits = {}, ...options } = {}) {
    const pool = server.createPool({ max: 5, ...connection, ...settings });
    const database = module.postgres(pool, limits);
    const ledger = module.sqlLedger(database, options);
    await ledger.start();
    ledgers.push(ledger);
    return { ledger, database, pool, query: database.query };
  }

  return {
    ...module,
    server,
    createInstance,
    async createPair(options) {
      const connection = await server.createDatabase();
      return { connection, one: await createInstance(connection, options), other: await createInstance(connection, options) };
    },
    async close() {
      for (const ledger of ledgers) await ledger.close();
      await server.stop();
      await sources.close();
    },
  };
}
