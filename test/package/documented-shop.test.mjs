import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { deleteKeptCard, payAndKeepCard, payByCard, typeCard } from './card-payment.mjs';
import { warmStorage } from './documented-page.mjs';
import { createProgramRunner, findFreePort, startDocumentedSandbox, waitFor } from './documented-server.mjs';
import { findSnippet } from './documents.mjs';
import { installPacked } from './packed.mjs';

function createPromise() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}

const PAGE = 'docs/integration.md';

describe('the servers of the documents, as printed', () => {
  let packed;
  let runner;
  let browser;
  let shop;
  let sandbox;

  /** A shop of its own: its order is not paid yet. */
  async function startShop(name, service) {
    const port = await findFreePort();
    runner.start({ name, code: findSnippet(PAGE, '// shop-server.mjs'), env: { SERVICE_URL: service, PORT: String(port) } });
    const url = `http://127.0.0.1:${port}/`;
    await waitFor(url);
    return url;
  }

  async function openPage(url = shop) {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) runner.complaints.push(message.text());
    });
    await page.goto(`${url}balcao.min.js`);
    await warmStorage(page);
    await page.goto(url);
    return page;
  }

  const countCharges = async () => (await (await fetch(`${sandbox}__sandbox/state`)).json()).charges.length;

  before(async () => {
    packed = installPacked();
    runner = createProgramRunner(packed.project);
    sandbox = await startDocumentedSandbox(runner);
    shop = await startShop('shop-server.mjs', sandbox);
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    runner?.stop();
    packed?.remove();
  });

  it('refuse a token for another amount, and an order that there is not', async () => {
    const ask = async (body) => (await fetch(`${shop}shop/token`, { method: 'POST', body: JSON.stringify(body) })).status;
    assert.equal(await ask({ purpose: 'card-payment', orderId: '43', amount: '149.90' }), 404);
    assert.equal(await ask({ purpose: 'card-payment', orderId: '42', amount: '1.00' }), 422);
    assert.equal(await ask({ purpose: 'card-payment', orderId: '42', amount: '149.90' }), 200);
  });

  it('give a token for cards to a customer who is logged in, with an order or without', async () => {
    const ask = async (body, cookie = '') =>
      (await fetch(`${shop}shop/token`, { method: 'POST', headers: { Cookie: cookie }, body: JSON.stringify(body) })).status;
    assert.equal(await ask({ purpose: 'card-token' }, 'session=only-for-trying'), 200);
    assert.equal(await ask({ purpose: 'card-token', orderId: '43' }, 'session=only-for-trying'), 200);
    assert.equal(await ask({ purpose: 'card-token', orderId: '42' }), 401);
    assert.equal(await ask({ purpose: 'card-token' }, 'session=guessed'), 401);
  });

  it('let a customer keep a card, and delete it in a page without an order', { timeout: 60_000 }, async () => {
    const url = await startShop('keeping-shop-server.mjs', sandbox);
    const page = await openPage(url);
    assert.equal((await payAndKeepCard(page)).name, 'balcao-approved');
    await page.evaluate((service) => {
      const list = document.createElement('balcao-saved-cards');
      const settings = { 'base-url': service, 'token-url': '/shop/token', 'customer-id': 'c-7f3a', amount: '149.90', 'pay-button': 'none' };
      for (const [name, value] of Object.entries(settings)) list.setAttribute(name, value);
      document.querySelector('balcao-checkout').replaceWith(list);
    }, sandbox);
    assert.equal((await deleteKeptCard(page)).name, 'balcao-card-deleted');
    const { cards } = await (await fetch(`${sandbox}__sandbox/state`)).json();
    assert.ok(cards.at(-1).deletedAt);
  });

  it('find out what became of a charge without an answer, and take no second payment for the order', { timeout: 60_000 }, async () => {
    const before = await countCharges();
    const first = await openPage();
    assert.deepEqual(await payByCard(first, '4000000000000119'), { name: 'balcao-unconfirmed', status: 'unconfirmed', code: undefined });
    await first.reload();
    await first.locator('balcao-card-form').getByText('Pagamento aprovado').waitFor();

    const second = await openPage();
    await typeCard(second, '4111111111111111');
    const outcome = await second
      .locator('balcao-checkout, balcao-card-form')
      .first()
      .evaluate((element) => element.pay());
    assert.deepEqual(outcome, { status: 'cancelled', reason: 'busy' });
    await second.locator('balcao-card-form').getByText('Pagamento aprovado').waitFor();
    assert.equal((await countCharges()) - before, 1);
    assert.deepEqual(runner.complaints, []);
  });

  it('say the same of an attempt to two who ask at once, whoever is answered first', async (test) => {
    const { promise: isHolding, resolve: hold } = createPromise();
    const { promise: isReleased, resolve: release } = createPromise();
    let count = 0;
    const answer = async (response) => {
      if (++count === 1) {
        hold();
        await isReleased;
      }
      const charge = { identifier: '7', amount: 149.9, installments: 1, last4: '1111', at: Date.now() };
      response.end(JSON.stringify({ charges: [charge], pending: [] }));
    };
    const records = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1');
    await once(records, 'listening');
    test.after(() => {
      release();
      records.close();
    });
    const url = await startShop('slow-shop-server.mjs', `http://127.0.0.1:${records.address().port}/`);
    const attempt = JSON.stringify({ attemptId: 'a', orderId: '42', amount: '149.90', installments: 1, last4: '1111' });
    const ask = async () => (await fetch(`${url}shop/resolve`, { method: 'POST', body: attempt })).json();
    const first = ask();
    await isHolding;
    const second = await ask();
    release();
    assert.deepEqual([(await first).status, second.status], ['charged', 'charged']);
  });

  it('take the place of fetch in a test', () => {
    const code = findSnippet('docs/testing.md', 'globalThis.fetch =');
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: packed.project,
      encoding: 'utf8',
    });
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  });
});
