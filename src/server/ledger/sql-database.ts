import type { SqlQuery } from './ledger.js';

/**
 * A PostgreSQL database, version 13 or later, for the ledger. `postgres(pool)` and `pglite(folder)` create one; a shop with another
 * driver implements `query` and `transaction` itself.
 */
export interface SqlDatabase {
  /** Runs one statement outside of a transaction: the statement has committed when the promise resolves. */
  query: SqlQuery;
  /**
   * Runs `work` in one transaction, `READ COMMITTED`, and commits. An error of `work` rolls back and is rethrown. Rejects if the response
   * to the commit was lost. `work` may run again, from its beginning, after a serialization failure or a deadlock.
   */
  transaction<Result>(work: (query: SqlQuery) => Promise<Result>): Promise<Result>;
  /**
   * Calls `onNotice` with the payload of each `NOTIFY` of a channel, of any process. Calls it with `undefined` whenever notices may have
   * been missed: when listening begins, and when it begins again. Resolves with a function that stops listening. Without this method, or
   * where its notices are lost, other processes learn of a change by their next question, within seconds.
   */
  listen?(channel: string, onNotice: (payload: string | undefined) => void): Promise<() => Promise<void>>;
  /** Called once, before any other method. */
  start?(): Promise<void>;
  /** Closes what this adapter opened itself; a pool or an instance of the shop stays open. */
  close?(): Promise<void>;
  /** A warning for the start of a process, in English: guarantees that this database lacks. */
  readonly warning?: string;
}

/** The most causes of an error that are searched. */
const MAX_CAUSES = 10;

/** Finds the SQLSTATE of an error of the database, or of an error that wraps one; `undefined` for any other error. */
export function findSqlState(error: unknown, depth = 0): string | undefined {
  // An error of the shop's code may be its own cause.
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return undefined;
  // Node's own codes, such as `EPIPE`, may have the same length. Only errors of the database have a severity.
  if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error) return error.code;
  return 'cause' in error ? findSqlState(error.cause, depth + 1) : undefined;
}
