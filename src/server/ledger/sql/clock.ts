import type { SqlQuery } from '../ledger.js';
import { readInteger } from './read-row.js';

/** The database's clock at this very moment, not at the beginning of the transaction: epoch ms. */
export const CLOCK = `floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** Reads it. */
export async function readClock(query: SqlQuery): Promise<number> {
  const [row = {}] = await query(`SELECT ${CLOCK} AS now`);
  return readInteger(row, 'now');
}
