import { systemClock } from '../../../client/system-clock.js';
import { CheckoutError } from '../../../domain/errors.js';
import { withTimeLimit } from '../../../domain/time-limit.js';
import { findSqlState } from '../sql-database.js';
import type { PostgresClient, PostgresPool, PostgresResult } from './pool.js';

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
