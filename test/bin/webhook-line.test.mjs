import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { createWatchedDeliver } from '../../src/bin/sandbox/webhook-line.ts';

describe('a try to deliver a notice', () => {
  it('ends where the address takes the notice and never responds', async () => {
    const shop = createServer(() => undefined);
    await new Promise((resolve) => shop.listen(0, '127.0.0.1', resolve));
    const reported = [];
    const deliver = createWatchedDeliver(({ outcome }) => reported.push(outcome), 20);
    await assert.rejects(deliver(`http://127.0.0.1:${shop.address().port}/notices`, {}), /no response/);
    assert.deepEqual(reported, ['no response']);
    shop.closeAllConnections();
    shop.close();
  });
});
