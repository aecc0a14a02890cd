import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { CheckoutError } from '../../../../src/domain/errors.ts';
import { memoryLedger } from '../../../../src/server/ledger/memory-ledger.ts';
import { loadOpenidClient } from '../../../../src/server/tokens/oauth/authorization-server.ts';
import { oauthTokens } from '../../../../src/server/tokens/oauth/oauth-tokens.ts';
import { until } from '../../support/until.mjs';
import { need } from '../token-needs.mjs';
import { startOauthWorld } from './oauth-shop.mjs';

describe('the tokens of a connection', () => {
  let world;
  before(async () => {
    world = await startOauthWorld();
  });
  after(() => world.close());

  async function openConnected(settings) {
    const shop = world.openShop(settings);
    await shop.browser().connect();
    return { ...shop, first: (await shop.provider.getToken(need())).token };
  }
  const readRefreshTokens = (requests) => requests('refresh').map(({ body }) => new URLSearchParams(body).get('refresh_token'));
  /** A ledger whose next writes of a connection fail, as where the database is gone. */
  function createFailingLedger() {
    const ledger = memoryLedger();
    const state = { failures: 0, log: /** @type {string[]} */ ([]) };
    const withConnection = (name, work) =>
      ledger.withConnection(name, (connection, save) =>
        work(connection, async (next) => {
          state.log.push('save');
          if (state.failures > 0) {
            state.failures -= 1;
            throw new Error('password=SECRET of the database');
          }
          await save(next);
        }),
      );
    return { ledger: { ...ledger, withConnection }, state };
  }

  it('are refreshed at the address of their own, once they have too little life left', async () => {
    const { provider, requests, first } = await openConnected();
    world.clock.at += 839_999;
    assert.equal((await provider.getToken(need())).token, first);
    world.clock.at += 1;
    const { token, expiresAt } = await provider.getToken(need());
    assert.notEqual(token, first);
    assert.equal(expiresAt, world.clock.at + 900_000);
    assert.deepEqual([requests('token').length, requests('refresh').length], [1, 1]);
  });

  it('are refreshed once for all who wait, and for all whose token was refused', async () => {
    const { provider, requests, first } = await openConnected();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => provider.getToken(need({ rejected: first }))));
    assert.equal(new Set(tokens.map(({ token }) => token)).size, 1);
    assert.equal((await provider.getToken(need({ rejected: first }))).token, tokens[0].token);
    assert.equal(requests('refresh').length, 1);
  });

  it('are refreshed once over all instances', async () => {
    const { provider, openInstance, requests, first } = await openConnected();
    const others = [openInstance(), openInstance()].map((instance) => instance.provider);
    await Promise.all(others.map((other) => other.getToken(need())));
    world.clock.at += 860_000;
    const tokens = await Promise.all([provider, ...others, provider, ...others].map((each) => each.getToken(need())));
    assert.equal(new Set(tokens.map(({ token }) => token)).size, 1);
    assert.notEqual(tokens[0].token, first);
    assert.equal(requests('refresh').length, 1);
  });

  it('follow the rotation: each refresh token is used once', async () => {
    const { provider, requests } = await openConnected();
    for (let count = 0; count < 4; count += 1) {
      world.clock.at += 900_000;
      await provider.getToken(need());
    }
    assert.equal(new Set(readRefreshTokens(requests)).size, 4);
  });

  for (const plan of ['no-refresh-token', 'null-refresh-token']) {
    it(`keep the refresh token where the answer has none: ${plan}`, async () => {
      const { provider, requests, sandbox, first } = await openConnected();
      sandbox.planSignIn(plan);
      const { token: second } = await provider.getToken(need({ rejected: first }));
      const { token: third } = await provider.getToken(need({ rejected: second }));
      assert.equal(new Set([first, second, third]).size, 3);
      const [one, two] = readRefreshTokens(requests);
      assert.equal(one, two);
    });
  }

  it('end with the token where the service gave no refresh token at all', async () => {
    const shop = world.openShop();
    shop.sandbox.planSignIn('no-refresh-token');
    await shop.browser().connect();
    const { token } = await shop.provider.getToken(need());
    world.clock.at += 850_000;
    await assert.rejects(shop.provider.getToken(need()), { code: 'token-source' });
    assert.equal((await shop.provider.getToken(need({ minLifeMs: 10_000 }))).token, token);
    assert.equal(await shop.provider.health(), 'ready');
    world.clock.at += 50_000;
    await assert.rejects(shop.provider.getToken(need({ minLifeMs: 10_000 })), { code: 'token-source', message: /sign in/ });
    assert.equal(await shop.provider.health(), 'disconnected');
    assert.equal(shop.requests('refresh').length, 0);
  });

  for (const plan of ['replayed-refresh', 'challenged-refresh']) {
    it(`are over where the service refuses the refresh token for good: ${plan}`, async () => {
      const { provider, openInstance, browser, events, requests, sandbox, first } = await openConnected();
      sandbox.planSignIn(plan);
      await assert.rejects(provider.getToken(need({ rejected: first })), { code: 'token-source', message: /sign in at \/shop\/connect/ });
      assert.equal(await provider.health(), 'disconnected');
      assert.deepEqual(
        events.map(({ type }) => type),
        ['warning'],
      );
      assert.match(events[0].message, /sign in at \/shop\/connect/);
      // Nobody asks with it again, in no instance.
      await assert.rejects(provider.getToken(need()), { code: 'token-source' });
      await assert.rejects(openInstance().provider.getToken(need()), { code: 'token-source' });
      assert.equal(requests('refresh').length, 1);
      // Nothing is replaced, so nobody is asked.
      assert.equal((await browser().connect()).status, 303);
      assert.notEqual((await provider.getToken(need())).token, first);
      assert.equal(await provider.health(), 'ready');
    });
  }

  it('are over where a copy of the database uses a refresh token again', async () => {
    const { provider, ledger, sandbox, first } = await openConnected();
    const before = await ledger.readConnection('oauth');
    const { token: second } = await provider.getToken(need({ rejected: first }));
    await ledger.withConnection('oauth', (_, save) => save(before));
    await assert.rejects(provider.getToken(need({ rejected: first })), { code: 'token-source' });
    assert.equal(await provider.health(), 'disconnected');
    const answer = await sandbox(new Request('https://x/pix/qrCode/1', { headers: { Authorization: `Bearer ${second}` } }));
    assert.equal(answer.status, 401, 'the whole family is revoked');
  });

  /** @type {[import('../../../../src/sandbox/faults/faults.ts').FaultName, RegExp][]} */
  const faults = [
    ['500', /answered 500/],
    ['reset', /no answer/],
    ['401', /answered 401/],
    ['html', /answered 200 and not with tokens/],
    ['redirect', /no answer/],
  ];
  for (const [fault, pattern] of faults) {
    it(`wait two seconds after a refresh that failed in a way that passes: ${fault}`, async () => {
      const { provider, events, requests, sandbox, first } = await openConnected();
      sandbox.fault('refresh', fault, { message: 'SECRET-OF-THE-SERVICE' });
      await assert.rejects(provider.getToken(need({ rejected: first })), (error) => {
        assert.ok(error instanceof CheckoutError);
        assert.doesNotMatch(`${error.stack}${error.cause}${JSON.stringify(events)}`, /SECRET-OF/);
        return error.code === 'token-source' && pattern.test(error.message);
      });
      assert.equal(await provider.health(), 'failing');
      world.clock.at += 1999;
      await assert.rejects(provider.getToken(need({ rejected: first })), { code: 'token-source', retryAfterMs: 1 });
      assert.equal((await provider.getToken(need())).token, first, 'what is good enough is given all the same');
      assert.equal(requests('refresh').length, 1);
      world.clock.at += 1;
      assert.notEqual((await provider.getToken(need({ rejected: first }))).token, first);
      assert.equal(await provider.health(), 'ready');
    });
  }

  it('wait as long as Retry-After asks', async () => {
    const { provider, sandbox, first } = await openConnected();
    sandbox.fault('refresh', '429', { retryAfter: 20 });
    await assert.rejects(provider.getToken(need({ rejected: first })), { code: 'token-source' });
    await assert.rejects(provider.getToken(need({ rejected: first })), { retryAfterMs: 20_000 });
  });

  it('give a refresh up that takes too long', async () => {
    const { openInstance, sandbox, first } = await openConnected();
    const impatient = openInstance({ options: { limitMs: 1000 } });
    sandbox.fault('refresh', 'hang');
    await assert.rejects(impatient.provider.getToken(need({ rejected: first })), { code: 'token-source' });
    await until(() => sandbox.state().pending.length === 0);
  });

  it('are refreshed to the end though whoever asked gave up, and the server closes only after that', async () => {
    const { provider, sandbox, ledger, first } = await openConnected();
    const before = await ledger.readConnection('oauth');
    sandbox.fault('refresh', 'hang');
    const leaving = new AbortController();
    const left = provider.getToken(need({ rejected: first, signal: leaving.signal }));
    await until(() => sandbox.state().pending.length === 1);
    leaving.abort();
    await assert.rejects(left, { code: 'aborted' });
    const closing = provider.close();
    sandbox.release();
    await closing;
    assert.notEqual((await ledger.readConnection('oauth')).sealed, before.sealed);
  });

  it('are written down before they are used, and are not given where that failed', async () => {
    const { ledger, state } = createFailingLedger();
    const { provider, requests, first } = await openConnected({ ledger });
    state.failures = 1;
    await assert.rejects(
      provider.getToken(need({ rejected: first })),
      (error) => error instanceof CheckoutError && error.code === 'token-source' && !/SECRET/.test(error.stack ?? ''),
    );
    assert.equal(requests('refresh').length, 1);
    // The next one writes down what was granted, and asks the service for nothing.
    const { token } = await provider.getToken(need({ rejected: first }));
    assert.notEqual(token, first);
    assert.equal(requests('refresh').length, 1);
  });

  it('are written down when the server closes, where that failed before', async () => {
    const { ledger, state } = createFailingLedger();
    const { provider, openInstance, requests, first } = await openConnected({ ledger });
    state.failures = 1;
    await assert.rejects(provider.getToken(need({ rejected: first })));
    await provider.close();
    const { token } = await openInstance().provider.getToken(need({ rejected: first }));
    assert.notEqual(token, first);
    assert.equal(requests('refresh').length, 1);
  });

  it('do not overwrite what was written after them', async () => {
    const { ledger, state } = createFailingLedger();
    const { provider, browser, openInstance, first } = await openConnected({ ledger });
    state.failures = 1;
    await assert.rejects(provider.getToken(need({ rejected: first })));
    const { withConnection } = ledger;
    await withConnection('oauth', (connection, save) => save({ ...connection, broken: 'a person said so' }));
    await browser().connect();
    const { token } = await openInstance().provider.getToken(need());
    await provider.close();
    assert.equal((await provider.getToken(need())).token, token);
  });

  it('are asked for again where a server was killed between the answer and the write: the service then ends the connection', async () => {
    const { ledger, state } = createFailingLedger();
    const { provider, openInstance, first } = await openConnected({ ledger });
    state.failures = 1;
    await assert.rejects(provider.getToken(need({ rejected: first })));
    const { provider: next } = openInstance();
    await assert.rejects(next.getToken(need({ rejected: first })), { code: 'token-source', message: /sign in/ });
    assert.equal(await next.health(), 'disconnected');
  });

  it('are not opened by another key, and are not overwritten for that', async () => {
    const { openInstance, ledger, provider, first } = await openConnected();
    const before = await ledger.readConnection('oauth');
    const { provider: other } = openInstance({ key: randomBytes(32).toString('base64') });
    await assert.rejects(other.getToken(need()), { code: 'token-source', message: /No key opens/ });
    assert.equal(await other.health(), 'disconnected');
    assert.deepEqual(await ledger.readConnection('oauth'), before);
    assert.equal((await provider.getToken(need())).token, first);
  });

  it('are opened by an old key beside a new one, and are sealed by the new one from the next refresh on', async () => {
    const { openInstance, key, first } = await openConnected();
    const fresh = randomBytes(32).toString('base64');
    const { provider: both } = openInstance({ key: [fresh, key] });
    assert.equal((await both.getToken(need())).token, first);
    const { token } = await both.getToken(need({ rejected: first }));
    assert.equal((await openInstance({ key: fresh }).provider.getToken(need())).token, token);
  });

  it('are not there where the database is not, and nothing of its error is told', async () => {
    const ledger = { ...memoryLedger(), readConnection: () => Promise.reject(new Error('password=SECRET')) };
    const { provider } = world.openShop({ ledger });
    await assert.rejects(
      provider.getToken(need()),
      (error) => error instanceof CheckoutError && error.code === 'token-source' && !/SECRET/.test(error.stack ?? ''),
    );
    assert.equal(await provider.health(), 'failing');
  });

  it('need openid-client, and say so where it is missing', async () => {
    const missing = () => Promise.reject(new Error("Cannot find package '/home/shop/node_modules/openid-client'"));
    await assert.rejects(loadOpenidClient(missing), { code: 'invalid-config', message: /npm install openid-client/ });
  });

  it('are for a shop server alone', async () => {
    const key = randomBytes(32).toString('base64');
    const provider = oauthTokens({ authUrl: 'https://auth.example', clientId: 'x', key, mayConnect: () => true });
    await assert.rejects(provider.getToken(need()), { code: 'invalid-config' });
  });
});
