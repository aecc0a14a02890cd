import type { SqlQuery } from './ledger.js';
import { borrow } from './postgres/connections.js';
import { listenAgainAndAgain } from './postgres/listener.js';
import type { PostgresPool } from './postgres/pool.js';
import { findSqlState, type SqlDatabase } from './sql-database.js';

export type { PostgresPool } from './postgres/pool.js';

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
