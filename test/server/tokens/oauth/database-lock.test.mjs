import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { need } from '../token-needs.mjs';
import { openAnyDatabase } from './any-database.mjs';
import { startOauthWorld } from './oauth-shop.mjs';

describe('the tokens of a connection, in a database that several servers share', () => {
  let world;
  let database;
  let ledgers;
  before(async () => {
    world = await startOauthWorld();
    database = await openAnyDatabase();
    ledgers = await Promise.all([1, 2, 3].map(() => database.createLedger()));
  });
  after(async () => {
    await database?.close();
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
