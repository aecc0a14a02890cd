/** The shop of docs/from-nothing-to-live.md, run as printed beside the sandbox. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { post as postToService } from '../bin/sandbox-calls.mjs';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { deleteKeptCard, payAndKeepCard, payByCard, typeCard } from './card-payment.mjs';
import { warmStorage } from './documented-page.mjs';
import { createProgramRunner, findFreePort, runCommands, waitFor, waitUntil } from './documented-server.mjs';
import { NEEDS_POSTGRES, installShop, startDatabases } from './documented-shop.mjs';
import { findSnippet } from './documents.mjs';
import { LIMIT_MS } from './limit.mjs';
import { listenFor } from './page-events.mjs';

const GUIDE = 'docs/from-nothing-to-live.md';

/** Where the page has the sandbox; here it is at any port that is free. */
const PRINTED_SERVICE = 'http://127.0.0.1:4174/demo/';

/** The customer whose orders the shop has. */
const SESSION = { Cookie: 'session=only-for-trying' };

describe('the shop of "From nothing to live", as printed', () => {
  let packed;
  let runner;
  let browser;
  let sandbox;
  let webhookPort;
  let databases;
  const shops = new Set();

  const readState = async () => (await fetch(`${sandbox}__sandbox/state`)).json();

  /** Runs the sandbox as printed, at ports that are free. */
  async function startSandbox() {
    const port = await findFreePort();
    runner.write('service.json', findSnippet(GUIDE, '{ "idempotency": "header" }'));
    const printed = findSnippet(GUIDE, 'npx balcao sandbox --variant');
    const moved = printed.replace('npx balcao', 'node_modules/balcao/dist/bin/balcao.js').replace(':3000/', `:${webhookPort}/`).trim();
    const child = runner.start({ name: 'sandbox.sh', code: `exec node ${moved} --port ${port}`, command: ['sh', 'sandbox.sh'] });
    const url = PRINTED_SERVICE.replace('4174', port);
    await waitFor(url, child);
    return url;
  }

  /** A shop with a database of its own, in its folder as printed or, what starts sooner, the live one; `change` changes its program. */
  async function startShop({ service = sandbox, port, change = (code) => code, isFolder = false, url } = {}) {
    port ??= await findFreePort();
    const folder = `shop-${port}`;
    runner.write(`${folder}/shop.js`, findSnippet(GUIDE, '// shop.js\n'));
    const isLive = databases.isPostgres && !isFolder;
    const database = isLive ? findSnippet(GUIDE, '// database.mjs, live') : findSnippet(GUIDE, '// database.mjs, to try it');
    const DATABASE_URL = isLive ? (url ?? (await databases.create()).url) : '';
    runner.write(`${folder}/database.mjs`, database);
    runner.write(`${folder}/shop.mjs`, change(findSnippet(GUIDE, '// shop.mjs')));
    // An empty database, as PGlite makes one in seconds.
    const data = join(packed.project, folder, 'shop-data');
    if (!isLive) cpSync(join(packed.project, 'empty-data'), data, { recursive: true, force: false });
    const child = runner.spawn([process.execPath, 'shop.mjs'], { folder, env: { SERVICE_URL: service, PORT: String(port), DATABASE_URL } });
    shops.add(child);
    const shop = `http://127.0.0.1:${port}/`;
    await waitFor(shop, child);
    const post = (path, body, headers = SESSION) =>
      fetch(`${shop}shop/${path}`, { method: 'POST', headers: { Origin: shop.slice(0, -1), ...headers }, body: JSON.stringify(body) });
    const isPaid = async (orderId) => {
      const response = await post('token', { purpose: 'pix', orderId, amount: orderId === '44' ? '89.90' : '149.90' });
      return (await response.json()).closed === 'paid';
    };
    return { shop, port, post, isPaid, child };
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
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(`${shop}balcao.min.js`);
    await warmStorage(page);
    const open = (path) => page.goto(`${shop}${path}`);
    return { context, page, open, complaints };
  }

  before(async () => {
    packed = installShop();
    runner = createProgramRunner(packed.project);
    webhookPort = await findFreePort();
    databases = await startDatabases(packed.project);
    sandbox = await startSandbox();
    browser = await launchChromium();
    const empty = await PGlite.create(join(packed.project, 'empty-data'));
    await empty.close();
  });
  afterEach(async () => {
    for (const shop of shops) shop.kill();
    shops.clear();
  });
  after(async () => {
    await browser?.close();
    runner?.stop();
    await databases?.stop();
    packed?.remove();
  });

  it('takes a card and keeps it, pays with it, and deletes it without an order', async () => {
    const { shop, isPaid } = await startShop({ isFolder: true });
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

  it('takes a Pix that is paid when the page is closed', async () => {
    const playBank = findSnippet(GUIDE, '# pays the newest Pix');
    const { shop, isPaid } = await startShop({ port: webhookPort, isFolder: true });
    const { page, context, open, complaints } = await openBrowser(shop);
    await open('pedidos/43');
    await page.locator('balcao-checkout [part~=method-pix]').click();
    const known = page.waitForResponse((response) => response.url().includes('/shop/stream/'));
    await page.locator('balcao-pix [part~=pay-button]').click();
    assert.equal((await known).status(), 200);
    await page.locator('balcao-pix [part~=pix-code]').waitFor();
    assert.deepEqual(complaints, []);
    await page.close();
    assert.equal(await isPaid('43'), false);

    execFileSync('sh', ['-ec', playBank.replace(PRINTED_SERVICE, sandbox)], { stdio: 'ignore' });
    await waitUntil(() => isPaid('43'), 'order 43 is paid at the server');
    assert.match(runner.printed.join(''), /^payment \{"orderId":"43","paymentId":"pix-[^"]+","kind":"paid","amountCents":14990\}$/m);
    const again = await context.newPage();
    again.setDefaultTimeout(LIMIT_MS);
    await again.goto(`${shop}pedidos/43`);
    await again.locator('[part~=outcome-title]:visible', { hasText: 'Pix recebido' }).waitFor();
  });

  it('asks again by the key after an answer that was lost, and takes no second payment, on another device either', async () => {
    const { shop, isPaid } = await startShop();
    const { page, open } = await openBrowser(shop);
    await open('pedidos/45');
    const { length } = (await readState()).charges;
    assert.equal((await payByCard(page, '4000000000000119')).status, 'approved');
    await waitUntil(() => isPaid('45'), 'order 45 is paid at the server');

    const second = await openBrowser(shop);
    await second.open('pedidos/45');
    await typeCard(second.page, '4111111111111111');
    const outcome = await second.page.locator('balcao-checkout').evaluate((element) => element.pay());
    assert.deepEqual(outcome, { status: 'cancelled', reason: 'busy' });
    assert.equal((await readState()).charges.length, length + 1);
  });

  it('knows after its restart what was paid', async () => {
    const { port, post, child } = await startShop({ isFolder: true });
    const body = { purpose: 'card-payment', orderId: '42', attemptId: 'kept', amount: '149.90' };
    assert.ok((await (await post('token', body)).json()).token);
    assert.deepEqual(await resolveByStaff(port, { id: 'kept', status: 'charged', amountCents: 14990 }), { status: 'resolved' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await (await startShop({ port, isFolder: true })).isPaid('42'), true);
  });

  /** What the page of the staff answers to a person. */
  async function resolveByStaff(port, body) {
    const headers = { Cookie: 'staff=only-for-trying' };
    return (await fetch(`http://127.0.0.1:${port}/equipe`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  }

  it('shows its staff what waits for a person, and nobody else', async () => {
    const { shop, port, isPaid } = await startShop();
    const printed = findSnippet(GUIDE, 'http://127.0.0.1:3000/equipe').replace('http://127.0.0.1:3000/', shop);
    assert.deepEqual(JSON.parse(runCommands(printed)), { attempts: [], payments: [] });
    assert.equal((await fetch(`${shop}equipe`, { headers: SESSION })).status, 404);
    assert.deepEqual(await resolveByStaff(port, { id: 'unknown', status: 'charged' }), { status: 'none' });
    assert.equal(await isPaid('42'), false);
  });

  it('gives tokens by the rules of a token endpoint', async () => {
    const { post } = await startShop();
    const ask = async (body, headers) => (await post('token', body, headers)).status;
    const charge = { purpose: 'card-payment', attemptId: 'a', amount: '149.90' };
    assert.equal(await ask({ ...charge, orderId: '99' }), 404);
    assert.equal(await ask({ purpose: 'pix', orderId: '42', amount: '1.00' }), 422);
    assert.equal(await ask({ ...charge, orderId: '42' }), 200);
    assert.equal(await ask({ ...charge, orderId: '42' }, {}), 404);
    assert.equal(await ask({ purpose: 'pix-status', orderId: '42' }, {}), 404);
    assert.equal(await ask({ purpose: 'card-token' }, {}), 401);
    const issued = await (await post('token', { purpose: 'card-token' })).json();
    assert.ok(issued.token);
    assert.equal(issued.environment, 'sandbox');
  });

  it('prints the amount of each order, for its customer alone', async () => {
    const { shop } = await startShop({ change: (code) => code.replace("'c-7f3a', ${id", "'${id === 42 ? 'c-2' : 'c-7f3a'}', ${id") });
    const open = async (path, headers = SESSION) => fetch(`${shop}${path}`, { headers, redirect: 'manual' });
    const page = await (await open('pedidos/44')).text();
    assert.match(page, /order-id="44" amount="89\.90"/);
    assert.match(page, /customer-id="c-7f3a"/);
    assert.equal((await open('pedidos/42')).status, 404);
    assert.equal((await open('pedidos/99')).status, 404);
    assert.equal((await open('elsewhere')).status, 404);
    const login = await open('pedidos/42', {});
    assert.deepEqual([login.status, login.headers.get('location')], [303, '/pedidos/42']);
    assert.match(login.headers.get('set-cookie'), /^session=only-for-trying;/);
  });

  it('believes no webhook, and knows none at another address', async () => {
    const { post, isPaid } = await startShop();
    assert.equal((await post('webhook/guessed-by-somebody', { qrCodeId: 'x' })).status, 404);
    assert.equal((await post('webhook/only-for-trying-it', { qrCodeId: 'x', status: 'PAGO' })).status, 404);
    assert.equal(await isPaid('43'), false);
  });

  it('asks a service with words and a token form of its own, by its profile', async () => {
    const service = sandbox.replace('/demo/', '/profile/');
    await postToService(service, '__sandbox/options', { pixAuthorization: 'jwt', pixStatusSystem: 'asaas' });
    const change = (code) =>
      code.replace('const profile = {', "const profile = { pixAuthorization: 'jwt', pixStatus: { system: 'asaas' },");
    const { shop } = await startShop({ service, change });
    const { token } = (await postToService(service, '__sandbox/token', {})).body;
    const pix = { amount: 149.9, expirationDate: new Date(Date.now() + 600_000).toISOString(), paymentWebhook: true };
    const { qrCodeId } = (await postToService(service, 'pix/generateQrCode', pix, { Authorization: token })).body;
    const ask = async () => (await (await fetch(`${shop}shop/status/${qrCodeId}?order=43`, { headers: SESSION })).json()).status;
    assert.equal(await ask(), 'pending');
    await postToService(service, '__sandbox/pix', { action: 'settle' });
    await waitUntil(async () => (await ask()) === 'paid', 'the payment');

    const printed = findSnippet('docs/service-profile.md', 'profile.pixStatus.system;');
    runner.start({ name: 'profile.mjs', code: printed });
    await waitUntil(() => runner.printed.join('').includes('paid\na-token\n'), 'what the lines print');
  });

  it('goes live with two processes on one PostgreSQL', NEEDS_POSTGRES, async () => {
    const { url } = await databases.create();
    const first = await startShop({ url });
    const second = await startShop({ url });
    const ask = async ({ post }, attemptId) =>
      (await post('token', { purpose: 'card-payment', orderId: '42', attemptId, amount: '149.90' })).json();
    assert.ok((await ask(first, 'one')).token);
    assert.equal((await ask(second, 'two')).closed, 'busy');
  });
});
