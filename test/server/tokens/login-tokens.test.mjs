import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CheckoutError } from '../../../src/domain/errors.ts';
import { memoryLedger } from '../../../src/server/ledger/memory-ledger.ts';
import { loginTokens } from '../../../src/server/tokens/login-tokens.ts';
import { signInClient } from '../../../src/sandbox/index.ts';
import { startSandboxServer } from '../../../src/sandbox/node.ts';
import { until } from '../support/until.mjs';
import { createHandClock, need } from './token-needs.mjs';

describe('tokens by a login', () => {
  let server;
  const clock = createHandClock();
  before(async () => {
    server = await startSandboxServer({ clock });
  });
  after(() => server.close());

  let count = 0;
  /**
   * A provider at a sandbox of its own.
   *
   * @param {Partial<import('../../../src/server/index.ts').LoginTokensOptions>} [options]
   */
  function open(options) {
    const room = `login-${(count += 1)}`;
    const sandbox = server.rooms.open(room);
    /** @type {import('../../../src/server/index.ts').ShopEvent[]} */
    const events = [];
    const provider = loginTokens({ url: `${server.origin}/${room}/auth/login`, body: signInClient, ...options });
    const place = { publicOrigin: 'https://loja.example', basePath: '/shop/' };
    provider.attach?.({ ...place, ledger: memoryLedger(), now: clock.now, report: (event) => events.push(event) });
    const countLogins = () => sandbox.state().requests.filter(({ operation }) => operation === 'login').length;
    return { provider, sandbox, events, countLogins };
  }
  /** @type {(pattern: RegExp) => (error: unknown) => boolean} */
  const isRefusal = (pattern) => (error) => error instanceof CheckoutError && error.code === 'token-source' && pattern.test(error.message);

  it('gives the token of a login, with its end and the service that it is of', async () => {
    const { provider } = open();
    const { token, expiresAt, environment } = await provider.getToken(need());
    assert.match(token, /^sandbox\./);
    assert.equal(expiresAt, clock.at + 900_000);
    assert.equal(environment, 'sandbox');
  });

  it('logs in once for all who wait, and keeps the token while it has life enough', async () => {
    const { provider, countLogins } = open();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => provider.getToken(need())));
    assert.equal(new Set(tokens.map(({ token }) => token)).size, 1);
    clock.at += 839_000;
    assert.equal((await provider.getToken(need())).token, tokens[0].token);
    assert.equal(countLogins(), 1);
    clock.at += 1000;
    assert.notEqual((await provider.getToken(need())).token, tokens[0].token);
    assert.equal(countLogins(), 2);
  });

  it('logs in once for all whose token the service refused', async () => {
    const { provider, countLogins } = open();
    const { token: rejected } = await provider.getToken(need());
    const others = await Promise.all(Array.from({ length: 5 }, () => provider.getToken(need({ rejected }))));
    assert.equal(new Set(others.map(({ token }) => token)).size, 1);
    assert.notEqual(others[0].token, rejected);
    // Somebody who learns of it late gets the new one.
    assert.equal((await provider.getToken(need({ rejected }))).token, others[0].token);
    assert.equal(countLogins(), 2);
  });

  it('refuses at once after a failure: for a second, two, four, and a minute at most', async () => {
    const { provider, sandbox, countLogins } = open();
    sandbox.fault('login', '500', { times: 9 });
    for (const waitMs of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
      const logins = countLogins();
      await assert.rejects(provider.getToken(need()), isRefusal(/answered with 500/));
      assert.equal(await provider.health?.(), 'failing');
      clock.at += waitMs - 1;
      await assert.rejects(provider.getToken(need()), isRefusal(/a moment ago/));
      assert.equal(countLogins(), logins + 1, 'nobody asked within the wait');
      clock.at += 1;
    }
    sandbox.clearFaults();
    await provider.getToken(need());
    assert.equal(await provider.health?.(), 'ready');
  });

  it('waits as long as Retry-After asks', async () => {
    const { provider, sandbox } = open();
    sandbox.fault('login', '429', { retryAfter: 30 });
    await assert.rejects(provider.getToken(need()), { status: 429, retryAfterMs: 30_000 });
    clock.at += 29_999;
    await assert.rejects(provider.getToken(need()), isRefusal(/a moment ago/));
    clock.at += 1;
    await provider.getToken(need());
  });

  /** @type {[import('../../../src/sandbox/faults/faults.ts').FaultName, RegExp][]} */
  const faults = [
    ['401', /answered with 401/],
    ['html', /no token that can be read/],
    ['reset', /no answer that can be read/],
    ['redirect', /no answer that can be read/],
    ['empty-after-charge', /no token that can be read/],
  ];
  for (const [fault, pattern] of faults) {
    it(`says what failed, and nothing of the answer: ${fault}`, async () => {
      const { provider, sandbox, events } = open();
      sandbox.fault('login', fault, { message: 'SECRET-OF-THE-SERVICE' });
      await assert.rejects(provider.getToken(need()), (error) => {
        assert.ok(error instanceof CheckoutError);
        assert.doesNotMatch(JSON.stringify([error, error.message, error.stack, error.cause]), /SECRET-OF|sandbox-shop/);
        return isRefusal(pattern)(error);
      });
      assert.deepEqual(
        events.map((event) => [event.type, event.type === 'failure' && event.operation]),
        [['failure', 'login']],
      );
      assert.doesNotMatch(JSON.stringify(events), /SECRET-OF|sandbox-shop/);
    });
  }

  it('ends a login that takes too long, and the next one is free of it', async (t) => {
    const { provider, sandbox } = open({ limitMs: 60_000 });
    sandbox.fault('login', 'hang');
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const refused = assert.rejects(provider.getToken(need()), isRefusal(/did not answer in time/));
    await until(() => sandbox.state().pending.length === 1);
    t.mock.timers.tick(60_000);
    t.mock.timers.reset();
    await refused;
    await until(() => sandbox.state().pending.length === 0);
    clock.at += 1000;
    await provider.getToken(need());
  });

  it('goes on for the others when one gives up', async () => {
    const { provider, sandbox, countLogins } = open();
    sandbox.fault('login', 'slow', { ms: 50 });
    const leaving = new AbortController();
    const left = provider.getToken(need({ signal: leaving.signal }));
    const stayed = provider.getToken(need());
    leaving.abort();
    await assert.rejects(left, { code: 'aborted' });
    assert.match((await stayed).token, /^sandbox\./);
    assert.equal(countLogins(), 1);
  });

  it('reads its body at each login, and the answer by a function of the shop', async () => {
    let isGood = false;
    const body = () => ({ ...signInClient, ...(!isGood && { clientSecret: 'an old one' }) });
    const readToken = (answer) => ({ token: `${answer.token}-read`, expiresIn: answer.expiresIn / 2 });
    const { provider } = open({ body, readToken });
    await assert.rejects(provider.getToken(need()), isRefusal(/401/));
    isGood = true;
    clock.at += 1000;
    const { token, expiresAt } = await provider.getToken(need());
    assert.match(token, /-read$/);
    assert.equal(expiresAt, clock.at + 450_000);
  });

  it('takes no token that a header cannot carry', async () => {
    /** @type {any[]} */
    const wrongTokens = ['', 'two words', 'nova\nlinha', 'não', 7, null];
    for (const token of wrongTokens) {
      const { provider } = open({ readToken: () => ({ token }) });
      await assert.rejects(provider.getToken(need()), isRefusal(/no token that can be read/), String(token));
    }
  });

  it('keeps a token whose life nobody told until it is refused', async () => {
    const { provider, countLogins } = open({ readToken: (answer) => Object(answer).token });
    const { token } = await provider.getToken(need());
    clock.at += 86_400_000;
    assert.deepEqual(await provider.getToken(need()), { token });
    await provider.getToken(need({ rejected: token }));
    assert.equal(countLogins(), 2);
  });

  it('takes no address or limit that cannot be', () => {
    /** @type {any[]} */
    const wrongUrls = ['http://pay.example/login', '/login', 'ftp://x', 'https://me:secret@pay.example/login', undefined];
    for (const url of wrongUrls) {
      assert.throws(() => loginTokens({ url, body: {} }), { code: 'invalid-config' }, String(url));
    }
    /** @type {any[]} */
    const wrongLimits = [999, 60_001, Number.NaN, '5000'];
    for (const limitMs of wrongLimits) {
      assert.throws(
        () => loginTokens({ url: 'https://pay.example/login', body: {}, limitMs }),
        { code: 'invalid-config' },
        String(limitMs),
      );
    }
  });
});
