/** One instance of the shop's server, with its ledger in PostgreSQL where it is told of one, else in memory. */
import { createServer } from 'node:http';
import pg from 'pg';
import { createShopServer, memoryLedger, sqlLedger, toNodeListener } from '../../src/server/index.ts';
import { postgres } from '../../src/server/postgres.ts';
import { listen } from '../../test/support/listen.mjs';

const { connection, service, origin, amountCents } = JSON.parse(process.argv[2]);
const pool = connection && new pg.Pool({ max: 10, ...connection });

const shop = createShopServer({
  service: { baseUrl: `${service}/` },
  // A token that is kept, as `loginTokens` keeps it.
  tokens: { getToken: async () => ({ token: 'kept', expiresAt: Date.now() + 900_000 }) },
  orders: {
    find: (id) => ({ id, amountCents }),
    settled: async ({ orderId }, tx) => {
      if (pool) await tx.query('INSERT INTO shop_orders (order_id, status) VALUES ($1, $2)', [orderId, 'paid']);
    },
  },
  ledger: pool ? sqlLedger(postgres(pool)) : memoryLedger(),
  publicOrigin: origin,
  relayCards: true,
  addressOf: ({ headers }) => headers.get('X-Visitor') ?? undefined,
  onEvent: () => {},
});
await shop.start();
if (pool) await pool.query('CREATE TABLE IF NOT EXISTS shop_orders (order_id text PRIMARY KEY, status text NOT NULL)');

const listener = toNodeListener(shop);
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
process.send?.({ port: await listen(server) });
process.once('disconnect', () => process.exit());
