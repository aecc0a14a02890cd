/** `balcao/server/postgres`: the ledger's adapter for a pool of `pg`. */
export { postgres } from './ledger/postgres.js';
export type { PostgresOptions, PostgresPool } from './ledger/postgres.js';
