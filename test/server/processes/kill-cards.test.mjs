import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hasPostgres } from '../postgres-server.mjs';
import { openKiller } from './kill-at-each-step.mjs';
import { PAGES } from './pages.mjs';

describe('a server that is killed at any step of a payment by card', { skip: !hasPostgres() }, () => {
  let killer;
  before(async () => {
    killer = await openKiller();
  });
  after(() => killer?.close());

  it('loses no charge of a page that has a token', async () => {
    assert.ok((await killer.killAtEachStep({ act: PAGES.payWithToken })) > 30);
  });

  it('loses no charge of the relay, and makes none twice', async () => {
    assert.ok((await killer.killAtEachStep({ act: PAGES.payByRelay })) > 30);
  });
});
