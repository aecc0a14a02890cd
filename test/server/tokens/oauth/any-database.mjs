import { PGlite } from '@electric-sql/pglite';
import { pglite } from '../../../../src/server/ledger/pglite.ts';
import { sqlLedger } from '../../../../src/server/ledger/sql-ledger.ts';
import { openLedgerServer } from '../../ledger/ledger-server.mjs';
import { hasPostgres } from '../../postgres-server.mjs';

async function openInPostgres() {
  const server = await openLedgerServer();
  const connection = await server.createDatabase();
  const { query } = await server.createInstance(connection);
  return {
    connection,
    query,
    createLedger: async () => (await server.createInstance(connection)).ledger,
    close: () => server.close(),
  };
}

async function openInPglite() {
  const instance = await PGlite.create();
  const ledgers = /** @type {import('../../../../src/server/index.ts').Ledger[]} */ ([]);
  return {
    /** Only PostgreSQL has one. */
    connection: undefined,
    query: async (sql) => (await instance.query(sql)).rows,
    async createLedger() {
      const ledger = sqlLedger(pglite(instance));
      ledgers.push(ledger);
      await ledger.start();
      return ledger;
    },
    async close() {
      for (const ledger of ledgers) await ledger.close();
      await instance.close();
    },
  };
}

/** A database that several ledgers share, in PostgreSQL where this machine has it, else in PGlite: `createLedger()`, started, is another of them. */
export const openAnyDatabase = () => (hasPostgres() ? openInPostgres() : openInPglite());
