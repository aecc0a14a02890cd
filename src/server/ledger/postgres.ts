import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { SqlQuery, SqlRow } from './ledger.js';
import { findSqlState, type SqlDatabase } from './sql-database.js';

/** The result of a statement. */
export interface PostgresResult {
  rows: SqlRow[];
  /** The command that the database ran: `ROLLBACK` for the commit of a transaction that had failed. */
  command?: string;
}

/** A notice of `LISTEN`. */
export interface PostgresNotice {
  channel: string;
  payload?: string | undefined;
}

/** A connection of a pool of `pg`. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  /** Returns the connection to the pool. With an error, the pool closes it. */
  release(error?: Error | boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (notice: PostgresNotice) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'end', listener: () => void): unknown;
  removeListener(event: 'notification', listener: (notice: PostgresNotice) => void): unknown;
}

/** A `Pool` of `pg` 8, or an object with the same methods. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** The pool's own settings, by which a pool that is too small is refused. */
  readonly options?: { max?: number | undefined };
}

/** The settings of `postgres`. */
export interface PostgresOptions {
  /** The longest wait for a connection of the pool, and for each response of the database, ms. Default: 15 seconds. */
  timeLimitMs?: number;
}

/** The number of times that a transaction runs again after the database aborted it for another one. */
const RETRIES = 3;

/** The errors after which a transaction runs again: serialization failure and deadlock. It was rolled back, and may succeed later. */
const RETRIED: readonly (string | undefined)[] = ['40001', '40P01'];

/** The start of a transaction, at the isolation level that the ledger's locks are written for. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** The reason why a pool is refused. */
const POOL_OF_ONE =
  'The pool of postgres(pool) cannot be used: with one connection, a page that waits for a Pix takes it for LISTEN, and nothing else can be ' +
  'written down. Give the pool two or more: new pg.Pool({ max: 10 }).';

/** The pools that have a listener for errors of their idle connections. */
const guarded = new WeakSet<PostgresPool>();

/**
 * Adapts the shop's own pool of `pg` to the ledger. Once a page waits for a Pix, one connection of the pool is for `LISTEN` alone, so a
 * pool of one is refused at the start. A pooler that shares connections between transactions (PgBouncer) works: nothing here depends on a
 * session. Only `LISTEN` is lost there, and pages learn of a change in another process by a question every few seconds. The pool stays
 * open.
 *
 * @example
 * import pg from 'pg';
 *
 * const ledger = sqlLedger(postgres(new pg.Pool({ connectionString: 'postgres:///shop', max: 10 })));
 */
export function postgres(pool: PostgresPool, { timeLimitMs = 15_000 }: PostgresOptions = {}): SqlDatabase {
  // The pool itself drops an idle connection that is lost. Without a listener, the error would end the process.
  if (!guarded.has(pool)) pool.on('error', () => undefined);
  guarded.add(pool);
  return {
    async start() {
      if ((pool.options?.max ?? 2) < 2) throw new CheckoutError('invalid-config', POOL_OF_ONE);
    },
    async query(sql, values) {
      const lease = await leaseConnection(pool, timeLimitMs);
      try {
        return (await lease.query(sql, values ?? [])).rows;
      } finally {
        lease.end();
      }
    },
    async transaction(work) {
      for (let tries = 0; ; tries += 1) {
        try {
          return await transact(pool, timeLimitMs, work);
        } catch (error) {
          if (tries >= RETRIES || !RETRIED.includes(findSqlState(error))) throw error;
        }
      }
    },
    async listen(channel, onNotice) {
      return keepListening(pool, { channel, onNotice, limitMs: timeLimitMs });
    },
  };
}

/** Runs `work` in one transaction, on one connection. */
async function transact<Result>(pool: PostgresPool, limitMs: number, work: (query: SqlQuery) => Promise<Result>): Promise<Result> {
  const lease = await leaseConnection(pool, limitMs);
  let isOver = false;
  try {
    await lease.query(BEGIN);
    const result = await work(async (sql, values) => {
      if (isOver) throw new Error('The transaction of this query is over.');
      return (await lease.query(sql, values ?? [])).rows;
    });
    isOver = true;
    const { command } = await lease.query('COMMIT');
    // The database responds with this command if a statement had failed and its error was ignored.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed.');
    return result;
  } catch (error) {
    // On a lost connection, the transaction was rolled back or has committed without a response. A statement would only wait, so the
    // connection is closed.
    const isOpen = !isOver;
    isOver = true;
    if (isOpen && !lease.isLost()) await lease.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    lease.end();
  }
}

