import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';
import { after, before, describe, it } from 'node:test';
import { pglite } from '../../../../src/server/ledger/pglite.ts';
import { sqlLedger } from '../../../../src/server/ledger/sql-ledger.ts';
import { openLedgerServer } from '../../ledger/ledger-server.mjs';
import { hasPostgres } from '../../postgres-server.mjs';
import { need } from '../token-needs.mjs';
import { startOauthWorld } from './oauth-shop.mjs';

async function openInPostgres() {
  const server = await openLedgerServer();
  const connection = await server.createDatabase();
  const instances = await Promise.all([1, 2, 3].map(() => server.createInstance(connection)));
  return { ledgers: instances.map(({ ledger }) => ledger), close: () => server.close() };
}

async function openInPglite() {
  const instance = await PGlite.create();
  const ledgers = [1, 2, 3].map(() => sqlLedger(pglite(instance)));
  for (const ledger of ledgers) await ledger.start();
  return {
    ledgers,
    async close() {
      for (const ledger of ledgers) await ledger.close();
      await instance.close();
    },
  };
}

describe('the tokens of a connection, in a database that several servers share', () => {
  let world;
  let ledgers;
  let close;
  before(async () => {
    world = await startOauthWorld();
    ({ ledgers, close } = await (hasPostgres() ? openInPostgres() : openInPglite()));
  });
  after(async () => {
    await close?.();
    await world.close();
  });

  it('are refreshed by one of them, and are broken for all', async () => {
    const shop = world.openShop({ ledger: ledgers[0] });
    const others = ledgers.slice(1).map((ledger) => shop.openInstance({ ledger }).provider);
    const providers = [shop.provider, ...others];
    assert.equal((await shop.browser().connect()).status, 303);
    const askAll = (fields) => Promise.all(providers.map((each) => each.getToken(need(fields))));
    const [{ token: first }] = await askAll();
    world.clock.at += 860_000;
    const tokens = await askAll();
    assert.equal(new Set(tokens.map(({ token }) => token)).size, 1);
    assert.notEqual(tokens[0].token, first);
    assert.equal(shop.requests('refresh').length, 1);

    shop.sandbox.planSignIn('replayed-refresh');
    const results = await Promise.allSettled(providers.map((each) => each.getToken(need({ rejected: tokens[0].token }))));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.equal(shop.requests('refresh').length, 2);
    assert.deepEqual(await Promise.all(providers.map((each) => each.health())), ['disconnected', 'disconnected', 'disconnected']);
  });
});
