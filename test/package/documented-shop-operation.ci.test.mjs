/** What a person and the night do with the shop's server: the programs of the recipes and of docs/shop-server-operation.md, as printed. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { post } from '../bin/sandbox-calls.mjs';
import { listen } from '../support/listen.mjs';
import { findBlock } from './documented-blocks.mjs';
import { createProgramRunner, startDocumentedSandbox, waitUntil } from './documented-server.mjs';
import { NEEDS_POSTGRES, installShop, startDatabases, startShop } from './documented-shop.mjs';

const CARD = { holderName: 'MARIA DA SILVA', expirationDate: '01/31', number: '4111111111111111', securityCode: '737' };

/** The relay alone, with the search for saved cards that is printed. */
const withCards = (code) =>
  code
    .replace('export const shop', `${findBlock('// YOURS: the owner of a saved card')}\nexport const shop`)
    .replace('  customerOf,\n', '  customerOf,\n  pageTokens: false,\n  cards: { find: findCard },\n');

/** `orders.mjs` with a part of it from a file of its own. */
const withSettled = (code) => code.replace(/^export async function settled[\s\S]*?\n\}\n/m, "export { settled } from './settled.mjs';\n");

/** The service with two operations whose names are those of the recipe; it answers everything else itself. `asked` are their bodies. */
async function startLargerService(service) {
  const asked = [];
  const answers = { 'account/business': [201, { accountId: 'a-1' }], 'auth/tokenize': [200, { token: 'exchanged', expiresIn: 600 }] };
  const answer = async ({ method = '', url = '', headers }, body) => {
    const path = url.slice(1);
    if (!answers[path]) return fetch(service + path, { method, headers: { 'Content-Type': 'application/json' }, ...(body && { body }) });
    asked.push({ path, authorization: headers.authorization, body: JSON.parse(body) });
    const [status, given] = answers[path];
    return Response.json(given, { status });
  };
  const respond = async (request, response) => {
    const given = await answer(request, await text(request));
    response.writeHead(given.status, { 'Content-Type': 'application/json' }).end(await given.text());
  };
  const server = createServer((request, response) => void respond(request, response));
  return { url: `http://127.0.0.1:${await listen(server)}/`, asked, close: () => server.close() };
}

