import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { createWatchedDeliver } from '../../src/bin/sandbox/output.ts';
import { listen } from '../support/listen.mjs';

describe('a try to deliver a notice', () => {
  it('ends where the address takes the notice and never responds', async () => {
    const shop = createServer(() => undefined);
    const port = await listen(shop);
    const reported = [];
    const deliver = createWatchedDeliver(({ outcome }) => reported.push(outcome), 20);
    await assert.rejects(deliver(`http://127.0.0.1:${port}/notices`, {}), /no response/);
    assert.deepEqual(reported, ['no response']);
    shop.closeAllConnections();
    shop.close();
  });
});
