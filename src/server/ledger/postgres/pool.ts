import type { SqlRow } from '../ledger.js';

/** What a statement comes to. */
export interface PostgresResult {
  rows: SqlRow[];
  /** What the database did: `ROLLBACK` for the commit of a transaction that had failed. */
  command?: string;
}

/** A notice of `LISTEN`. */
export interface PostgresNotice {
  channel: string;
  payload?: string | undefined;
}

/** A connection of a pool, as `pg` has it. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  /** With an error the pool closes the connection instead of keeping it. */
  release(error?: Error | boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (notice: PostgresNotice) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'end', listener: () => void): unknown;
  removeListener(event: 'notification', listener: (notice: PostgresNotice) => void): unknown;
}

/** A `Pool` of `pg` 8, or anything like it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}
