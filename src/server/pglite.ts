/** `balcao/server/pglite`: the ledger's adapter for `@electric-sql/pglite`, for demos and tests. */
export { pglite } from './ledger/pglite.js';
export type { PgliteInstance } from './ledger/pglite.js';
