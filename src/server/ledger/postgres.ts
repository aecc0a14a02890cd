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
  /** With an error the pool closes the connection instead of keeping it. */
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
}

/** Settings of `postgres`. */
export interface PostgresOptions {
  /** How long a connection of the pool, and each answer of the database, is waited for, ms. Default 15 seconds. */
  timeLimitMs?: number;
}

/** How often a transaction runs again that the database gave up for another one. */
const RETRIES = 3;

/** Serialization failure, deadlock: the transaction was rolled back, and may succeed at another moment. */
const RETRIED: readonly (string | undefined)[] = ['40001', '40P01'];

/** The isolation level that the ledger's locks are written for, whatever the database's default is. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** Pools that have a listener for errors of their idle connections. */
const guarded = new WeakSet<PostgresPool>();

/**
 * Adapts the shop's own pool of `pg` to the ledger. Where a page waits for a Pix, one connection of the pool is for `LISTEN` alone, so the
 * pool needs at least two. A proxy that shares connections between transactions (PgBouncer) works, except for `LISTEN`. The pool stays open.
 *
 * @example
 * import pg from 'pg';
 *
 * const ledger = sqlLedger(postgres(new pg.Pool({ connectionString: 'postgres:///shop', max: 10 })));
 */
export function postgres(pool: PostgresPool, { timeLimitMs = 15_000 }: PostgresOptions = {}): SqlDatabase {
  // The pool itself drops an idle connection that is lost; without a listener that would end the process.
  if (!guarded.has(pool)) pool.on('error', () => undefined);
  guarded.add(pool);
  return {
    async query(sql, values) {
      const lease = await leaseConnection(pool, timeLimitMs);
      try {
        return (await lease.ask(sql, values ?? [])).rows;
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

async function transact<Result>(pool: PostgresPool, limitMs: number, work: (query: SqlQuery) => Promise<Result>): Promise<Result> {
  const lease = await leaseConnection(pool, limitMs);
  let isOver = false;
  try {
    await lease.ask(BEGIN);
    const result = await work(async (sql, values) => {
      if (isOver) throw new Error('The transaction of this query is over.');
      return (await lease.ask(sql, values ?? [])).rows;
    });
    isOver = true;
    const { command } = await lease.ask('COMMIT');
    // So the database answers the commit of a transaction with a failed statement whose error was ignored.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed.');
    return result;
  } catch (error) {
    // A lost connection has rolled back, or has committed without an answer: a statement would only wait. Closing it ends either.
    const isOpen = !isOver;
    isOver = true;
    if (isOpen && !lease.isLost()) await lease.ask('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    lease.end();
  }
}

/** A connection of the pool for one piece of work. After an error that the database itself did not report, it is never used again. */
interface Lease {
  client: PostgresClient;
  ask(sql: string, values?: readonly unknown[]): Promise<PostgresResult>;
  /** True where it is unknown whether a statement ran: the connection is lost, or did not answer in time. */
  isLost(): boolean;
  /** Returns it to the pool; a lost one is closed. */
  end(): void;
}

/** The next statement reports an error of the connection, too. */
const ignore = (): void => undefined;

/**
 * Leases a connection of a pool, within the time limit.
 *
 * @param limitMs The longest wait for the connection, and for each answer, ms.
 */
async function leaseConnection(pool: PostgresPool, limitMs: number): Promise<Lease> {
  const connecting = pool.connect();
  const client = await withTimeLimit(connecting, systemClock, limitMs).catch((error: unknown) => {
    // A connection that arrives late is returned.
    connecting.then((late) => late.release(), ignore);
    throw error;
  });
  // Without a listener, the loss of a connection between two questions would end the process.
  client.on('error', ignore);
  let lost: Error | undefined;
  return {
    client,
    async ask(sql, values) {
      try {
        // Without values it may be more than one statement.
        const answer = values ? client.query(sql, [...values]) : client.query(sql);
        return await withTimeLimit(answer, systemClock, limitMs, new CheckoutError('timeout', 'The database gave no answer in time.'));
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

/** True for an error that the database reports on a connection that stays usable: class 57P is the end of the database, class 08 that of the connection. */
function isReportedByDatabase(error: unknown): boolean {
  const state = findSqlState(error);
  return state !== undefined && !state.startsWith('57P') && !state.startsWith('08');
}

/** The first and the longest pause between the loss of the connection and the next one, ms. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** The interval of a test whether the connection still works, ms: a network may drop a quiet one silently. */
const PING_MS = 30_000;

/** Settings of a listener. */
interface ListenerOptions {
  channel: string;
  /** Called with each payload, and with `undefined` each time that it begins to listen. */
  onNotice: (payload: string | undefined) => void;
  /** The longest wait for the connection and its answers, ms. */
  limitMs: number;
}

/** Listens on a separate connection, and again on a new one whenever it is lost. Returns a function that stops it. */
function keepListening(pool: PostgresPool, options: ListenerOptions): () => Promise<void> {
  const stop = new AbortController();
  const running = run(pool, options, stop.signal);
  return async () => {
    stop.abort();
    await running;
  };
}

async function run(pool: PostgresPool, options: ListenerOptions, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    // One connection after the other.
    const hasListened = await listenOnce(pool, options, signal);
    pauseMs = hasListened ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (!signal.aborted) await pause(pauseMs, signal);
  }
}

/** Listens until the connection is lost or the signal is aborted. Resolves with `true` where it did listen. */
async function listenOnce(pool: PostgresPool, { channel, onNotice, limitMs }: ListenerOptions, signal: AbortSignal): Promise<boolean> {
  const lease = await leaseConnection(pool, limitMs).catch(() => undefined);
  if (!lease) return false;
  const over = new AbortController();
  const end = (): void => over.abort();
  const hear = (notice: PostgresNotice): void => {
    if (notice.channel === channel) onNotice(notice.payload ?? '');
  };
  const { client } = lease;
  client.on('error', end);
  client.on('end', end);
  client.on('notification', hear);
  signal.addEventListener('abort', end, { once: true });
  const ping = setInterval(() => void lease.ask('SELECT 1').catch(end), PING_MS);
  let hasListened = false;
  try {
    await lease.ask(`LISTEN ${channel}`);
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
    client.removeListener('notification', hear);
    // It listens, so it must not be used for anything else.
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
