/** The shop of docs/from-nothing-to-live.md, run as printed beside the sandbox: Pix, lost answers, restarts, and whoever may ask what. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { post as postToService } from '../bin/sandbox-calls.mjs';
import { payByCard, typeCard } from './card-payment.mjs';
import { startGuide } from './documented-guide.mjs';
import { runCommands, waitUntil } from './documented-server.mjs';
import { GUIDE, NEEDS_POSTGRES, SESSION } from './documented-shop.mjs';
import { findSnippet } from './documents.mjs';
import { createKnownPix } from './pix-payment.mjs';

describe('the shop of "From nothing to live", as printed', () => {
  let guide;
  before(async () => (guide = await startGuide()));
  after(() => guide?.close());

  /** What the page of the staff answers to a person. */
  async function resolveByStaff({ shop }, body) {
    const headers = { Cookie: 'staff=only-for-trying', Origin: new URL(shop).origin };
    return (await fetch(`${shop}staff`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  }

  describe('in its folder', () => {
    let shop;
    before(async () => (shop = await guide.startShop({ port: guide.webhookPort, isFolder: true })));

    it('takes a Pix that is paid when the page is closed', async () => {
      const { page, context, open, complaints } = await guide.openBrowser(shop.shop);
      await open('orders/43');
      await createKnownPix(page);
      assert.deepEqual(complaints, []);
      await page.close();
      assert.equal(await shop.isPaid('43'), false);

      const control = await context.newPage();
      await control.goto(`${guide.sandbox}__sandbox/`);
      await control.getByRole('button', { name: /^Pay it/ }).click();
      await waitUntil(() => shop.isPaid('43'), 'order 43 is paid at the server');
      const told = /^payment \{"orderId":"43","paymentId":"pix-[^"]+","kind":"paid","amountCents":14241\}$/m;
      await waitUntil(() => told.test(guide.runner.complaints.join('')), 'what the shop prints');
      const again = await context.newPage();
      await again.goto(`${shop.shop}orders/43`);
      await again.locator('[part~=outcome-title]:visible', { hasText: 'Pix recebido' }).waitFor();
    });

    it('knows after its restart what was paid', async () => {
      const body = { purpose: 'card-payment', orderId: '42', attemptId: 'kept', amount: '149.90' };
      assert.ok((await (await shop.ask('token', body)).json()).token);
      assert.deepEqual(await resolveByStaff(shop, { id: 'kept', status: 'charged', amountCents: 14990 }), { status: 'resolved' });
      for (const [signal, expected] of /** @type {const} */ ([
        ['SIGKILL', [null, 'SIGKILL']],
        ['SIGTERM', [0, null]],
      ])) {
        const ended = once(shop.child, 'exit');
        shop.child.kill(signal);
        assert.deepEqual(await ended, expected);
        shop = await guide.startShop({ port: shop.port, isFolder: true, database: shop.database });
        assert.equal(await shop.isPaid('42'), true);
      }
    });
  });

  it('takes a card with Express, too', async () => {
    const { shop, isPaid } = await guide.startShop({ kind: 'express' });
    const { page, open, complaints } = await guide.openBrowser(shop);
    await open('orders/42');
    assert.equal((await payByCard(page)).status, 'approved');
    await waitUntil(() => isPaid('42'), 'order 42 is paid at the server');
    await open('cards');
    await page.locator('balcao-saved-cards').waitFor({ state: 'attached' });
    assert.deepEqual(complaints, []);
    assert.equal((await fetch(`${shop}orders/99`, { headers: SESSION })).status, 404);
    assert.equal((await fetch(`${shop}staff`, { headers: SESSION })).status, 404);
    assert.deepEqual(await resolveByStaff({ shop }, { id: 'unknown', status: 'charged' }), { status: 'none' });
  });

  describe('that is live', () => {
    let shop;
    before(async () => (shop = await guide.startShop()));

    it('shows its staff what waits for a person, and nobody else', async () => {
      const printed = findSnippet(GUIDE, 'http://127.0.0.1:3000/staff').replace('http://127.0.0.1:3000/', shop.shop);
      assert.deepEqual(JSON.parse(runCommands(printed)), { attempts: [], payments: [] });
      assert.equal((await fetch(`${shop.shop}staff`, { headers: SESSION })).status, 404);
      assert.deepEqual(await resolveByStaff(shop, { id: 'unknown', status: 'charged' }), { status: 'none' });
      assert.equal(await shop.isPaid('42'), false);
    });

    it('believes no webhook, and knows none at another address', async () => {
      assert.equal((await shop.ask('webhook/guessed-by-somebody', { qrCodeId: 'x' })).status, 404);
      assert.equal((await shop.ask('webhook/only-for-trying-it', { qrCodeId: 'x', status: 'PAGO' })).status, 404);
      assert.equal(await shop.isPaid('43'), false);
    });

    it('gives tokens by the rules of a token endpoint', async () => {
      const ask = async (body, headers) => (await shop.ask('token', body, headers)).status;
      const charge = { purpose: 'card-payment', attemptId: 'a', amount: '149.90' };
      assert.equal(await ask({ ...charge, orderId: '99' }), 404);
      assert.equal(await ask({ purpose: 'pix', orderId: '42', amount: '1.00' }), 422);
      assert.equal(await ask({ ...charge, orderId: '42' }), 200);
      assert.equal(await ask({ ...charge, orderId: '42' }, {}), 404);
      assert.equal(await ask({ purpose: 'pix-status', orderId: '42' }, {}), 404);
      assert.equal(await ask({ purpose: 'card-token' }, {}), 401);
      const issued = await (await shop.ask('token', { purpose: 'card-token' })).json();
      assert.ok(issued.token);
      assert.equal(issued.environment, 'sandbox');
    });

    it('asks again by the key after an answer that was lost, and takes no second payment, on another device either', async () => {
      const { page, open } = await guide.openBrowser(shop.shop);
      await open('orders/45');
      const { length } = (await guide.readState()).charges;
      assert.equal((await payByCard(page, '4000000000000119')).status, 'approved');
      await waitUntil(() => shop.isPaid('45'), 'order 45 is paid at the server');

      const second = await guide.openBrowser(shop.shop);
      await second.open('orders/45');
      await typeCard(second.page, '4111111111111111');
      const outcome = await second.page.locator('balcao-checkout').evaluate((element) => element.pay());
      assert.deepEqual(outcome, { status: 'cancelled', reason: 'busy' });
      assert.equal((await guide.readState()).charges.length, length + 1);
    });
  });

  it('prints the amount of each order, for its customer alone', async () => {
    const change = (code) => code.replace("'c-7f3a', ${id", "'${id === 42 ? 'c-2' : 'c-7f3a'}', ${id").replaceAll("'c-7f3a'", `'c"7'`);
    const { shop } = await guide.startShop({ change });
    const open = async (path, headers = /** @type {Record<string, string>} */ (SESSION)) =>
      fetch(`${shop}${path}`, { headers, redirect: 'manual' });
    const page = await (await open('orders/44')).text();
    assert.match(page, /order-id="44"\s+amount="89\.90" pix-amount="85\.41"/);
    assert.match(page, /customer-id="c%227"/);
    assert.equal((await open('orders/42')).status, 404);
    assert.equal((await open('orders/99')).status, 404);
    assert.equal((await open('elsewhere')).status, 404);
    const login = await open('orders/42', {});
    assert.deepEqual([login.status, login.headers.get('location')], [303, '/orders/42']);
    assert.match(login.headers.get('set-cookie') ?? '', /^session=only-for-trying;/);
  });

  it('asks a service with words and a token form of its own, by its profile', async () => {
    const service = guide.sandbox.replace('/demo/', '/profile/');
    await postToService(service, '__sandbox/options', { pixAuthorization: 'jwt', pixStatusSystem: 'asaas' });
    const change = (code) =>
      code.replace('const profile = {', "const profile = { pixAuthorization: 'jwt', pixStatus: { system: 'asaas' },");
    const { shop } = await guide.startShop({ service, change });
    const { token } = (await postToService(service, '__sandbox/token', {})).body;
    const pix = { amount: 142.41, expirationDate: new Date(Date.now() + 600_000).toISOString(), paymentWebhook: true };
    const { qrCodeId } = (await postToService(service, 'pix/generateQrCode', pix, { Authorization: token })).body;
    const ask = async () => (await (await fetch(`${shop}shop/status/${qrCodeId}?order=43`, { headers: SESSION })).json()).status;
    assert.equal(await ask(), 'pending');
    await postToService(service, '__sandbox/pix', { action: 'settle' });
    await waitUntil(async () => (await ask()) === 'paid', 'the payment');

    const printed = findSnippet('docs/service-profile.md', 'profile.pixStatus.system;');
    guide.runner.start({ name: 'profile.mjs', code: printed });
    await waitUntil(() => guide.runner.printed.join('').includes('paid\na-token\n'), 'what the lines print');
  });

  it('goes live with two processes on one PostgreSQL', NEEDS_POSTGRES, async () => {
    const first = await guide.startShop();
    const second = await guide.startShop({ database: first.database });
    const ask = async ({ ask: askShop }, attemptId) =>
      (await askShop('token', { purpose: 'card-payment', orderId: '42', attemptId, amount: '149.90' })).json();
    assert.ok((await ask(first, 'one')).token);
    assert.equal((await ask(second, 'two')).closed, 'busy');
  });
});
