import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import type { SqlQuery, SqlRow } from './ledger.js';
import { findSqlState, type SqlDatabase } from './sql-database.js';

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

/** Settings of `postgres`. */
export interface PostgresOptions {
  /** How long a connection of the pool, and each answer of the database, is waited for, ms. Default 15 seconds. */
  timeLimitMs?: number;
}

/** How often a transaction that the database gave up for another one's sake runs again. */
const RETRIES = 3;

/** Serialization failure, deadlock: the transaction was rolled back, and would have gone well at another moment. */
const RETRIED: readonly (string | undefined)[] = ['40001', '40P01'];

/** The level that the ledger's locks are written for, whatever the default of the database is. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** Pools that have a listener for errors of their idle connections. */
const guarded = new WeakSet<PostgresPool>();

/**
 * A PostgreSQL database by the shop's own pool of `pg`. Where a page waits for a Pix, one connection of the pool is for `LISTEN` alone, so the
 * pool has two at least. A proxy that shares connections between transactions (PgBouncer) works, but for `LISTEN`. The pool stays open.
 */
export function postgres(pool: PostgresPool, { timeLimitMs = 15_000 }: PostgresOptions = {}): SqlDatabase {
  // The pool itself drops an idle connection that is lost; without a listener that would end the process.
  if (!guarded.has(pool)) pool.on('error', () => undefined);
  guarded.add(pool);
  return {
    async query(sql, values) {
      const loan = await borrow(pool, timeLimitMs);
      try {
        return (await loan.ask(sql, values ?? [])).rows;
      } finally {
        loan.end();
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
      return listenAgainAndAgain(pool, { channel, onNotice, limitMs: timeLimitMs });
    },
  };
}

async function transact<Result>(pool: PostgresPool, limitMs: number, work: (query: SqlQuery) => Promise<Result>): Promise<Result> {
  const loan = await borrow(pool, limitMs);
  let isOver = false;
  try {
    await loan.ask(BEGIN);
    const result = await work(async (sql, values) => {
      if (isOver) throw new Error('The transaction of this query is over.');
      return (await loan.ask(sql, values ?? [])).rows;
    });
    isOver = true;
    const { command } = await loan.ask('COMMIT');
    // The answer to the commit of a transaction in which something failed that nobody looked at.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: one of its statements had failed.');
    return result;
  } catch (error) {
    // A lost connection has rolled back, or has committed without saying so: a question would only wait. Closing it ends either.
    const isOpen = !isOver;
    isOver = true;
    if (isOpen && !loan.isLost()) await loan.ask('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    loan.end();
  }
}

/** A connection for one piece of work. After an error that is not the database's own word it is never used again. */
export interface Loan {
  client: PostgresClient;
  ask(sql: string, values?: readonly unknown[]): Promise<PostgresResult>;
  /** Whether what it was asked may have been done or not: it is lost, or did not answer in time. */
  isLost(): boolean;
  /** Gives it back to the pool; a lost one is closed. */
  end(): void;
}

/** Nothing happens in an error of a connection that the next question would not say. */
const ignore = (): void => undefined;

/**
 * Gets a connection of a pool, within the time limit.
 *
 * @param limitMs How long the connection, and each answer, is waited for, ms.
 */
export async function borrow(pool: PostgresPool, limitMs: number): Promise<Loan> {
  const connecting = pool.connect();
  const client = await withTimeLimit(connecting, systemClock, limitMs).catch((error: unknown) => {
    // One that comes after all goes back.
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
        if (!isWordOfDatabase(error)) lost = error instanceof Error ? error : new Error('The connection is lost.');
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

/** Whether the database itself says so and its connection goes on: class 57P is its own end, class 08 that of the connection. */
function isWordOfDatabase(error: unknown): boolean {
  const state = findSqlState(error);
  return state !== undefined && !state.startsWith('57P') && !state.startsWith('08');
}

/** How long after its loss the connection is made again at first, and at most, ms. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** How often the connection is asked whether it still is one, ms: a network may drop a quiet one without a word. */
const PING_MS = 30_000;

/** How a listener works. */
export interface ListenerOptions {
  channel: string;
  /** Called with each payload, and with `undefined` each time that it begins to listen. */
  onNotice: (payload: string | undefined) => void;
  /** How long the connection and its answers are waited for, ms. */
  limitMs: number;
}

/** Listens on a connection of its own, and does so again whenever it is lost. Returns a function that ends it. */
export function listenAgainAndAgain(pool: PostgresPool, options: ListenerOptions): () => Promise<void> {
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

/** Listens until the connection is lost or the signal comes. Resolves with whether it came as far as listening. */
async function listenOnce(pool: PostgresPool, { channel, onNotice, limitMs }: ListenerOptions, signal: AbortSignal): Promise<boolean> {
  const loan = await borrow(pool, limitMs).catch(() => undefined);
  if (!loan) return false;
  const over = new AbortController();
  const end = (): void => over.abort();
  const hear = (notice: PostgresNotice): void => {
    if (notice.channel === channel) onNotice(notice.payload ?? '');
  };
  const { client } = loan;
  client.on('error', end);
  client.on('end', end);
  client.on('notification', hear);
  signal.addEventListener('abort', end, { once: true });
  const ping = setInterval(() => void loan.ask('SELECT 1').catch(end), PING_MS);
  let hasListened = false;
  try {
    await loan.ask(`LISTEN ${channel}`);
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
    // It listens: nobody else may have it.
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
