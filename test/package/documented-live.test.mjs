/** The shop of docs/from-nothing-to-live.md, run as printed beside the sandbox. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { post as postToService } from '../bin/sandbox-calls.mjs';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { deleteKeptCard, payAndKeepCard, payByCard, typeCard } from './card-payment.mjs';
import { warmStorage } from './documented-page.mjs';
import { createProgramRunner, findFreePort, waitFor, waitUntil } from './documented-server.mjs';
import { findSnippet } from './documents.mjs';
import { installPacked } from './packed.mjs';
import { listenFor } from './page-events.mjs';

const GUIDE = 'docs/from-nothing-to-live.md';

/** Where the page has the sandbox; here it is at any port that is free. */
const PRINTED_SERVICE = 'http://127.0.0.1:4174/demo/';

/** The customer whose orders the shop has. */
const SESSION = { Cookie: 'session=only-for-trying' };

/** An attempt that begins now, as a page tells of it. */
const createAttempt = (orderId, changes) => ({
  ...{ attemptId: `of-${orderId}`, orderId, method: 'card', amount: '149.90', installments: 1, last4: '1111' },
  ...{ startedAt: Date.now(), state: 'unconfirmed', ...changes },
});

/** A charge that is made now, as the records of the service have it. */
const createCharge = (identifier, changes) => ({ identifier, amount: 149.9, installments: 1, last4: '1111', at: Date.now(), ...changes });

/** Before any attempt of a test, by more than clocks differ. */
const EARLIER_MS = 60_000;

function createPromise() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}

