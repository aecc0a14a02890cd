import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hasPostgres } from '../postgres-server.mjs';
import { openKiller } from './kill-at-each-step.mjs';
import { PAGES } from './pages.mjs';

/** All steps with WHOLE=1. */
const stride = process.env.WHOLE === '1' ? 1 : 24;

describe('a server that is killed at any step of a payment by card', { skip: !hasPostgres() }, () => {
  let killer;
  before(async () => {
    killer = await openKiller();
  });
  after(() => killer?.close());

  it('loses no charge of a page that has a token', async () => {
    assert.ok((await killer.killAtEachStep({ act: PAGES.payWithToken, stride })) > 30);
  });

  it('loses no charge of the relay, and makes none twice', async () => {
    assert.ok((await killer.killAtEachStep({ act: PAGES.payByRelay, stride })) > 30);
  });
});
