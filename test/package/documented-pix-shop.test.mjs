/** The shop of docs/recipes/pix-webhook.md, run as printed beside the sandbox. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { findSnippet } from './documents.mjs';
import { createProgramRunner, findFreePort, moveAddresses, startDocumentedSandbox, waitFor, waitUntil } from './documented-server.mjs';
import { installPacked } from './packed.mjs';
import { listenFor } from './page-events.mjs';

const RECIPE = 'docs/recipes/pix-webhook.md';

describe('the Pix shop of the documents, as printed', () => {
  let packed;
  let runner;
  let browser;
  let service;

  const steer = async (path, body) => {
    const answer = await fetch(`${service}__sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
    assert.equal(answer.status, 200, `${path} of the sandbox`);
    return answer.json();
  };

  /** A shop of its own for a test: its order is not paid yet. */
  async function startShop() {
    const port = await findFreePort();
    const name = `pix-shop-${port}.mjs`;
    runner.start({ name, code: findSnippet(RECIPE, '// pix-shop.mjs'), env: { SERVICE_URL: service, PORT: String(port) } });
    const shop = `http://127.0.0.1:${port}/`;
    await waitFor(shop);
    await steer('options', { webhookUrl: `${shop}shop/pix-webhook/only-for-trying` });
    const post = (path, body) => fetch(`${shop}shop/${path}`, { method: 'POST', body: JSON.stringify(body) });
    const askToken = async (purpose = 'pix') => (await post('token', { purpose, orderId: '42', amount: '149.90' })).json();
    return { shop, post, askToken };
  }

  /** A page that shows a Pix code, of which the shop knows by now; and what the page tells. */
  async function openPixPage(shop) {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(20_000);
    const told = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !message.location().url.endsWith('/favicon.ico')) told.push(message.text());
    });
    await page.goto(shop);
    const known = page.waitForResponse((answer) => answer.url().endsWith('/shop/pix-charge'));
    const stream = page.waitForResponse((answer) => answer.url().includes('/shop/pix-stream/'));
    await page.locator('balcao-pix [part~=pay-button]').click();
    await page.locator('balcao-pix [part~=pix-code]').waitFor();
    assert.equal((await known).status(), 204);
    assert.equal((await stream).status(), 200);
    return { page, told };
  }

  /** A charge of the service that no page has made. */
  async function createCharge(amount) {
    const { token } = await steer('token', {});
    const expirationDate = new Date(Date.now() + 600_000).toISOString();
    const created = await fetch(`${service}pix/generateQrCode`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount, expirationDate, paymentWebhook: true }),
    });
    return (await created.json()).qrCodeId;
  }

  before(async () => {
    packed = installPacked();
    runner = createProgramRunner(packed.project);
    service = await startDocumentedSandbox(runner);
    const html = moveAddresses(findSnippet(RECIPE, '<!-- pix.html -->'), { service });
    assert.ok(html.includes(service));
    writeFileSync(join(packed.project, 'pix.html'), html);
    writeFileSync(join(packed.project, 'pix.js'), findSnippet(RECIPE, '// pix.js'));
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    runner?.stop();
    packed?.remove();
  });

  it('tells the page of a payment at once, by webhook and stream, and closes the order', { timeout: 60_000 }, async () => {
    const { shop, askToken } = await startShop();
    const { page, told } = await openPixPage(shop);
    const paid = await listenFor(page, ['balcao-pix-paid']);
    await steer('pix', { action: 'settle' });
    await paid();
    assert.deepEqual(await askToken(), { closed: 'paid' });
    assert.deepEqual(await askToken('card-payment'), { closed: 'paid' });
    assert.ok((await askToken('pix-status')).token, 'a paid order may be asked about');
    assert.deepEqual(told, []);
  });

  it('knows of a payment when the page is closed', { timeout: 60_000 }, async () => {
    const { shop, askToken } = await startShop();
    const { page } = await openPixPage(shop);
    await page.context().close();
    await steer('pix', { action: 'settle' });
    // The sandbox answers before the shop has taken its notice.
    await waitUntil(async () => {
      const { webhooks } = await (await fetch(`${service}__sandbox/state`)).json();
      return webhooks.at(-1).delivered;
    });
    assert.deepEqual(await askToken(), { closed: 'paid' });
  });

  it('tells a page by its stream of what the webhook found, not of what pages ask', { timeout: 30_000 }, async () => {
    const { shop, post } = await startShop();
    const qrCodeId = await createCharge(149.9);
    await post('pix-charge', { orderId: '42', chargeId: qrCodeId });
    const stream = await fetch(`${shop}shop/pix-stream/${qrCodeId}`);
    assert.deepEqual(await (await fetch(`${shop}shop/pix-status/${qrCodeId}`)).json(), { status: 'pending' });
    await steer('pix', { action: 'settle', id: qrCodeId });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of stream.body) if ((text += decoder.decode(chunk, { stream: true })).includes('data: ')) break;
    assert.match(text, /^retry: 2000\n\ndata: \{"status":"paid"\}\n\n$/);
  });

  it('believes no webhook, and knows none at another address', { timeout: 30_000 }, async () => {
    const { post, askToken } = await startShop();
    assert.equal((await post('pix-webhook/guessed', { qrCodeId: 'x' })).status, 404);
    assert.equal((await post('pix-webhook/only-for-trying', { qrCodeId: 'x', status: 'PAGO' })).status, 503);
    assert.ok((await askToken()).token);
  });

  it('gives a token for an order and its amount, and for the cards of who is logged in', { timeout: 30_000 }, async () => {
    const { shop } = await startShop();
    const ask = async (body, headers = {}) =>
      (await fetch(`${shop}shop/token`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    assert.equal(await ask({ purpose: 'pix', orderId: '42', amount: '1.00' }), 422);
    assert.equal(await ask({ purpose: 'card-payment', orderId: '42', amount: '1.00' }), 422);
    assert.equal(await ask({ purpose: 'pix-status', orderId: '43' }), 404);
    assert.equal(await ask({ purpose: 'card-token' }), 401);
    assert.equal(await ask({ purpose: 'card-token' }, { Cookie: 'session=only-for-trying' }), 200);
  });

  it('leaves a charge of another amount to a person', { timeout: 60_000 }, async () => {
    const { post, askToken } = await startShop();
    const qrCodeId = await createCharge(1);
    assert.equal((await post('pix-charge', { orderId: '42', chargeId: qrCodeId })).status, 204);
    const before = runner.complaints.length;
    await steer('pix', { action: 'settle', id: qrCodeId });
    assert.equal((await post('pix-webhook/only-for-trying', { qrCodeId })).status, 204);
    assert.match(runner.complaints.slice(before).join(''), new RegExp(`For a person: Pix ${qrCodeId} of 100 cents, order 42`));
    assert.ok((await askToken()).token);
  });
});
