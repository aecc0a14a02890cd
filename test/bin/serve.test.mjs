import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startSandboxServer } from '../../src/sandbox/node.ts';
import { parseServeConfig } from '../../src/bin/serve/serve-config.ts';
import { findBlock } from '../package/documented-blocks.mjs';
import { listTableNames } from '../package/documents.mjs';
import { hasPostgres, openPostgres } from '../server/postgres-server.mjs';
import { until } from '../server/support/until.mjs';
import { listen } from '../support/listen.mjs';
import { callBalcao, startBalcao } from './program.mjs';
import { SECRET, startApplication } from './shop-application.mjs';

const ORIGIN = 'https://loja.example';
const CARD = { holderName: 'ANA SOUZA', expirationDate: '12/30', number: '4111111111111111', securityCode: '123' };
const ENV = { BALCAO_SECRET: SECRET, SERVICE_SECRET: 'sandbox-shop-secret' };

const folder = mkdtempSync(join(tmpdir(), 'balcao-serve-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A config that can be used, with what differs. */
const makeConfig = (changes = {}) => ({
  publicOrigin: ORIGIN,
  service: { baseUrl: 'http://127.0.0.1:9/demo/' },
  tokens: { url: 'http://127.0.0.1:9/demo/auth/login', body: { clientId: 'sandbox-shop', clientSecret: { env: 'SERVICE_SECRET' } } },
  application: { url: 'http://127.0.0.1:9/balcao/', secret: { env: 'BALCAO_SECRET' } },
  database: { folder: join(folder, 'data') },
  ...changes,
});

let count = 0;
function writeConfig(config) {
  const file = join(folder, `config-${++count}.json`);
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
  return file;
}

describe('balcao serve', () => {
  let sandbox;
  let application;
  let postgres;
  let pool;
  let program;
  let address;
  before(async () => {
    [sandbox, application, postgres] = await Promise.all([startSandboxServer(), startApplication(), hasPostgres() && openPostgres()]);
    const service = `${sandbox.origin}/demo/`;
    const database = postgres && (await postgres.createDatabase());
    pool = database && postgres.createPool({ max: 1, ...database });
    const config = makeConfig({
      service: { baseUrl: service },
      tokens: { url: `${service}auth/login`, body: { clientId: 'sandbox-shop', clientSecret: { env: 'SERVICE_SECRET' } } },
      application: { url: application.url, secret: { env: 'BALCAO_SECRET' } },
      ...(database && { database: { url: { env: 'DATABASE_URL' } } }),
      pageTokens: false,
      relayCards: true,
      sweepEveryMs: 50,
      listen: { port: 0 },
    });
    program = startBalcao(['serve', '--config', writeConfig(config), '--json'], {
      env: { ...ENV, ...(database && { DATABASE_URL: database.url }) },
    });
    const { value, done } = await program.lines.next();
    assert.ok(!done, JSON.stringify(done && (await program.end())));
    address = JSON.parse(value).url;
  });
  after(async () => {
    program?.kill('SIGKILL');
    await program?.end();
    application?.assertSigned();
    await application?.stop();
    await postgres?.stop();
    await sandbox?.close();
  });

  const ask = (path, body) =>
    fetch(`${address}shop/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { Origin: ORIGIN, Cookie: 'session=ana', 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const pay = (orderId = '42') =>
    ask(`orders/${orderId}/service/card/processPayment`, { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD });
  const countCharges = async () => (await (await fetch(`${sandbox.origin}/demo/__sandbox/state`)).json()).charges.length;
  /** A new order of the shop. */
  const addOrder = (id) => void application.orders.set(id, { id, amountCents: 14_990 });

  it('says how it is, for a load balancer', async () => {
    const answer = await fetch(`${address}health`);
    assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ready' }]);
  });

  for (const forgery of ['tampered', 'unsigned', 'late', 'replayed'])
    it(`charges nothing where the application’s response is ${forgery}`, async () => {
      const before = await countCharges();
      application.setForgery(forgery);
      const answer = await pay();
      application.setForgery(undefined);
      assert.deepEqual([answer.status, (await answer.json()).sent], [503, false]);
      assert.equal(await countCharges(), before);
    });

  it('charges nothing while the application is down, and charges once it is up again', async () => {
    addOrder('down');
    const before = await countCharges();
    await application.stop();
    const answer = await pay('down');
    await application.resume();
    assert.deepEqual([answer.status, (await answer.json()).sent], [503, false]);
    assert.ok(Number(answer.headers.get('Retry-After')) > 0);
    assert.equal(await countCharges(), before);
    assert.equal((await pay('down')).status, 200);
  });

  it('names what the application says wrongly, and does not call it busy', async () => {
    application.orders.set('odd', { id: 'odd', amountCents: '14990' });
    const answer = await pay('odd');
    assert.deepEqual([answer.status, (await answer.json()).sent], [500, false]);
  });

  it('charges an order as the application says it, and tells it of the payment', async () => {
    const before = await countCharges();
    const answer = await pay();
    assert.deepEqual([answer.status, (await answer.json()).success], [200, true]);
    await until(() => application.delivered.some(({ orderId }) => orderId === '42'));
    const [payment] = application.delivered.filter(({ orderId }) => orderId === '42');
    assert.deepEqual([payment.kind, payment.amountCents, payment.method], ['paid', 14_990, 'card']);
    assert.equal((await pay()).status !== 200, true);
    assert.equal(await countCharges(), before + 1);
  });

  it('has the saved cards of the customer whom the application knows', async () => {
    assert.equal((await ask('cards')).status, 200);
    assert.equal((await fetch(`${address}shop/cards`, { headers: { Origin: ORIGIN } })).status, 401);
  });

  it('tells of a payment again until the application has kept it', { skip: !hasPostgres() }, async () => {
    addOrder('again');
    application.fail('deliver');
    assert.equal((await pay('again')).status, 200);
    await until(async () => (await pool.query('SELECT 1 FROM balcao_outbox WHERE tries > 0')).rowCount > 0);
    // The next try is a minute later.
    await pool.query('UPDATE balcao_outbox SET due_at = 0');
    await until(() => application.delivered.some(({ orderId }) => orderId === 'again'));
  });

  it('prints each event, and no secret', async () => {
    program.kill('SIGTERM');
    const { code, stdout, stderr } = await program.end();
    assert.equal(code, 0, stderr);
    const types = new Set(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    );
    for (const type of ['request', 'payment', 'delivered', 'failure']) assert.ok(types.has(type), type);
    assert.match(stdout, /the response has a wrong signature/);
    assert.match(stdout, /orders\.find must return amountCents as whole cents above 0, and returned text/);
    assert.doesNotMatch(stdout + stderr, new RegExp(`${SECRET}|sandbox-shop-secret|4111111111111111`));
  });
});

describe('balcao serve without --json', () => {
  it('prints a failure with its cause, and takes its port from the environment', async () => {
    const program = startBalcao(['serve', '--config', writeConfig(makeConfig({ listen: { port: { env: 'PORT' } } }))], {
      env: { ...ENV, PORT: '0' },
    });
    const { value } = await program.lines.next();
    const [address] = /http:\S+/.exec(value) ?? assert.fail(value);
    assert.equal((await fetch(`${address}shop/cards`, { headers: { Origin: ORIGIN } })).status, 503);
    program.kill('SIGTERM');
    const { code, stderr } = await program.end();
    assert.equal(code, 0);
    assert.match(stderr, /customerOf failed\. Cause: Error: POST \/balcao\/customer: the application did not respond\./);
  });

  it('ends at SIGTERM also while its database gives no answer', async () => {
    const silent = createServer();
    const port = await listen(silent);
    const config = writeConfig(makeConfig({ database: { url: { env: 'DATABASE_URL' } } }));
    const program = startBalcao(['serve', '--config', config], {
      env: { ...ENV, DATABASE_URL: `postgres://loja:senha@127.0.0.1:${port}/loja` },
    });
    const [socket] = await once(silent, 'connection');
    program.kill('SIGTERM');
    const { code, stdout } = await program.end();
    assert.deepEqual([code, stdout], [0, '']);
    socket.destroy();
    silent.close();
  });
});

