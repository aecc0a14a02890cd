/** The shop of docs/recipes/pix-webhook.md, run as printed beside the sandbox. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { findBlock } from './documented-blocks.mjs';
import { createProgramRunner, moveAddresses, runCommands, startDocumentedSandbox, waitUntil } from './documented-server.mjs';
import { SESSION, installShop, startDatabases, startShop } from './documented-shop.mjs';
import { LIMIT_MS } from './limit.mjs';
import { isComplaint, listenFor } from './page-events.mjs';
import { createKnownPix } from './pix-payment.mjs';

describe('the Pix shop of the documents, as printed', () => {
  let packed;
  let runner;
  let browser;
  let databases;
  let service;

  const steer = async (path, body) => {
    const answer = await fetch(`${service}__sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
    assert.equal(answer.status, 200, `${path} of the sandbox`);
    return answer.json();
  };

  /** A shop of its own: none of its orders is paid yet. */
  async function start() {
    const shop = await startShop({ runner, databases, service });
    const webhook = `${shop.shop}shop/webhook/only-for-trying-it`;
    await steer('options', { webhookUrl: webhook });
    const askToken = async ({ purpose = 'pix', orderId = '43' } = {}) =>
      (await shop.ask('token', { purpose, attemptId: 'another', orderId, amount: purpose === 'pix' ? '142.41' : '149.90' })).json();
    const notify = (body, address = webhook) => fetch(address, { method: 'POST', body: JSON.stringify(body) });
    const askStatus = async (chargeId, orderId) => (await shop.ask(`status/${chargeId}?order=${orderId}`)).json();
    return { ...shop, webhook, notify, askToken, askStatus };
  }

  /** A page that shows a Pix code, of which the shop knows by now; and what the page tells. */
  async function openPixPage(shop) {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const told = [];
    page.on('console', (message) => {
      if (isComplaint(message) && !message.location().url.endsWith('/favicon.ico')) told.push(message.text());
    });
    await page.goto(`${shop}orders/43`);
    await createKnownPix(page);
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
    packed = installShop();
    runner = createProgramRunner(packed.project);
    [service, databases, browser] = await Promise.all([startDocumentedSandbox(runner), startDatabases(packed.project), launchChromium()]);
  });
  after(async () => {
    await browser?.close();
    runner?.stop();
    await databases?.stop();
    packed?.remove();
  });

  it('is tried by the printed commands', async () => {
    const { shop } = await start();
    const { page } = await openPixPage(shop);
    await page.context().close();
    const moved = moveAddresses(findBlock('"purpose":"pix","orderId":"43"'), { service, shop }).replaceAll(
      'http://127.0.0.1:3000',
      shop.slice(0, -1),
    );
    const [playBank, askShop] = moved.split('\n');
    runCommands(playBank);
    await waitUntil(() => runCommands(askShop) === '{"closed":"paid"}', 'the paid order');
  });

  it('has the attributes that are printed', async () => {
    const { shop } = await start();
    const page = await (await fetch(`${shop}orders/43`, { headers: SESSION })).text();
    const [, printed] =
      /<balcao-checkout([^>]*)>/.exec(moveAddresses(findBlock('status-url="/shop/status/{charge}?order=43"'), { service })) ?? [];
    const attributes = printed.trim().split(/\s+/);
    assert.ok(attributes.length >= 8);
    for (const attribute of attributes) assert.ok(page.includes(` ${attribute}`), attribute);
  });

  it('tells the page of a payment at once, by webhook and stream, and closes the order', async () => {
    const { shop, askToken } = await start();
    const { page, told } = await openPixPage(shop);
    const paid = await listenFor(page, ['balcao-pix-paid']);
    await steer('pix', { action: 'settle' });
    await paid();
    assert.deepEqual(await askToken(), { closed: 'paid' });
    assert.deepEqual(await askToken({ purpose: 'card-payment' }), { closed: 'paid' });
    assert.ok((await askToken({ purpose: 'pix-status' })).token, 'a paid order may be asked about');
    assert.deepEqual(told, []);
  });

  it('knows of a payment when the page is closed', async () => {
    const { shop, askToken } = await start();
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

  describe('and what no page is needed for', () => {
    let shop;
    before(async () => (shop = await start()));

    it('tells a page by its stream of what the webhook found', async () => {
      const chargeId = await createCharge(142.41);
      assert.deepEqual(await shop.askStatus(chargeId, '42'), { status: 'pending', chargeId });
      const stream = await shop.ask(`stream/${chargeId}?order=42`);
      assert.equal((await fetch(`${shop.shop}shop/stream/${chargeId}?order=42`)).status, 404, 'for whoever has another session');
      let text = '';
      const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
      const readUntil = async (word) => {
        while (!text.includes(word)) text += (await reader.read()).value;
      };
      await readUntil('"pending"');
      await steer('pix', { action: 'settle', id: chargeId });
      await readUntil('"paid"');
      assert.match(text, /^retry: 2000\n\ndata: \{"status":"pending".*\n\ndata: \{"status":"paid",.*"paidAmount":"142\.41"\}\n\n$/);
      await reader.cancel();
    });

    it('believes no webhook, and knows none at another address', async () => {
      const qrCodeId = await createCharge(142.41);
      await shop.askStatus(qrCodeId, '43');
      assert.equal((await shop.notify({ qrCodeId }, `${shop.shop}shop/webhook/another-secret-than-ours`)).status, 404);
      assert.equal((await shop.notify({ qrCodeId: 'x', status: 'PAGO' })).status, 404);
      assert.equal((await shop.notify({ qrCodeId, status: 'PAGO' })).status, 204);
      assert.ok((await shop.askToken({ orderId: '43' })).token);
    });

    it('leaves a charge of another amount to a person', async () => {
      const qrCodeId = await createCharge(1);
      await shop.askStatus(qrCodeId, '43');
      await steer('pix', { action: 'settle', id: qrCodeId });
      assert.equal((await shop.notify({ qrCodeId })).status, 204);
      assert.deepEqual(await shop.askStatus(qrCodeId, '43'), { status: 'paid', chargeId: qrCodeId, paidAmount: '1.00' });
      assert.deepEqual(await shop.askToken({ orderId: '43' }), { closed: 'closed' });
    });
  });
});
