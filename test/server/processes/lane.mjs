import { createAftermath } from './aftermath.mjs';
import { startService } from './service.mjs';
import { SETTLED_TABLE, createShop } from './shop-settings.mjs';

/**
 * A database and a service of their own: a sweep is about all orders of one database.
 *
 * @param {import('../postgres-server.mjs').PostgresServer} postgres
 * @param {object} [options]
 * @param {boolean} [options.isIdempotent] Whether the service knows a repeated charge by its key.
 * @param {boolean} [options.isStarted] Whether the database has its tables.
 */
export async function openLane(postgres, { isIdempotent = false, isStarted = true } = {}) {
  const connection = await postgres.createDatabase();
  const pool = postgres.createPool({ max: 6, ...connection });
  const service = await startService({ isIdempotent });
  if (isStarted) await createShop({ pool, service: service.origin }).start();
  await pool.query(SETTLED_TABLE);
  return { connection, pool, service, isIdempotent, aftermath: createAftermath({ pool, service, isIdempotent }) };
}

/**
 * A page that has not begun.
 *
 * @param {string} orderId
 * @returns {import('./aftermath.mjs').Seen}
 */
export const createSeen = (orderId) => ({ orderId, attemptId: `${orderId}-first` });