describe('balcao serve refuses', () => {
  /** @param {Record<string, string>} [env] */
  const refused = async (changes, env = ENV) => callBalcao(['serve', '--config', writeConfig(makeConfig(changes))], env);

  /** @type {[string, object, RegExp, Record<string, string>?][]} */
  const WRONG = [
    ['no origin', { publicOrigin: undefined }, /publicOrigin must be the origin of your pages/],
    ['an origin with a path', { publicOrigin: 'https://loja.example/x' }, /publicOrigin cannot be used/],
    ['no service', { service: {} }, /service\.baseUrl must be/],
    ['a profile that is none', { service: { baseUrl: 'https://s.example/', profile: { cardExpiration: 'MMYY' } } }, /cardExpiration/],
    ['no login', { tokens: {} }, /tokens\.url must be[\s\S]*tokens\.body must be/],
    [
      'a secret in the file',
      { application: { url: 'https://a.example/', secret: SECRET } },
      /application\.secret must not be in the file: write \{"env"/,
    ],
    ['a database with its password in the file', { database: { url: 'postgres:///shop' } }, /database\.url must not be in the file/],
    ['a webhook’s secret in the file', { webhookSecret: 'x'.repeat(32) }, /webhookSecret must not be in the file/],
    [
      'a secret of the login in the file',
      { tokens: { url: 'https://s.example/login', body: { clientId: 'loja', clientSecret: 'x' } } },
      /tokens\.body\.clientSecret must not be in the file/,
    ],
    ['a short secret', {}, /application\.secret must have 32 characters or more/, { ...ENV, BALCAO_SECRET: 'short' }],
    [
      'a variable that is not set',
      {},
      /tokens\.body\.clientSecret needs the environment variable SERVICE_SECRET/,
      { BALCAO_SECRET: SECRET },
    ],
    [
      'an application that everybody can listen to',
      { application: { url: 'http://loja.example/', secret: { env: 'BALCAO_SECRET' } } },
      /application\.url must be/,
    ],
    [
      'a pool of one',
      { database: { url: { env: 'DATABASE_URL' }, connections: 1 } },
      /database\.connections must be 2 or more/,
      { ...ENV, DATABASE_URL: 'postgres:///shop' },
    ],
    ['no database', { database: {} }, /database\.url must be/],
    ['a port that is none', { listen: { port: 70_000 } }, /listen\.port must be a port/],
    ['an unknown key', { pagetokens: false }, /pagetokens is no key of a config; the keys are/],
    ['an unknown key of a part', { application: { adress: 'x' } }, /application\.adress is no key of application/],
    ['a setting that the server refuses', { basePath: 'shop' }, /basePath cannot be used/],
  ];
  for (const [what, changes, words, env] of WRONG)
    it(`${what}, with the setting and the fix`, async () => {
      const { code, stderr, stdout } = await refused(changes, env);
      assert.match(stderr, words);
      assert.deepEqual([code, stdout], [2, '']);
      assert.doesNotMatch(stderr, new RegExp(SECRET));
    });

  it('to start without its database, and says why', async () => {
    const config = makeConfig({ database: { url: { env: 'DATABASE_URL' } } });
    const env = { ...ENV, DATABASE_URL: 'postgres://loja:senha-secreta@127.0.0.1:9/loja' };
    const { code, stderr } = await callBalcao(['serve', '--config', writeConfig(config)], env);
    assert.equal(code, 1);
    assert.match(stderr, /The shop's server did not start: .*ECONNREFUSED/);
    assert.doesNotMatch(stderr, /senha-secreta/);
  });

  it('to start without a config, or with one that is no JSON', async () => {
    assert.match((await callBalcao(['serve'])).stderr, /--config FILE/);
    assert.match((await callBalcao(['serve', '--config', writeConfig('{')])).stderr, /is not JSON/);
    assert.match((await callBalcao(['serve', '--config', writeConfig('7')])).stderr, /it must be a JSON object/);
  });
});

describe('docs/serve.md', () => {
  const printed = JSON.parse(findBlock('"publicOrigin": "https://loja.example"'));
  const env = { SERVICE_SECRET: 's', BALCAO_SECRET: SECRET, DATABASE_URL: 'postgres:///loja', WEBHOOK_SECRET: 'w'.repeat(32) };

  it('prints a config that can be used, with every secret from the environment', () => {
    const { config, problems } = parseServeConfig(printed, env);
    assert.deepEqual(problems, []);
    assert.deepEqual(config?.tokens.body, { clientId: 'loja', clientSecret: 's' });
    assert.deepEqual(config?.database, { url: env.DATABASE_URL, connections: 10 });
    assert.equal(parseServeConfig(printed, {}).problems.length, 4);
  });

  it('has every setting in its table', () => {
    const { problems } = parseServeConfig({ ...printed, none: 1 }, env);
    const [, keys = ''] = /the keys are (.*)/.exec(problems[0] ?? '') ?? [];
    assert.deepEqual(listTableNames('docs/serve.md', 'setting').toSorted(), keys.split(', ').toSorted());
  });
});
