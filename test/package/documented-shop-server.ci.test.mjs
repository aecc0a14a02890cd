/** The shop's server of docs/shop-files.md and its recipes, run as printed in Node and in Hono, beside the sandbox. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { post } from '../bin/sandbox-calls.mjs';
import { findBlock } from './documented-blocks.mjs';
import { createProgramRunner, moveAddresses, runCommands, startDocumentedSandbox } from './documented-server.mjs';
import { NEEDS_POSTGRES, SESSION, installShop, runAsSuperuser, startDatabases, startShop } from './documented-shop.mjs';

/** @type {Record<string, keyof typeof import('./documented-shop.mjs').APPS>} */
const SERVERS = { Node: 'node', Hono: 'hono' };

/** Order 44 is somebody else's. */
const change = (code) => code.replace("'c-7f3a', ${id", "'${id === 44 ? 'another' : 'c-7f3a'}', ${id");

const TOKEN = ['environment', 'expiresIn', 'now', 'token'];

/** What is asked, and the status and the names of what is answered. */
const CASES = [
  [{ purpose: 'pix', orderId: '43', amount: '142.41' }, 200, TOKEN],
  [{ purpose: 'pix-status', orderId: '43' }, 200, TOKEN],
  [{ purpose: 'card-token' }, 200, TOKEN],
  [{ purpose: 'card-payment', orderId: '43', attemptId: 'a', amount: '149.89' }, 422, ['message']],
  [{ purpose: 'card-payment', orderId: '43', attemptId: 'a' }, 422, ['message']],
  [{ purpose: 'card-payment', orderId: '44', attemptId: 'a', amount: '149.90' }, 404, ['message']],
  [{ purpose: 'card-payment', orderId: '99', attemptId: 'a', amount: '149.90' }, 404, ['message']],
];

describe("the shop's server, as printed", () => {
  let packed;
  let runner;
  let databases;
  let service;

  before(async () => {
    packed = installShop();
    runner = createProgramRunner(packed.project);
    [service, databases] = await Promise.all([startDocumentedSandbox(runner), startDatabases(packed.project)]);
    // As `sandbox.json` has it.
    await post(service, '__sandbox/options', { idempotency: 'header' });
  });
  after(async () => {
    runner?.stop();
    await databases?.stop();
    packed?.remove();
  });

  for (const [name, kind] of Object.entries(SERVERS)) {
    describe(`in ${name}`, () => {
      let shop;
      before(async () => (shop = await startShop({ runner, databases, service, kind, change })));

      it('gives one device a token to charge, and lets another one wait', async () => {
        const code = findBlock('"attemptId":"second"');
        const moved = moveAddresses(code, { shop: shop.shop }).replace('http://127.0.0.1:3000', shop.origin);
        const [, first, second] = /^(\{.*\})(\{.*\})$/.exec(runCommands(moved)) ?? [];
        assert.deepEqual(Object.keys(JSON.parse(first)).sort(), TOKEN);
        assert.deepEqual(JSON.parse(second), { closed: 'busy', retryAfter: 120 });
        assert.ok(code.endsWith(`# ${second}\n`));
      });

      it('gives tokens for orders of who asks, and their amounts, and for nothing else', async () => {
        for (const [body, status, names] of CASES) {
          const answer = await shop.ask('token', body);
          assert.deepEqual([answer.status, Object.keys(await answer.json()).sort()], [status, names], JSON.stringify(body));
          assert.equal(answer.headers.get('cache-control'), 'no-store');
        }
        assert.equal((await shop.ask('token', { purpose: 'pix-status', orderId: '43' }, {})).status, 404);
        assert.equal((await shop.ask('token', { purpose: 'card-token' }, {})).status, 401);
      });

      it('refuses pages of another origin, and what says nothing of where it is from', async () => {
        const body = { purpose: 'pix-status', orderId: '43' };
        for (const headers of [{ Origin: 'https://elsewhere.example' }, { 'Sec-Fetch-Site': 'same-site', Origin: 'null' }]) {
          assert.equal((await shop.ask('token', body, { ...SESSION, ...headers })).status, 403);
        }
        const bare = await fetch(`${shop.shop}shop/token`, { method: 'POST', headers: SESSION, body: JSON.stringify(body) });
        assert.equal(bare.status, 403);
      });
    });
  }

  it('takes a database that was made as printed', NEEDS_POSTGRES, async () => {
    await runAsSuperuser(databases.connection, findBlock('-- database.sql'));
    await runAsSuperuser({ ...databases.connection, user: 'loja', database: 'loja' }, findBlock('-- payments.sql'));
  });

  it('signs the shop in, for a clerk alone', async () => {
    const key = `process.env.TOKEN_KEY = '${Buffer.alloc(32, 7).toString('base64')}';\n`;
    const { shop, ask } = await startShop({
      ...{ runner, databases, service },
      change: (code) => code.replace(/^export const tokens = .*$/m, () => key + findBlock('// sign-in')),
    });
    const open = (headers) => fetch(`${shop}shop/connect`, { headers, redirect: 'manual' });
    assert.equal((await open({})).status, 404);
    const begun = await open({ Cookie: 'clerk=only-for-trying' });
    const to = new URL(begun.headers.get('location') ?? '');
    assert.deepEqual([begun.status, to.pathname, to.searchParams.get('code_challenge_method')], [303, '/demo/auth/authorize', 'S256']);
    assert.equal(to.searchParams.get('redirect_uri'), `${shop}shop/connected`);
    assert.equal((await ask('token', { purpose: 'pix-status', orderId: '42' })).status, 502);
  });
});
