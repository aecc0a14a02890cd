/**
 * A shop's server in a process of its own, which `startShopProcess` starts: over HTTP, on loopback. With `killAt` it kills itself, as a power
 * cut would, at that step after it was armed, and says on its standard output which one it was.
 */
import { createServer } from 'node:http';
import { writeSync } from 'node:fs';
import pg from 'pg';
import { toNodeListener } from '../../../src/server/index.ts';
import { listen } from '../../support/listen.mjs';
import { createShop } from './shop-settings.mjs';
import { createSteps, watchPool } from './steps.mjs';

const { connection, connections = 2, killAt, ...settings } = JSON.parse(process.argv[2]);
const plainPool = connection && new pg.Pool({ max: connections, ...connection });
plainPool?.on('error', () => {}); // an idle connection that breaks would end the process
const steps = createSteps(killAt, (name) => {
  writeSync(1, name);
  process.kill(process.pid, 'SIGKILL');
});
const isWatched = killAt !== undefined;
const pool = isWatched ? watchPool(plainPool, steps.statement) : plainPool;
const shop = createShop({ ...settings, pool, ...(isWatched && { fetch: steps.fetch }) });
await shop.start();
steps.arm();

const listener = toNodeListener(shop);
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
// Longer than any test: whoever sends must not meet the end of a connection that it keeps.
server.keepAliveTimeout = 600_000;
process.on('message', () => void shop.sweep().then(() => process.send?.({ isSwept: true })));
// As the documents print it, but for the time: a busy machine may be as slow as it is.
async function end() {
  server.close();
  await shop.close({ limitMs: 3_600_000 });
  process.exit(0);
}
process.once('SIGTERM', () => void end());
process.once('disconnect', () => process.exit());
process.send?.({ port: await listen(server) });
