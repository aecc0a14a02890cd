/**
 * The shop of an OpenID provider in a process of its own, which `startShopProcess` starts. With `isKilled` it kills itself, as a power cut
 * would, once it has read the answer to a refresh and has not written it down.
 */
import { writeSync } from 'node:fs';
import pg from 'pg';
import { sqlLedger } from '../../../../src/server/index.ts';
import { postgres } from '../../../../src/server/postgres.ts';
import { serveShop } from '../../processes/serve-shop.mjs';
import { createProviderShop, extendTimeLimits } from './provider-shop.mjs';

extendTimeLimits();
const { connection, aheadMs, isKilled, ...settings } = JSON.parse(process.argv[2]);
if (isKilled) {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    if (!String(input).endsWith('/refresh')) return response;
    const text = await response.text();
    writeSync(1, `${response.status}`);
    process.kill(process.pid, 'SIGKILL');
    return new Response(text, response);
  };
}
const pool = new pg.Pool({ max: 3, ...connection });
pool.on('error', () => {}); // an idle connection that breaks would end the process
const shop = createProviderShop({
  ...settings,
  ledger: sqlLedger(postgres(pool, { timeLimitMs: 3_600_000 })),
  now: () => Date.now() + aheadMs,
});
await shop.start();
await serveShop(shop);