/**
 * A connection of the pool for one piece of work. After an error that the database itself did not report, the connection is never used
 * again.
 */
interface Lease {
  client: PostgresClient;
  query(sql: string, values?: readonly unknown[]): Promise<PostgresResult>;
  /** Returns whether it is unknown if a statement ran: the connection is lost, or did not respond in time. */
  isLost(): boolean;
  /** Returns the connection to the pool, or closes it if it is lost. */
  end(): void;
}

const createLateError = (): CheckoutError => new CheckoutError('timeout', 'The database gave no answer in time.');

/** Ignores an error of a connection: the next statement reports it too. */
const ignore = (): void => undefined;

/**
 * Leases a connection of a pool, within the time limit.
 *
 * @param limitMs The longest wait for the connection, and for each response, ms.
 */
async function leaseConnection(pool: PostgresPool, limitMs: number): Promise<Lease> {
  const connecting = pool.connect();
  const client = await withTimeLimit(connecting, systemClock, limitMs).catch((error: unknown) => {
    // A connection that arrives late is returned to the pool.
    connecting.then((late) => late.release(), ignore);
    throw error;
  });
  // Without a listener, the loss of a connection between two statements would end the process.
  client.on('error', ignore);
  let lost: Error | undefined;
  return {
    client,
    async query(sql, values) {
      try {
        // Without values, `sql` may contain more than one statement.
        const response = values ? client.query(sql, [...values]) : client.query(sql);
        return await withTimeLimit(response, systemClock, limitMs, createLateError);
      } catch (error) {
        if (!isReportedByDatabase(error)) lost = error instanceof Error ? error : new Error('The connection is lost.');
        throw error;
      }
    },
    isLost: () => lost !== undefined,
    end() {
      client.removeListener('error', ignore);
      client.release(lost);
    },
  };
}

/**
 * Returns whether the database reported an error on a connection that stays usable. Class 57P means the end of the database, class 08 the
 * end of the connection.
 */
function isReportedByDatabase(error: unknown): boolean {
  const state = findSqlState(error);
  return state !== undefined && !state.startsWith('57P') && !state.startsWith('08');
}

/** The first and the longest pause between the loss of a connection and the next one, ms. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** The interval of tests of the connection, ms: a network may silently drop an idle connection. */
const PING_MS = 30_000;

/** The settings of a listener. */
interface ListenerOptions {
  channel: string;
  /** Called with each payload, and with `undefined` each time that listening begins. */
  onNotice: (payload: string | undefined) => void;
  /** The longest wait for the connection and its responses, ms. */
  limitMs: number;
}

/** Listens on a separate connection, and on a new one whenever it is lost. Returns a function that stops listening. */
function keepListening(pool: PostgresPool, options: ListenerOptions): () => Promise<void> {
  const stop = new AbortController();
  const running = run(pool, options, stop.signal);
  return async () => {
    stop.abort();
    await running;
  };
}

/** Listens on one connection after the other, until the signal is aborted. */
async function run(pool: PostgresPool, options: ListenerOptions, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    // The connections are used one after the other.
    const hasListened = await listenOnce(pool, options, signal);
    pauseMs = hasListened ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (!signal.aborted) await pause(pauseMs, signal);
  }
}

/** Listens until the connection is lost or the signal is aborted. Resolves with `true` if it did listen. */
async function listenOnce(pool: PostgresPool, { channel, onNotice, limitMs }: ListenerOptions, signal: AbortSignal): Promise<boolean> {
  const lease = await leaseConnection(pool, limitMs).catch(() => undefined);
  if (!lease) return false;
  const over = new AbortController();
  const end = (): void => over.abort();
  const onNotification = (notice: PostgresNotice): void => {
    if (notice.channel === channel) onNotice(notice.payload ?? '');
  };
  const { client } = lease;
  client.on('error', end);
  client.on('end', end);
  client.on('notification', onNotification);
  signal.addEventListener('abort', end, { once: true });
  const ping = setInterval(() => void lease.query('SELECT 1').catch(end), PING_MS);
  let hasListened = false;
  try {
    await lease.query(`LISTEN ${channel}`);
    hasListened = true;
    if (!signal.aborted) {
      onNotice(undefined);
      await whenAborted(over.signal);
    }
  } catch {
    // The next connection tries again.
  } finally {
    clearInterval(ping);
    signal.removeEventListener('abort', end);
    client.removeListener('error', end);
    client.removeListener('end', end);
    client.removeListener('notification', onNotification);
    // The connection listens, so it must not be used for anything else.
    client.release(true);
  }
  return hasListened;
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    signal.addEventListener('abort', finish, { once: true });
  });
}
