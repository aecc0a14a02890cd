/** The application in PHP of docs/recipes, run as printed, and asked as balcao serve asks it. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createApplication } from '../../src/bin/serve/application.ts';
import { findBlock } from '../package/documented-blocks.mjs';
import { createProgramRunner, findFreePort, hasProgram, waitFor } from '../package/documented-server.mjs';
import { SECRET, signRequest } from './shop-application.mjs';

const NO_PHP = hasProgram('php', [8, 1])
  ? false
  : 'PHP 8.1: NOT FOUND, its application cannot be tried on this machine (Debian: apt-get install php-cli)';
if (NO_PHP) console.log(NO_PHP);

const PAYMENT = { paymentId: 'a-1', orderId: '42', method: 'card', kind: 'paid', amountCents: 14_990, at: 1_800_000_000_000, by: 'relay' };
const MINUTE = 60_000;

describe('the application in PHP, as printed', { skip: NO_PHP }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-php-'));
  const runner = createProgramRunner(folder);
  let url;
  let shop;
  before(async () => {
    const port = await findFreePort();
    const env = { BALCAO_SECRET: SECRET, BALCAO_FOLDER: folder };
    const child = runner.start({
      name: 'balcao.php',
      code: findBlock('// balcao.php'),
      command: ['php', '-S', `127.0.0.1:${port}`, 'balcao.php'],
      env,
    });
    url = new URL(`http://127.0.0.1:${port}/balcao/`);
    await waitFor(url, child);
    shop = createApplication({ url, secret: SECRET });
  });
  after(() => {
    runner.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const of = (cookie) => new Request('https://loja.example/shop/token', { headers: { Cookie: cookie } });
  const countPayments = () => readdirSync(join(folder, 'payments')).length;

  it('finds an order of its customer, and says who is logged in', async () => {
    assert.deepEqual(await shop.orders.find('42', of('a=1; session=only-for-trying')), {
      id: '42',
      amountCents: 14_990,
      terms: { maxInstallments: 3 },
    });
    assert.equal(await shop.orders.find('42', of('session=guessed')), undefined);
    assert.equal(await shop.orders.find('43', of('session=only-for-trying')), undefined);
    assert.equal(await shop.customerOf(of('session=only-for-trying')), 'c-7f3a');
    assert.equal(await shop.customerOf(of('xsession=only-for-trying')), undefined);
  });

  it('keeps a payment once, however often it comes', async () => {
    for (let round = 0; round < 3; round += 1) await shop.orders.deliver(PAYMENT);
    assert.equal(countPayments(), 1);
  });

  const send = (headers, body, path = url.pathname + 'deliver') => fetch(new URL(path, url), { method: 'POST', headers, body });
  const body = JSON.stringify({ payment: { ...PAYMENT, paymentId: 'forged' } });
  const path = '/balcao/deliver';

  /** @type {[string, () => Record<string, string>, string?][]} */
  const FORGED = [
    ['unsigned', () => ({})],
    ['tampered', () => signRequest({ path, body, nonce: '1'.repeat(32) }), body.replace('14990', '1')],
    ['of another path', () => signRequest({ path: '/balcao/find', body, nonce: '2'.repeat(32) })],
    ['of another method', () => signRequest({ path, body, method: 'PUT', nonce: '3'.repeat(32) })],
    ['late', () => signRequest({ path, body, at: Date.now() - 6 * MINUTE, nonce: '4'.repeat(32) })],
    ['early', () => signRequest({ path, body, at: Date.now() + 6 * MINUTE, nonce: '5'.repeat(32) })],
    ['with an odd nonce', () => signRequest({ path, body, nonce: '../../x' })],
  ];
  for (const [what, makeHeaders, sent = body] of FORGED)
    it(`refuses a request that is ${what}`, async () => {
      const before = countPayments();
      const answer = await send(makeHeaders(), sent);
      assert.deepEqual([answer.status, answer.headers.get('Balcao-Signature'), countPayments()], [401, null, before]);
    });

  it('refuses a request that comes again', async () => {
    const again = JSON.stringify({ payment: { ...PAYMENT, paymentId: 'a-2' } });
    const headers = signRequest({ path, body: again, nonce: '6'.repeat(32) });
    assert.deepEqual([(await send(headers, again)).status, (await send(headers, again)).status], [200, 401]);
  });
});
