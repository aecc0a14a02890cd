import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { findBrowsers } from '../../scripts/browsers.mjs';
import { findSnippet } from './documents.mjs';
import { installPacked } from './packed.mjs';

const LIMIT_MS = 10_000;

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function createPromise() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Waits until a server answers, whatever it says. */
async function waitFor(url) {
  for (const end = Date.now() + LIMIT_MS; ;) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > end) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Types a card, pays, and answers the outcome's event. */
async function pay(page, number) {
  await page.locator('input[name=number]').pressSequentially(number);
  await page.locator('input[name=holderName]').fill('MARIA DA SILVA');
  await page.locator('input[name=expirationDate]').pressSequentially('0131');
  await page.locator('input[name=securityCode]').fill('737');
  const outcome = page.evaluate(
    () =>
      new Promise((resolve) => {
        for (const end of ['approved', 'declined', 'failed', 'unconfirmed']) {
          document.addEventListener(`balcao-${end}`, ({ detail }) => resolve({ status: detail.status, code: detail.error?.code }));
        }
      }),
  );
  await page.locator('balcao-card-form [part~=pay-button]').click();
  return outcome;
}

describe('the servers of the documents, as printed', () => {
  const processes = [];
  const complaints = [];
  let packed;
  let browser;
  let shop;
  let sandbox;

  function start(name, code, env) {
    writeFileSync(join(packed.project, name), code);
    const child = spawn(process.execPath, [name], {
      cwd: packed.project,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (text) => complaints.push(String(text)));
    processes.push(child);
  }

  async function openPage() {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(LIMIT_MS);
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await page.goto(shop);
    return page;
  }

  before(async () => {
    packed = installPacked();
    const [sandboxPort, shopPort] = [await findFreePort(), await findFreePort()];
    sandbox = `http://127.0.0.1:${sandboxPort}/demo/`;
    shop = `http://127.0.0.1:${shopPort}/`;
    start('sandbox-server.mjs', findSnippet('docs/testing.md', '// sandbox-server.mjs'), { SANDBOX_PORT: String(sandboxPort) });
    start('shop-server.mjs', findSnippet('docs/integration.md', '// shop-server.mjs'), { SERVICE_URL: sandbox, PORT: String(shopPort) });
    const { chromium: executablePath, chromiumEnv } = await findBrowsers();
    browser = await chromium.launch({ executablePath, env: { ...process.env, ...chromiumEnv } });
    await Promise.all([waitFor(sandbox), waitFor(shop)]);
  });
  after(async () => {
    await browser?.close();
    for (const child of processes) child.kill();
    packed?.remove();
  });

  it('refuse a token for another amount, and an order that there is not', async () => {
    const ask = async (body) => (await fetch(`${shop}shop/token`, { method: 'POST', body: JSON.stringify(body) })).status;
    assert.equal(await ask({ purpose: 'card-payment', orderId: '43', amount: '149.90' }), 404);
    assert.equal(await ask({ purpose: 'card-payment', orderId: '42', amount: '1.00' }), 422);
    assert.equal(await ask({ purpose: 'card-payment', orderId: '42', amount: '149.90' }), 200);
  });

  it('find out what became of a charge without an answer, and take no second payment for the order', { timeout: 60_000 }, async () => {
    const first = await openPage();
    assert.deepEqual(await pay(first, '4000000000000119'), { status: 'unconfirmed', code: undefined });
    await first.reload();
    await first.locator('balcao-card-form').getByText('Pagamento aprovado').waitFor();

    const second = await openPage();
    assert.deepEqual(await pay(second, '4111111111111111'), { status: 'failed', code: 'order-closed' });
    const { charges } = await (await fetch(`${sandbox}__sandbox/state`)).json();
    assert.deepEqual(
      charges.map(({ amount }) => amount),
      [149.9],
    );
    assert.deepEqual(complaints, []);
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
    const records = createHttpServer((_request, response) => void answer(response)).listen(0, '127.0.0.1');
    await once(records, 'listening');
    test.after(() => {
      release();
      records.close();
    });
    const port = await findFreePort();
    const code = findSnippet('docs/integration.md', '// shop-server.mjs');
    start('slow-shop-server.mjs', code, { SERVICE_URL: `http://127.0.0.1:${records.address().port}/`, PORT: String(port) });
    await waitFor(`http://127.0.0.1:${port}/`);

    const attempt = JSON.stringify({ attemptId: 'a', orderId: '42', amount: '149.90', installments: 1, last4: '1111' });
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/shop/resolve`, { method: 'POST', body: attempt })).json();
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