describe('the programs beside the shop, as printed', NEEDS_POSTGRES, () => {
  let packed;
  let runner;
  let databases;
  let service;

  before(async () => {
    packed = installShop();
    runner = createProgramRunner(packed.project);
    [service, databases] = await Promise.all([startDocumentedSandbox(runner), startDatabases(packed.project)]);
    await post(service, '__sandbox/options', { idempotency: 'header' });
  });
  after(async () => {
    runner?.stop();
    await databases?.stop();
    packed?.remove();
  });

  const start = (options) => startShop({ runner, databases, service, ...options });

  /** Asks for the token of an attempt, as its page does; answers it with the cookie of its session. */
  async function open({ ask }, orderId, attemptId) {
    const answer = await ask('token', { purpose: 'card-payment', orderId, attemptId, amount: '149.90' });
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    return { status: answer.status, cookie, body: await answer.json() };
  }

  /** Charges a card as a page does that has a token. */
  async function charge(token, attemptId, amount = 149.9) {
    const body = { amount, installments: 1, whoPaysFee: 'merchant', card: CARD };
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': attemptId };
    return (await post(service, 'card/processPayment', body, headers)).body.identifier;
  }

  const isPaid = async ({ database }, id) => (await database.query(`SELECT status FROM orders WHERE id = '${id}'`))[0].status === 'paid';

  it('exact records pay an order by the key of its charge, and no page does', async () => {
    const shop = await start({});
    const { body, cookie } = await open(shop, '42', 'of-42');
    const attempt = { attemptId: 'of-42', orderId: '42', method: 'card', state: 'approved', identifier: 'invented' };
    const headers = { Cookie: `session=only-for-trying; ${cookie}` };
    assert.equal((await shop.ask('notify', attempt, headers)).status, 204);
    assert.equal(await isPaid(shop, '42'), false);
    assert.deepEqual(await (await shop.ask('resolve', attempt, headers)).json(), { status: 'unknown' });

    const identifier = await charge(body.token, 'of-42');
    // Pages cost the records one question in three seconds.
    let resolution;
    await waitUntil(async () => (resolution = await (await shop.ask('resolve', attempt, headers)).json()).status === 'charged');
    assert.equal(resolution.identifier, identifier);
    assert.equal(await isPaid(shop, '42'), true);
    assert.deepEqual((await open(shop, '42', 'another')).body, { closed: 'paid' });
  });

  it('money for an order that was cancelled stays to be seen', async () => {
    const shop = await start({});
    const readStatus = async () => (await shop.database.query("SELECT status FROM orders WHERE id = '42'"))[0].status;
    const { body, cookie } = await open(shop, '42', 'of-42');
    await charge(body.token, 'of-42');
    await shop.database.query("UPDATE orders SET status = 'cancelled' WHERE id = '42'");
    assert.equal((await open(shop, '42', 'another')).body.closed, 'closed');
    const attempt = { attemptId: 'of-42', orderId: '42', method: 'card', state: 'unconfirmed' };
    const headers = { Cookie: `session=only-for-trying; ${cookie}` };
    await waitUntil(async () => (await (await shop.ask('resolve', attempt, headers)).json()).status === 'charged', 'the charge is found');
    assert.equal(await readStatus(), 'cancelled, paid');
    assert.equal((await open(shop, '42', 'another')).body.closed, 'closed');
  });

  it('the night finds charges that nobody told of, and a person writes one down', async () => {
    const files = {
      ...{ 'settled.mjs': findBlock('// settled.mjs'), 'nightly.mjs': findBlock('// nightly.mjs') },
      'staff.mjs': findBlock('// staff.mjs'),
    };
    const shop = await start({ change: withSettled, files, sql: [findBlock('-- payments.sql')] });
    const [whole, short] = [await open(shop, '42', 'night-42'), await open(shop, '43', 'night-43')];
    const paid = await charge(whole.body.token, 'night-42');
    const less = await charge(short.body.token, 'night-43', 1);
    const claimed = (text) => text.split('\n').filter((line) => line.includes(paid) || line.includes(less));
    assert.deepEqual(claimed(shop.run('nightly.mjs')), [`unclaimed ${paid} 14990`, `unclaimed ${less} 100`]);

    // As printed: what waits, what is in the records, what certainly is not.
    const [list, found, missing] = findBlock('staff.mjs ATTEMPT charged')
      .trim()
      .split('\n')
      .map((line) => line.replace(/^node staff\.mjs| *#.*$/g, '').trim());
    const staff = (args) => JSON.parse(shop.run('staff.mjs', args.split(' ')));
    assert.deepEqual(staff(list), { attempts: [], payments: [] });
    assert.equal(staff(missing.replace('ATTEMPT', 'night-42')).status, 'early');
    assert.deepEqual(staff(found.replace('ATTEMPT', 'night-42').replace('CHARGE', paid)), { status: 'resolved' });
    assert.deepEqual(staff(`night-43 charged ${less} 1.00`), { status: 'resolved' });
    assert.deepEqual([await isPaid(shop, '42'), await isPaid(shop, '43')], [true, false]);
    const night = shop.run('nightly.mjs');
    assert.deepEqual(claimed(night), []);
    assert.match(night, /^short 43 night-43$/m);
    assert.deepEqual(staff('night-43 returned'), { status: 'resolved' });
    assert.deepEqual(staff(list), { attempts: [], payments: [] });
  });

  it('the relay charges a saved card that the shop’s table has, within the terms of the order, and no other', async () => {
    const sql = ['CREATE TABLE card_owners (card_id text PRIMARY KEY, customer text NOT NULL)'];
    const shop = await start({ change: withCards, sql });
    const { body: issued } = await post(service, '__sandbox/token', {});
    const headers = { Authorization: `Bearer ${issued.token}` };
    const tokenized = await post(service, 'card/tokenize', { ...CARD, name: 'Visa final 1111' }, headers);
    const { cardId } = tokenized.body;
    const pay = async (installments) => {
      const body = { amount: 149.9, installments, whoPaysFee: 'merchant', cardId };
      const answer = await shop.ask('orders/42/service/card/processPayment', body);
      return [answer.status, (await answer.json()).sent];
    };
    await shop.ask('cards', { cardId, name: 'Meu', brand: 'visa', last4: '1111', expiration: '01/2031' });
    assert.deepEqual(await pay(3), [404, false]);
    await shop.database.query(`INSERT INTO card_owners (card_id, customer) VALUES ('${cardId}', 'c-7f3a')`);
    assert.deepEqual(await pay(4), [422, false]);
    assert.deepEqual(await pay(3), [200, undefined]);
    assert.equal(await isPaid(shop, '42'), true);
  });

  it('an account is opened once, by a service whose names are the shop’s', async (test) => {
    const larger = await startLargerService(service);
    test.after(larger.close);
    const shop = await start({
      service: larger.url,
      files: { 'open-account.mjs': findBlock('// open-account.mjs') },
      sql: [findBlock('-- accounts.sql')],
    });
    // Not by `run`: the service is of this process, which must not wait for the program.
    const openAccount = async () => {
      const child = runner.spawn(['sh', '-ec', findBlock('open-account.mjs 11222333000181')], shop);
      const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return printed + complaints;
    };
    assert.match(await openAccount(), /^201 \{ accountId: 'a-1' \}$/m);
    const [{ body, authorization }] = larger.asked;
    assert.deepEqual(body, { cnpj: '11222333000181', legalName: 'Loja Exemplo Ltda.' });
    assert.match(authorization, /^Bearer \S+$/);
    assert.match(await openAccount(), /asked for already/);
    assert.equal(larger.asked.length, 1);
    assert.deepEqual(await shop.database.query('SELECT state, account_id FROM accounts'), [{ state: 'open', account_id: 'a-1' }]);
  });

  it('an authentication token is exchanged for the login', async (test) => {
    const larger = await startLargerService(service);
    test.after(larger.close);
    const withExchange = (code) => code.replace(/^export const tokens = .*$/m, () => findBlock('// authentication-token'));
    const shop = await start({ service: larger.url, change: withExchange });
    assert.equal((await open(shop, '42', 'exchanged-42')).body.token, 'exchanged');
    assert.match(larger.asked[0].authorization, /^Bearer \S+$/);
  });

  it('a restored copy opens nothing until what it lacks was written down', async () => {
    const payments = [{ orderId: '43', method: 'card', identifier: 'lost', amountCents: 14990 }];
    const files = { 'reconcile.mjs': findBlock('// reconcile.mjs'), 'payments.json': JSON.stringify(payments) };
    const shop = await start({ files });
    assert.equal((await open(shop, '42', 'before')).status, 200);
    await shop.database.query(findBlock('-- restored.sql'));
    const restored = await start({ database: shop.database, files });
    assert.deepEqual((await open(restored, '43', 'too-early')).body, { closed: 'busy', retryAfter: 10 });
    assert.match(restored.run('reconcile.mjs'), /ledger: 'trusted'/);
    assert.equal(await isPaid(shop, '43'), true);
    const after = await start({ database: shop.database });
    assert.deepEqual((await open(after, '43', 'late')).body, { closed: 'paid' });
  });
});