describe('the shop of "From nothing to live", as printed', () => {
  let packed;
  let runner;
  let browser;
  let sandbox;
  let webhookPort;

  const readState = async () => (await fetch(`${sandbox}__sandbox/state`)).json();

  /** Runs the sandbox as printed, at ports that are free. */
  async function startSandbox() {
    const port = await findFreePort();
    const printed = findSnippet(GUIDE, 'npx balcao sandbox --webhook');
    const moved = printed.replace('npx balcao', 'node_modules/balcao/dist/bin/balcao.js').replace(':3000/', `:${webhookPort}/`).trim();
    runner.start({ name: 'sandbox.sh', code: `exec node ${moved} --port ${port}`, command: ['sh', 'sandbox.sh'] });
    const url = PRINTED_SERVICE.replace('4174', port);
    await waitFor(url);
    return url;
  }

  /** A shop with orders of its own; `change` changes its program. */
  async function startShop({ service = sandbox, port, change = (code) => code } = {}) {
    port ??= await findFreePort();
    const code = change(findSnippet(GUIDE, '// shop.mjs'));
    runner.start({ name: `shop-${port}.mjs`, code, env: { SERVICE_URL: service, PORT: String(port) } });
    const shop = `http://127.0.0.1:${port}/`;
    await waitFor(shop);
    const post = (path, body, headers = SESSION) => fetch(`${shop}shop/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const isPaid = async (orderId) => {
      const response = await post('token', { purpose: 'card-payment', orderId, amount: '149.90' });
      return (await response.json()).closed === 'paid';
    };
    return { shop, post, isPaid };
  }

  /** A browser of its own at a shop, and what its pages complain of. */
  async function openBrowser(shop) {
    const context = await browser.newContext();
    const complaints = [];
    context.on('console', (message) => {
      const isOfPage = !message.location().url.endsWith('/favicon.ico') && !message.text().includes('IndexedDB');
      if (['error', 'warning'].includes(message.type()) && isOfPage) complaints.push(message.text());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(`${shop}balcao.min.js`);
    await warmStorage(page);
    const open = (path) => page.goto(`${shop}${path}`);
    return { context, page, open, complaints };
  }

  before(async () => {
    packed = installPacked();
    runner = createProgramRunner(packed.project);
    webhookPort = await findFreePort();
    sandbox = await startSandbox();
    writeFileSync(join(packed.project, 'shop.js'), findSnippet(GUIDE, '// shop.js\n'));
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    runner?.stop();
    packed?.remove();
  });

  it('takes a card and keeps it, pays with it, and deletes it without an order', { timeout: 60_000 }, async () => {
    const { shop, isPaid } = await startShop();
    const { page, open, complaints } = await openBrowser(shop);
    await open('pedidos/42');
    assert.equal((await payAndKeepCard(page)).status, 'approved');
    await waitUntil(() => isPaid('42'), 'order 42 is paid at the server');

    await open('pedidos/44');
    const button = page.locator('balcao-saved-cards [part~=pay-button]');
    await button.waitFor();
    const approved = await listenFor(page, ['balcao-approved']);
    await button.click();
    assert.equal((await approved()).status, 'approved');
    await waitUntil(() => isPaid('44'), 'order 44 is paid at the server');
    const { charges } = await readState();
    assert.ok(charges.at(-1).cardId);

    await open('cartoes');
    assert.equal((await deleteKeptCard(page)).name, 'balcao-card-deleted');
    assert.deepEqual(complaints, []);
    assert.deepEqual(await page.evaluate(async () => (await fetch('/shop/cards')).json()), []);
    assert.deepEqual(
      (await readState()).cards.filter(({ cardId }) => cardId === charges.at(-1).cardId).map(({ deletedAt }) => typeof deletedAt),
      ['number'],
    );
  });

  it('takes a Pix that is paid when the page is closed', { timeout: 60_000 }, async () => {
    const playBank = findSnippet(GUIDE, '# pays the newest Pix');
    const { shop, isPaid } = await startShop({ port: webhookPort });
    const { page, context, open, complaints } = await openBrowser(shop);
    await open('pedidos/43');
    await page.locator('balcao-checkout [part~=method-pix]').click();
    const known = page.waitForResponse((response) => response.url().endsWith('/shop/pix-charge'));
    await page.locator('balcao-pix [part~=pay-button]').click();
    assert.equal((await known).status(), 200);
    await page.locator('balcao-pix [part~=pix-code]').waitFor();
    assert.deepEqual(complaints, []);
    await page.close();
    assert.equal(await isPaid('43'), false);

    execFileSync('sh', ['-ec', playBank.replace(PRINTED_SERVICE, sandbox)], { stdio: 'ignore' });
    await waitUntil(() => isPaid('43'), 'order 43 is paid at the server');
    assert.match(runner.printed.join(''), /^paid: order 43 by \S+$/m);
    const again = await context.newPage();
    await again.goto(`${shop}pedidos/43`);
    await again.locator('[part~=outcome-title]:visible', { hasText: 'Pix recebido' }).waitFor({ timeout: 20_000 });
  });

  it('finds out what became of a charge without an answer, and takes no second payment', { timeout: 60_000 }, async () => {
    const { shop } = await startShop();
    const { page, open } = await openBrowser(shop);
    await open('pedidos/45');
    const { length } = (await readState()).charges;
    assert.equal((await payByCard(page, '4000000000000119')).status, 'unconfirmed');
    await page.reload();
    await page.locator('balcao-card-form').getByText('Pagamento aprovado').waitFor();

    const second = await openBrowser(shop);
    await second.open('pedidos/45');
    await typeCard(second.page, '4111111111111111');
    const outcome = await second.page.locator('balcao-checkout').evaluate((element) => element.pay());
    assert.deepEqual(outcome, { status: 'cancelled', reason: 'busy' });
    assert.equal((await readState()).charges.length, length + 1);
  });

  it('gives tokens by the rules of a token endpoint', async () => {
    const { post } = await startShop();
    const ask = async (body, headers) => (await post('token', body, headers)).status;
    assert.equal(await ask({ purpose: 'card-payment', orderId: '99', amount: '149.90' }), 404);
    assert.equal(await ask({ purpose: 'pix', orderId: '42', amount: '1.00' }), 422);
    assert.equal(await ask({ purpose: 'card-payment', orderId: '42', amount: '149.90' }), 200);
    assert.equal(await ask({ purpose: 'card-payment', orderId: '42', amount: '149.90' }, {}), 404);
    assert.equal(await ask({ purpose: 'pix-status', orderId: '42' }, {}), 404);
    assert.equal(await ask({ purpose: 'card-token' }, {}), 401);
    const issued = await (await post('token', { purpose: 'card-token' })).json();
    assert.ok(issued.token);
    assert.equal(issued.environment, 'sandbox');
  });

  it('prints the amount of each order, for its customer alone', async () => {
    const { shop } = await startShop({ change: (code) => code.replace("=> ({ customer: 'c-7f3a', ", "=> ({ customer: amountCents === 14990 ? 'c-2' : 'c-7f3a', ") }); // prettier-ignore
    const open = async (path, headers = SESSION) => fetch(`${shop}${path}`, { headers, redirect: 'manual' });
    const page = await (await open('pedidos/44')).text();
    assert.match(page, /order-id="44" amount="89\.90"/);
    assert.match(page, /customer-id="c-7f3a"/);
    assert.equal((await open('pedidos/42')).status, 404);
    assert.equal((await open('pedidos/99')).status, 404);
    const login = await open('pedidos/42', {});
    assert.deepEqual([login.status, login.headers.get('location')], [303, '/pedidos/42']);
    assert.match(login.headers.get('set-cookie'), /^session=only-for-trying;/);
  });

  it('keeps the cards of customers apart, also under the same identifier', async () => {
    const { shop, post } = await startShop({ change: (code) => code.replace('const findCustomer =', "const findCustomer = ({ cookie }) => (cookie === 'session=other' ? 'c-2' : findFirst({ cookie }));\nconst findFirst =") }); // prettier-ignore
    const other = { Cookie: 'session=other' };
    const list = async (headers) =>
      (await (await fetch(`${shop}shop/cards`, { headers })).json()).map(({ cardId, last4 }) => [cardId, last4]);
    const remove = async (headers) => fetch(`${shop}shop/cards/same`, { method: 'DELETE', headers });
    assert.equal((await post('cards', { cardId: 'same', last4: '1111' })).status, 204);
    assert.equal((await post('cards', { cardId: 'same', last4: '2222' }, other)).status, 204);
    assert.equal((await post('cards', { cardId: 'guest', last4: '3333' }, {})).status, 401);
    assert.deepEqual(await list(SESSION), [['same', '1111']]);
    await remove(other);
    assert.deepEqual(await list(other), []);
    assert.deepEqual(await list(SESSION), [['same', '1111']]);
    await remove(SESSION);
    assert.deepEqual(await list(SESSION), []);
  });

  it('believes no webhook, and knows none at another address', async () => {
    const { post, isPaid } = await startShop();
    assert.equal((await post('pix-webhook/guessed', { qrCodeId: 'x' })).status, 404);
    assert.equal((await post('pix-webhook/only-for-trying', { qrCodeId: 'x', status: 'PAGO' })).status, 503);
    await waitUntil(() => runner.complaints.includes('The service returned 404.\n'), 'the reason, printed');
    assert.equal(await isPaid('43'), false);
  });

  /** A shop beside records of charges that the test writes itself. */
  async function startShopWithRecords(test) {
    const charges = [];
    const records = createServer((_request, response) => response.end(JSON.stringify({ token: 't', charges, pending: [] })));
    await once(records.listen(0, '127.0.0.1'), 'listening');
    test.after(() => records.close());
    const { post, isPaid } = await startShop({ service: `http://127.0.0.1:${records.address().port}/` });
    const tell = (attempt) => post('notify', attempt);
    const resolve = async (attempt) => (await (await post('resolve', attempt)).json()).status;
    return { charges, tell, resolve, isPaid };
  }

  it('asks a service with words and a token form of its own, by the two lines at the top', async () => {
    const service = sandbox.replace('/demo/', '/profile/');
    await postToService(service, '__sandbox/options', { pixAuthorization: 'jwt', pixStatusSystem: 'asaas' });
    const change = (code) => code.replace('const SYSTEM = undefined', "const SYSTEM = 'asaas'").replace('=> `Bearer ${token}`', '=> token');
    const { post } = await startShop({ service, change });
    const { token } = (await postToService(service, '__sandbox/token', {})).body;
    const pix = { amount: 149.9, expirationDate: new Date(Date.now() + 600_000).toISOString(), paymentWebhook: true };
    const { qrCodeId } = (await postToService(service, 'pix/generateQrCode', pix, { Authorization: token })).body;
    const ask = async () => (await (await post('pix-charge', { orderId: '43', chargeId: qrCodeId })).json()).status;
    assert.equal(await ask(), 'pending');
    await postToService(service, '__sandbox/pix', { action: 'settle' });
    assert.equal(await ask(), 'paid');

    const printed = findSnippet('docs/service-profile.md', 'profile.pixStatus.system;');
    runner.start({ name: 'profile.mjs', code: printed });
    await waitUntil(() => runner.printed.join('').includes('paid\na-token\n'), 'what the lines print');
  });

  it('gives no order the charge of another whose page died before its last word', async (test) => {
    const { charges, tell, resolve, isPaid } = await startShopWithRecords(test);
    const dead = createAttempt('42');
    await tell({ ...dead, state: 'open' });
    charges.push(createCharge('7'));
    const next = createAttempt('43');
    for (const state of ['open', 'failed', 'declined']) await tell({ ...next, state });
    assert.deepEqual([await isPaid('42'), await isPaid('43')], [false, false]);
    assert.equal(await resolve(dead), 'charged');
    assert.deepEqual([await isPaid('42'), await isPaid('43')], [true, false]);
  });

  it('leaves a charge to a person that two attempts may have made', async (test) => {
    const { charges, tell, resolve, isPaid } = await startShopWithRecords(test);
    const attempts = [createAttempt('42'), createAttempt('43')];
    for (const attempt of attempts) await tell({ ...attempt, state: 'open' });
    charges.push(createCharge('7'));
    for (const attempt of attempts) assert.equal(await resolve(attempt), 'unknown');
    assert.deepEqual([await isPaid('42'), await isPaid('43')], [false, false]);
    await tell({ ...attempts[1], state: 'approved', identifier: '7' });
    assert.deepEqual([await isPaid('42'), await isPaid('43')], [false, true]);
    assert.equal(await resolve(attempts[0]), 'not-charged');
  });

  it('leaves an attempt to a person that two charges may be of', async (test) => {
    const { charges, resolve, isPaid } = await startShopWithRecords(test);
    charges.push(createCharge('7'), createCharge('8'));
    assert.equal(await resolve(createAttempt('42')), 'unknown');
    assert.equal(await isPaid('42'), false);
  });

  it('gives no order a charge from before it knew of any attempt, and says of none that it was not charged', async (test) => {
    const { charges, resolve, isPaid } = await startShopWithRecords(test);
    charges.push(createCharge('7', { at: Date.now() - EARLIER_MS }));
    assert.equal(await resolve(createAttempt('43')), 'unknown');
    assert.equal(await resolve(createAttempt('45', { last4: '0119' })), 'not-charged');
    assert.equal(await isPaid('43'), false);
  });

  it('says the same of an attempt to two who ask at once, whoever is answered first', async (test) => {
    const holding = createPromise();
    const released = createPromise();
    let count = 0;
    const answer = async (response) => {
      if (++count === 1) {
        holding.resolve();
        await released.promise;
      }
      response.end(JSON.stringify({ charges: [createCharge('7')], pending: [] }));
    };
    const records = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1');
    await once(records, 'listening');
    test.after(() => {
      released.resolve();
      records.close();
    });
    const { post } = await startShop({ service: `http://127.0.0.1:${records.address().port}/` });
    const attempt = createAttempt('42');
    const ask = async () => (await post('resolve', attempt)).json();
    const first = ask();
    await holding.promise;
    const second = await ask();
    released.resolve();
    assert.deepEqual([(await first).status, second.status], ['charged', 'charged']);
  });
});
