import { createServer } from 'node:http';
import { toNodeListener } from '../../../src/server/index.ts';
import { listen } from '../../support/listen.mjs';

/**
 * Serves a shop's server in a process of its own until SIGTERM, as the documents print it but for the time: a busy machine may be as slow as it is.
 * Tells the parent process the port.
 *
 * @param {import('../../../src/server/index.ts').ShopServer} shop
 */
export async function serveShop(shop) {
  const listener = toNodeListener(shop);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  // Longer than any test: whoever sends must not meet the end of a connection that it keeps.
  server.keepAliveTimeout = 600_000;
  const end = async () => {
    server.close();
    await shop.close({ limitMs: 3_600_000 });
    process.exit(0);
  };
  process.once('SIGTERM', () => void end());
  process.once('disconnect', () => process.exit());
  process.send?.({ port: await listen(server) });
}
