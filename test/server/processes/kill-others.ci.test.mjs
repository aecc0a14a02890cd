import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hasPostgres } from '../postgres-server.mjs';
import { LATER_MS } from './aftermath.mjs';
import { openKiller } from './kill-at-each-step.mjs';
import { createDevice } from './page.mjs';
import { PAGES } from './pages.mjs';
import { createShop } from './shop-settings.mjs';

/** A charge whose answer never came: its order waits until a sweep asks what became of it. */
async function loseAnswer({ pool, service, seen }) {
  const lose = async (input, init) => {
    const response = await fetch(input, init);
    if (response.url.endsWith('processPayment')) throw new TypeError('fetch failed');
    return response;
  };
  const shop = createShop({ pool, service: service.origin, fetch: lose });
  const { status } = await createDevice(shop, seen.orderId).payByRelay(seen.orderId, seen.attemptId);
  assert.equal(status, 502);
  seen.isRelayed = true;
}

describe('a server that is killed at any step', { skip: !hasPostgres() }, () => {
  let killer;
  before(async () => {
    killer = await openKiller();
  });
  after(() => killer?.close());

  it('loses no Pix', async () => {
    assert.ok((await killer.killAtEachStep({ act: PAGES.payByPix })) > 30);
  });

  it('loses nothing of what it was repairing', async () => {
    // Later than the charge may still be made, and long enough before the next sweep: what it has claimed is free again by then.
    const aheadMs = LATER_MS / 2;
    assert.ok((await killer.killAtEachStep({ prepare: loseAnswer, act: ({ victim }) => victim.sweep(), aheadMs })) > 20);
  });
});
