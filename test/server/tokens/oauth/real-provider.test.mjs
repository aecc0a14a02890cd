/** The pages and the tokens of a connection before `oidc-provider`, over HTTP. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createGate } from '../../ledger/rows.mjs';
import { bundleProgram } from '../../processes/bundle-program.mjs';
import { startShopProcess } from '../../processes/start-shop-process.mjs';
import { hasPostgres } from '../../postgres-server.mjs';
import { until } from '../../support/until.mjs';
import { openAnyDatabase } from './any-database.mjs';
import { TOKEN_LIFE_MS } from './openid-provider.mjs';
import { NEEDED_LIFE_MS, PUBLIC_CLIENT } from './provider-shop.mjs';
import { createClerk, openProviderWorld, payAt } from './provider-world.mjs';

/** Longer than the pause after a refresh that failed. */
const PAUSE_MS = 2000;

describe('the shop before a real OpenID provider', () => {
  let world;
  before(async () => {
    world = await openProviderWorld();
  });
  afterEach(() => world.endTest());
  after(() => world?.close());

  /** A shop that is connected. */
  async function openConnected(settings) {
    const shop = await world.openShop(settings);
    return { ...shop, clerk: await world.connect() };
  }
  const countRefreshes = () => world.openid.requestsTo('/refresh').length;
  const countCodes = () => world.openid.requestsTo('/token').length;

  function assertNotSent({ status, body }) {
    assert.equal(status, 503);
    assert.equal(body.sent, false);
  }
  function assertFault({ status, html }, pattern) {
    assert.equal(status, 400);
    assert.match(html, pattern);
  }
  /** The connection is as good as before: the provider takes its token, and its refresh token. */
  async function assertKept({ pay, health }, name) {
    assert.equal((await pay(`${name}-1`)).status, 200);
    world.pass(TOKEN_LIFE_MS);
    assert.equal((await pay(`${name}-2`)).status, 200);
    assert.equal(await health(), 'ready');
  }

  it("is connected through the provider's own pages", async () => {
    const { openid, origin } = world;
    const shop = await world.openShop();
    const clerk = createClerk();
    assert.equal(await shop.health(), 'disconnected');
    assertNotSent(await shop.pay('before'));
    const login = await clerk.open(`${origin}/shop/connect`);
    assert.ok(login.url.startsWith(`${openid.origin}/interaction/`), login.html);
    const consent = await clerk.submit(login, { fields: { login: 'dona-da-loja', password: 'x' } });
    assert.match(consent.html, /Authorize[^]*charges[^]*offline access/);
    const done = await clerk.submit(consent);
    assert.equal(done.url, `${origin}/`, done.html);
    assert.equal(await shop.health(), 'ready');
    assert.equal((await shop.pay('before')).status, 200);
    assert.equal(shop.countCharges(), 1);
    assert.equal(countCodes(), 1);
  });

  for (const [name, oauth] of /** @type {const} */ ([
    ['its secret in the form', { clientId: 'loja-form', clientAuthentication: 'form' }],
    ['no secret', { clientId: PUBLIC_CLIENT }],
  ])) {
    it(`is connected, and stays so, as a client with ${name}`, async () => {
      await assertKept(await openConnected({ oauth }), 'kept');
      assert.equal(countRefreshes(), 1);
    });
  }

  it('has no refresh token without offline_access, and is over with its token, which it says', async () => {
    const { pay, health, events } = await openConnected({ oauth: { scope: 'charges' } });
    assert.equal((await pay('early')).status, 200);
    world.pass(TOKEN_LIFE_MS);
    assertNotSent(await pay('late'));
    assert.equal(await health(), 'disconnected');
    assert.ok(events.some(({ type, message }) => type === 'warning' && /no refresh token.*sign in/.test(message)));
    assert.equal(countRefreshes(), 0);
  });

  it('is refreshed shortly before its token ends, and not earlier', async () => {
    const { pay } = await openConnected();
    world.pass(TOKEN_LIFE_MS - NEEDED_LIFE_MS - 1);
    assert.equal((await pay('before')).status, 200);
    assert.equal(countRefreshes(), 0);
    world.pass(1);
    assert.equal((await pay('after')).status, 200);
    assert.equal(countRefreshes(), 1);
    assert.equal(world.service.refusedTokens, 0);
  });

  it('keeps the new refresh token of each refresh, and never sends an old one', async () => {
    const { pay, health } = await openConnected();
    for (let count = 0; count < 5; count += 1) {
      world.pass(TOKEN_LIFE_MS);
      assert.equal((await pay(`order-${count}`)).status, 200);
    }
    const given = world.openid.tokenRequests.map(({ answer }) => answer.refresh_token);
    const sent = world.openid.requestsTo('/refresh').map(({ form }) => form.refresh_token);
    assert.deepEqual(sent, given.slice(0, -1));
    assert.equal(new Set(given).size, 6);
    assert.equal(await health(), 'ready');
  });

  it('is over where the owner revoked it, says so everywhere, and is healed by another sign-in', async () => {
    const shop = await openConnected();
    assert.equal((await shop.pay('before')).status, 200);
    await world.openid.revoke(world.openid.tokenRequests[0].answer.access_token);
    // The service refuses this charge, and there is no other token for it.
    const { status, outcome } = await shop.pay('revoked');
    assert.deepEqual([status, outcome], [401, 'failed']);
    assertNotSent(await shop.pay('revoked', 'revoked-second'));
    assert.equal(shop.countCharges(), 1);
    assert.equal(countRefreshes(), 1, 'nobody asks with it again');
    assert.equal(await shop.health(), 'disconnected');
    assert.ok(shop.events.some(({ type, message }) => type === 'warning' && /sign in at \/shop\/connect/.test(message)));
    await world.connect(shop.clerk);
    assert.equal((await shop.pay('revoked', 'revoked-third')).status, 200);
    await assertKept(shop, 'healed');
  });

  it('goes on without the provider while its token is good', async () => {
    const { pay, health } = await openConnected();
    world.openid.goDown();
    world.pass(TOKEN_LIFE_MS - NEEDED_LIFE_MS - 1);
    assert.equal((await pay('down')).status, 200);
    assert.equal(await health(), 'ready');
    assert.equal(world.openid.refused, 0);
  });

  it('sends nothing without provider and token, asks rarely, and goes on once the provider is back', async () => {
    const shop = await openConnected();
    world.openid.goDown();
    world.pass(TOKEN_LIFE_MS);
    const answers = await Promise.all(['a', 'b', 'c'].map((name) => shop.pay(name)));
    for (const answer of [...answers, await shop.pay('d')]) assertNotSent(answer);
    assert.equal(world.openid.refused, 1);
    assert.equal(await shop.health(), 'failing');
    world.pass(PAUSE_MS);
    assertNotSent(await shop.pay('a'));
    assert.equal(world.openid.refused, 2);
    world.openid.comeBack();
    assertNotSent(await shop.pay('a'));
    assert.equal(countRefreshes(), 0);
    world.pass(PAUSE_MS);
    assert.equal((await shop.pay('a')).status, 200);
    assert.equal(shop.countCharges(), 1);
    await assertKept(shop, 'back');
  });

  for (const [name, answer] of /** @type {[string, (outgoing: import('node:http').ServerResponse) => void][]} */ ([
    ['an error', (outgoing) => outgoing.writeHead(500, { 'Content-Type': 'text/plain' }).end('SEGREDO')],
    ['a page', (outgoing) => outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>SEGREDO</h1>')],
    ['a proxy’s page', (outgoing) => outgoing.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>SEGREDO</h1>')],
    ['a redirect', (outgoing) => outgoing.writeHead(302, { Location: 'https://elsewhere.example/SEGREDO' }).end()],
  ])) {
    it(`keeps its refresh token where the provider answers with ${name}, and a sign-in says that it came to nothing`, async () => {
      const shop = await world.openShop();
      const clerk = createClerk();
      const back = await world.approve(clerk);
      world.openid.answer = answer;
      assertFault(await clerk.open(back), /não concluiu/);
      assert.equal(await shop.health(), 'disconnected');
      world.openid.answer = undefined;
      await world.connect(clerk);
      world.openid.answer = answer;
      world.pass(TOKEN_LIFE_MS);
      assertNotSent(await shop.pay('order'));
      assert.equal(await shop.health(), 'failing');
      world.openid.answer = undefined;
      world.pass(PAUSE_MS);
      assert.equal((await shop.pay('order')).status, 200);
      await assertKept(shop, 'kept');
      assert.ok(!JSON.stringify(world.said).includes('SEGREDO'));
    });
  }

  for (const [name, skewMs] of /** @type {const} */ ([
    ['ahead of', 420_000],
    ['behind', -420_000],
  ])) {
    it(`works with a clock seven minutes ${name} the provider's`, async () => {
      const shop = await openConnected({ skewMs });
      world.pass(TOKEN_LIFE_MS - NEEDED_LIFE_MS - 1);
      assert.equal((await shop.pay('last')).status, 200);
      assert.equal(countRefreshes(), 0);
      world.pass(1);
      assert.equal((await shop.pay('next')).status, 200);
      assert.equal(countRefreshes(), 1);
      await assertKept(shop, 'skew');
      assert.equal(world.service.refusedTokens, 0, 'no token was used after its end');
    });
  }

  it('takes no state that is forged, missing or of another browser, and redeems no code for it', async () => {
    const shop = await openConnected();
    const clerk = createClerk();
    const back = await world.approve(clerk);
    const change = (work) => {
      const url = new URL(back);
      work(url.searchParams);
      return url.href;
    };
    assertFault(await clerk.open(change((search) => search.set('state', 'f'.repeat(64)))), /não existe/);
    assertFault(await clerk.open(change((search) => search.delete('state'))), /não existe/);
    assertFault(await clerk.open(change((search) => search.append('state', 'f'.repeat(64)))), /não existe/);
    const other = createClerk();
    await world.approve(other);
    assertFault(await other.open(back), /outro navegador/);
    assert.equal(countCodes(), 1);
    await assertKept(shop, 'kept');
  });

  it('is like no page for whoever may not connect the shop, with a true state and a good code', async () => {
    const shop = await openConnected();
    const clerk = createClerk();
    const back = await world.approve(clerk);
    clerk.forget('clerk');
    assert.equal((await clerk.open(back)).status, 404);
    assert.equal(countCodes(), 1);
    await assertKept(shop, 'kept');
  });

  it('stays connected where the return is loaded again, one after the other and at once', async () => {
    const shop = await world.openShop();
    const clerk = createClerk();
    const back = await world.approve(clerk);
    const pages = await Promise.all([clerk.open(back), clerk.open(back), clerk.open(back)]);
    assert.equal(pages.filter(({ url }) => url === `${world.origin}/`).length, 1);
    assertFault(await clerk.open(back), /já foi usado/);
    assert.equal(countCodes(), 1, 'a provider takes a second use of a code for theft');
    await assertKept(shop, 'kept');
  });

  it('stays connected where somebody goes back to the provider, which sends another code with the used state', async () => {
    const shop = await world.openShop();
    const clerk = createClerk();
    const asked = await clerk.open(`${world.origin}/shop/connect`, { stopAt: world.openid.origin });
    const done = await world.passProvider(clerk, await clerk.open(asked.url));
    assert.equal(done.url, `${world.origin}/`);
    const again = await clerk.open(asked.url, { stopAt: world.connected });
    const { url: back } = await world.passProvider(clerk, again, world.connected);
    assertFault(await clerk.open(back), /já foi usado/);
    assert.equal(countCodes(), 1);
    await assertKept(shop, 'kept');
  });

  it('keeps its connection where the owner does not consent to another', async () => {
    const shop = await openConnected();
    const clerk = createClerk();
    const login = await world.begin(clerk);
    const cancel = /href="([^"]+\/abort)"/.exec(login.html)?.[1];
    const refused = await clerk.open(new URL(cancel ?? '', login.url).href);
    assertFault(refused, /não foi autorizada/);
    assert.doesNotMatch(refused.html, /access_denied|aborted/);
    assert.equal(countCodes(), 1);
    await assertKept(shop, 'kept');
  });

  it('takes another account in its place, once somebody has agreed', async () => {
    const shop = await openConnected();
    const [{ answer: first }] = world.openid.tokenRequests;
    await world.connect(createClerk());
    assert.equal(countCodes(), 2);
    await world.openid.revoke(first.access_token);
    await assertKept(shop, 'new');
  });

  it('keeps its connection where the provider does not know the address of its return', async () => {
    const shop = await openConnected();
    await shop.server.close();
    const moved = await world.openShop({ ledger: shop.ledger, key: shop.key, oauth: { connectedPath: 'moved' } });
    const page = await world.begin(createClerk());
    assert.ok(page.url.startsWith(world.openid.origin));
    assert.equal(page.status, 400);
    assert.match(page.html, /redirect_uri/);
    await assertKept(moved, 'kept');
  });

  describe('with a database', () => {
    let database;
    let program;
    before(async () => {
      database = await openAnyDatabase();
      if (hasPostgres()) program = await bundleProgram(new URL('provider-shop-process.mjs', import.meta.url));
    });
    after(async () => {
      await database?.close();
      await program?.remove();
    });
    /** @type {Awaited<ReturnType<typeof startShopProcess>>[]} */
    const instances = [];
    afterEach(async () => {
      world.openid.hold?.pass();
      await Promise.all(instances.splice(0).map((instance) => instance.stop()));
    });

    /** A shop whose connection is in the database, beside those of other tests. */
    const openStored = async (name) => openConnected({ ledger: await database.createLedger(), oauth: { name } });

    it('survives a restart, with every secret sealed', async () => {
      const first = await openStored('restarted');
      assert.equal((await first.pay('first')).status, 200);
      const begun = await world.begin(createClerk());
      assert.equal(begun.status, 200);
      await first.server.close();
      const secrets = world.listSecrets();
      const tables = await database.query(`SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'balcao%'`);
      const rows = await Promise.all(tables.map(({ table_name: table }) => database.query(`SELECT * FROM ${table}`)));
      const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      assert.ok(text.includes('sealed'));
      assert.deepEqual(
        secrets.filter((secret) => text.includes(secret)),
        [],
      );
      assert.ok(secrets.length >= 7);

      const second = await world.openShop({ ledger: await database.createLedger(), key: first.key, oauth: { name: 'restarted' } });
      assert.equal(await second.health(), 'ready');
      assert.equal((await second.pay('second')).status, 200);
      assert.equal(world.openid.tokenRequests.length, 0, 'its token is the one from before');
      await assertKept(second, 'restarted');
    });

    /** Starts another instance of a shop, by the name that the database knows it by. */
    async function startInstance(shop, name, more = {}) {
      const connection = { ...database.connection, application_name: name };
      const settings = { ...world.describeShop(shop), connection, ...more };
      const instance = await startShopProcess(program, settings);
      instances.push(instance);
      return instance;
    }

    it('is refreshed once by two processes that need a token at the same time', { skip: !hasPostgres() }, async () => {
      const shop = await openStored('shared');
      world.pass(TOKEN_LIFE_MS);
      const [first, second] = await Promise.all(['shop-first', 'shop-second'].map((name) => startInstance(shop, name)));
      const gate = createGate();
      world.openid.hold = gate;
      const paying = [payAt(first.origin, 'order-1', { origin: world.origin })];
      await until(() => countRefreshes() === 1);
      paying.push(payAt(second.origin, 'order-2', { origin: world.origin }));
      // It waits for the lock of the first one, whose answer the provider holds back.
      await until(async () => {
        const rows = await database.query(`SELECT 1 FROM pg_stat_activity
WHERE application_name = 'shop-second' AND query LIKE 'INSERT INTO balcao_connections%'`);
        return rows.length > 0;
      });
      gate.pass();
      const answers = await Promise.all(paying);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
      assert.equal(countRefreshes(), 1);
      assert.equal(shop.countCharges(), 2);
      await Promise.all([first.stop(), second.stop()]);
      await assertKept(shop, 'after');
    });

    it(
      'is over where a process was killed between the answer of a refresh and its writing, says so, and charges nothing',
      { skip: !hasPostgres() },
      async () => {
        const shop = await openStored('killed');
        world.pass(TOKEN_LIFE_MS);
        const killed = await startInstance(shop, 'shop-killed', { isKilled: true });
        await assert.rejects(payAt(killed.origin, 'killed', { origin: world.origin }));
        assert.equal(await killed.stop(), '200');
        // Its lock ends by itself, later.
        await database.query('UPDATE balcao_connections SET locked_until = clock_timestamp() WHERE locked_until IS NOT NULL');
        assertNotSent(await shop.pay('killed'));
        assert.equal(countRefreshes(), 2);
        assert.equal(await shop.health(), 'disconnected');
        assert.ok(shop.events.some(({ type, message }) => type === 'warning' && /sign in at \/shop\/connect/.test(message)));
        assert.equal(shop.countCharges(), 0);
        await world.connect(shop.clerk);
        assert.equal((await shop.pay('killed')).status, 200);
        assert.equal(shop.countCharges(), 1);
        await assertKept(shop, 'anew');
      },
    );
  });

  it('tells no secret, whatever goes wrong', async () => {
    const shop = await openConnected();
    const { openid, pass } = world;
    const answer = (outgoing) =>
      outgoing
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: 'server_error', error_description: world.listSecrets().join(' ') }));
    pass(TOKEN_LIFE_MS);
    openid.answer = answer;
    assertNotSent(await shop.pay('a'));
    openid.answer = undefined;
    pass(PAUSE_MS);
    assert.equal((await shop.pay('a')).status, 200);
    const clerk = createClerk();
    const back = await world.approve(clerk);
    openid.answer = answer;
    assertFault(await clerk.open(back), /não concluiu/);
    openid.answer = undefined;
    await openid.revoke(openid.tokenRequests.at(-1).answer.access_token);
    assert.equal((await shop.pay('b')).status, 401);
    assertNotSent(await shop.pay('b', 'b-second'));
    assert.equal(await shop.health(), 'disconnected');
    const code = new URL(back).searchParams.get('code');
    const texts = [...world.said, ...world.console.map((text) => ({ where: 'the console', text }))];
    assert.ok(texts.length > 10);
    assert.deepEqual(
      texts.filter(({ text }) => text.includes(code)).map(({ where }) => where),
      [],
    );
    assert.deepEqual(world.findLeaks(texts), []);
    assert.deepEqual(world.findLeaks([{ where: 'here', text: `token ${world.listSecrets().at(-1)}.` }]), ['here'], 'the search finds');
  });
});
