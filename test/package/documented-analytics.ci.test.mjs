/** The programs of docs/recipes/analytics.md, as printed: what a page and a server send to Google Analytics, and how often. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { listen } from '../support/listen.mjs';
import { payByCard } from './card-payment.mjs';
import { findBlock } from './documented-blocks.mjs';
import { importModule } from './documented-modules.mjs';
import { createTokenEndpoint, html, js, openRecipe } from './documented-page.mjs';
import { waitUntil } from './documented-server.mjs';
import { listenFor } from './page-events.mjs';
import { root } from './packed.mjs';

const importBuilt = (file) => import(pathToFileURL(join(root, 'dist', file)).href);
const { createSandbox } = await importBuilt('sandbox/index.js');
const { createShopServer, memoryLedger } = await importBuilt('server/index.js');

const ITEMS = [{ item_id: 'jarra', item_name: 'Jarra de barro', price: 149.9, quantity: 1 }];
const MONEY = { currency: 'BRL', value: 149.9, items: ITEMS };

/** The events of a payment of order 42, as Google's tag gets them. */
const createInfo = (method) => ['event', 'add_payment_info', { ...MONEY, payment_type: method, installments: 1 }];
const createPurchase = (method) => ['event', 'purchase', { ...MONEY, transaction_id: '42', payment_type: method, installments: 1 }];

describe('the page that is measured', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  /** Opens the page of a shop with these endpoints beside its token endpoint. */
  async function open(endpoints = {}) {
    const sandbox = createSandbox();
    const printed = findBlock('id="items"');
    const body = endpoints['/shop/resolve'] ? printed.replace('<balcao-checkout', '$& resolve-url="/shop/resolve"') : printed;
    const files = { '/': html(body), '/analytics.js': js(findBlock('// analytics.js')) };
    const { page } = await openRecipe(browser, {
      files,
      endpoints: { '/shop/token': createTokenEndpoint(sandbox), ...endpoints },
      sandbox,
    });
    /** What waits for Google's tag since the page was loaded. */
    const readSent = () => page.evaluate(() => Object(window).dataLayer.map((pushed) => [...pushed]));
    /** Loads the page again, and waits until it shows what became of the order. */
    const reload = async (text) => {
      await page.reload();
      await page.locator('balcao-checkout [part~=outcome]').getByText(text).first().waitFor();
    };
    return { page, sandbox, readSent, reload };
  }

  it('sends one purchase for an approved card, and none after a reload or in another tab', async () => {
    const { page, readSent, reload } = await open();
    assert.equal((await payByCard(page)).name, 'balcao-approved');
    assert.deepEqual(await readSent(), [createInfo('card'), createPurchase('card')]);
    await reload('Pagamento aprovado');
    assert.deepEqual(await readSent(), []);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('balcao-checkout [part~=outcome]').getByText('Pagamento aprovado').waitFor();
    assert.deepEqual(await other.evaluate(() => Object(window).dataLayer), []);
  });

  it('sends none for a declined card, and one once another card is approved', async () => {
    const { page, readSent } = await open();
    assert.equal((await payByCard(page, '4000000000000002')).name, 'balcao-declined');
    assert.deepEqual(await readSent(), [createInfo('card')]);
    await page.reload();
    assert.equal((await payByCard(page)).name, 'balcao-approved');
    assert.deepEqual(await readSent(), [createPurchase('card')]);
  });

  it('sends none while a payment is unconfirmed, and one once it is known to be paid', async () => {
    let status = 'unknown';
    const { page, readSent, reload } = await open({ '/shop/resolve': async () => [200, { status }] });
    assert.equal((await payByCard(page, '4000000000000119')).name, 'balcao-unconfirmed');
    assert.deepEqual(await readSent(), [createInfo('card')]);
    await reload('Não pague de novo');
    assert.deepEqual(await readSent(), []);
    status = 'charged';
    const approved = await listenFor(page, ['balcao-approved']);
    await page.locator('balcao-checkout [part~=check-button]').click();
    await approved();
    assert.deepEqual(await readSent(), [createPurchase('card')]);
    await reload('Pagamento aprovado');
    assert.deepEqual(await readSent(), []);
  });

  it('sends a purchase that became known while the page was loaded', async () => {
    let status = 'unknown';
    const { page, readSent, reload } = await open({ '/shop/resolve': async () => [200, { status }] });
    assert.equal((await payByCard(page, '4000000000000119')).name, 'balcao-unconfirmed');
    status = 'charged';
    await reload('Pagamento aprovado');
    await waitUntil(async () => (await readSent()).length > 0, 'the purchase');
    assert.deepEqual(await readSent(), [createPurchase('card')]);
  });

  it('sends one purchase for a paid Pix, and none for its code', async () => {
    const { page, sandbox, readSent, reload } = await open();
    await page.locator('balcao-checkout [part~=method-pix]').click();
    await page.locator('balcao-pix [part~=pay-button]').click();
    await page.locator('balcao-pix [part~=pix-code]').waitFor();
    assert.deepEqual(await readSent(), [createInfo('pix')]);
    const paid = await listenFor(page, ['balcao-pix-paid']);
    sandbox.actOnPix('settle');
    // The page asks at once when it is online again.
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await paid();
    assert.deepEqual(await readSent(), [createInfo('pix'), createPurchase('pix')]);
    await reload('Pix recebido');
    assert.deepEqual(await readSent(), []);
  });
});

describe('the server that measures', () => {
  it('sends one purchase for the payment of an order, again where Google fails, and none without consent or for other money', async (test) => {
    const asked = [];
    let status = 500;
    const answer = async (request, response) => {
      asked.push({ url: request.url, body: await json(request) });
      response.writeHead(status).end();
    };
    const google = createServer((request, response) => void answer(request, response));
    test.after(() => google.close());
    const code = findBlock('// purchase.mjs').replace('https://www.google-analytics.com', `http://127.0.0.1:${await listen(google)}`);
    Object.assign(process.env, { GA_ID: 'G-1', GA_SECRET: 'secret' });
    const { createDeliver } = await importModule(test, 'purchase.mjs', code);

    const visits = new Map([['42', { clientId: '1.2', sessionId: '3', items: ITEMS }]]);
    let now = Date.now();
    const shop = createShopServer({
      service: { baseUrl: 'http://127.0.0.1:9/' },
      tokens: async () => 'token',
      orders: { find: () => undefined, deliver: createDeliver(async (orderId) => visits.get(orderId)) },
      ledger: memoryLedger(),
      publicOrigin: 'https://loja.example',
      sweepEveryMs: 0,
      onEvent: () => undefined,
      now: () => now,
    });
    test.after(() => shop.close());
    const record = (orderId, identifier) => shop.reconcile({ payments: [{ orderId, method: 'card', identifier, amountCents: 14990 }] });

    await record('42', 'first');
    await waitUntil(() => asked.length > 0, 'the first request');
    status = 204;
    now += 120_000;
    await shop.sweep();
    await record('42', 'second');
    await record('43', 'of somebody who did not consent');
    now += 120_000;
    await shop.sweep();
    assert.equal((await shop.health()).deliveries, 0);
    const params = { ...MONEY, transaction_id: '42', session_id: '3', payment_type: 'card' };
    const expected = {
      url: '/mp/collect?measurement_id=G-1&api_secret=secret',
      body: { client_id: '1.2', events: [{ name: 'purchase', params }] },
    };
    assert.deepEqual(asked, [expected, expected]);
  });
});
