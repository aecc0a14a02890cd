/**
 * A shop's server in a process of its own, which `startShopProcess` starts: over HTTP, on loopback. With `killAt` it kills itself, as a power
 * cut would, at that step after it was armed, and says on its standard output which one it was.
 */
import { writeSync } from 'node:fs';
import pg from 'pg';
import { serveShop } from './serve-shop.mjs';
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

async function sweep(id) {
  let failure;
  try {
    await shop.sweep();
  } catch (error) {
    failure = String(error);
  }
  process.send?.({ id, failure });
}
process.on('message', ({ id }) => void sweep(id));
await serveShop(shop);
