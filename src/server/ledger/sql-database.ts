import type { SqlQuery } from './ledger.js';

/**
 * A PostgreSQL database, version 13 or later, for the ledger. `postgres(pool)` and `pglite(folder)` create one; a shop with another
 * driver implements `query` and `transaction` itself.
 */
export interface SqlDatabase {
  /** Runs one statement outside of a transaction: it has committed when this resolves. */
  query: SqlQuery;
  /**
   * Runs `work` in one transaction, `READ COMMITTED`, and commits. An error of `work` rolls back and is rethrown; a commit whose answer was
   * lost rejects. `work` may run again, from its beginning, after a serialization failure or a deadlock.
   */
  transaction<Result>(work: (query: SqlQuery) => Promise<Result>): Promise<Result>;
  /**
   * Calls `onNotice` for each `NOTIFY` of a channel, of any process, and with `undefined` whenever notices may have been missed: once it
   * listens, and once it listens again. Returns a function that ends it. Without it, announcements stay within the process.
   */
  listen?(channel: string, onNotice: (payload: string | undefined) => void): Promise<() => Promise<void>>;
  /** Called once, first of all. */
  start?(): Promise<void>;
  /** Closes what this adapter opened itself; a pool or an instance of the shop stays open. */
  close?(): Promise<void>;
  /** A warning for the start of a process, in English: guarantees that this database lacks. */
  readonly warning?: string;
}

/** The SQLSTATE of an error of the database, or of the error that one wraps; `undefined` for any other error. */
export function findSqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  // Node's own codes, like `EPIPE`, may be as long: only errors of the database have a severity.
  if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error) return error.code;
  return 'cause' in error ? findSqlState(error.cause) : undefined;
}
