/**
 * The demo as `npm run build:demo` makes it, from a plain file server below a path, in Chromium: its shop and its service live in a
 * service worker. Pictures go to the folder that DEMO_SCREENSHOTS names.
 */
import assert from 'node:assert/strict';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { findBrowsers } from '../../scripts/browsers.mjs';
import { root } from '../package/packed.mjs';

const FOLDER = '/any/path/';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const CARD = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: '01/31', securityCode: '737' };
const APPROVED = /Pagamento aprovado/;

/** A file host that knows nothing of shops: files below FOLDER, 404 and 405 for all else. It writes down what it was asked. */
async function serveFiles(folder) {
  const asked = [];
  const server = createServer(({ url = '', method }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    asked.push(`${method} ${pathname}`);
    const file = normalize(join(folder, pathname.slice(FOLDER.length) || 'index.html'));
    const isThere = pathname.startsWith(FOLDER) && file.startsWith(folder) && existsSync(file) && statSync(file).isFile();
    if (method !== 'GET' || !isThere) return response.writeHead(method === 'GET' ? 404 : 405).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, asked, address: `http://127.0.0.1:${server.address().port}${FOLDER}` };
}

describe('the demo as static pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-static-demo-'));
  let host;
  let browser;

  before(async () => {
    for (const mode of ['production', 'worker'])
      await build({ configFile: join(root, 'vite.config.ts'), mode, logLevel: 'error', build: { outDir: folder } });
    host = await serveFiles(folder);
    const { chromium: executablePath, chromiumEnv } = await findBrowsers();
    browser = await chromium.launch({ executablePath, env: { ...process.env, ...chromiumEnv } });
  });

  after(async () => {
    await browser?.close();
    host?.server.closeAllConnections();
    host?.server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(prepare = async () => {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const complaints = [];
    const requests = [];
    let loads = 0;
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => requests.push(request));
    page.on('load', () => (loads += 1));
    await prepare(page);
    await page.goto(host.address);
    const { pathname, origin } = new URL(host.address);
    return { context, page, complaints, requests, pathname, origin, countLoads: () => loads };
  }

  /** The returning customer's cards come from the shop, and their tab moves the others. */
  async function choose(page, method) {
    await page.locator('[part~=method-tab-saved-cards]').waitFor();
    await page.locator(`[part~=method-tab-${method}]`).click();
  }

  async function payWithNewCard(page) {
    await choose(page, 'card');
    for (const [name, text] of Object.entries(CARD)) await page.locator(`input[name=${name}]:visible`).pressSequentially(text);
    await page.locator('balcao-card-form [part~=pay-button]').click();
  }

  const outcome = (page, says) => page.locator('[part~=outcome]:visible', { hasText: says }).waitFor();
  const count = (page, words) => page.locator('#ledger-count', { hasText: words }).waitFor();

  it('pays by card on the first visit, and remembers it after a reload', { timeout: 90_000 }, async () => {
    const { context, page, complaints, requests, origin, countLoads } = await open();
    await page.locator('#simulation', { hasText: 'Isto é uma simulação' }).waitFor();

    await payWithNewCard(page);
    await outcome(page, APPROVED);
    await count(page, /^1 cobrança$/);
    assert.equal(countLoads(), 1, 'the page waits for its worker, and does not load itself anew');

    await page.reload();
    await outcome(page, APPROVED);
    await count(page, /^1 cobrança$/);
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      requests.map((request) => request.url()).filter((url) => !url.startsWith(origin)),
      [],
    );
    assert.deepEqual(
      host.asked.filter((line) => !/^GET \/any\/path\/(?:|worker\.js|assets\/[\w.-]+)$/.test(line)),
      [],
      'the file host is asked for files alone',
    );
    await context.close();
  });

  it('pays with a card that the returning customer saved', { timeout: 90_000 }, async () => {
    const { context, page, complaints } = await open();
    await choose(page, 'saved-cards');
    await page.locator('balcao-saved-cards [part~=card-option]', { hasText: 'Roxinho' }).click();
    await page.locator('balcao-saved-cards [part~=pay-button]').click();
    await outcome(page, APPROVED);
    await count(page, /^1 cobrança$/);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('shows a Pix as paid as soon as the bench pays it, by the stream of the worker', { timeout: 90_000 }, async () => {
    const { context, page, complaints, requests } = await open();
    await choose(page, 'pix');
    await page.locator('balcao-pix [part~=pay-button]').click();
    await page.locator('balcao-pix [part~=qr]').waitFor();
    await page.waitForFunction(() => document.querySelector('#events')?.textContent?.includes('balcao-pix-created'));

    await page.getByRole('button', { name: 'Simular pagamento' }).click();
    await page.locator('#order-state', { hasText: 'Pedido confirmado' }).waitFor();

    assert.ok(
      requests.some((request) => request.resourceType() === 'eventsource' && /\/shop\/stream\//.test(request.url())),
      'the page listens to the stream',
    );
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('goes on where it was when the browser has ended the worker', { timeout: 90_000 }, async () => {
    const { context, page, pathname } = await open();
    const devtools = await context.newCDPSession(page);
    await devtools.send('ServiceWorker.enable');
    await payWithNewCard(page);
    await outcome(page, APPROVED);
    await page.locator('.order [data-new-order]').click();
    await page.getByRole('radio', { name: 'Recusar', exact: true }).check();
    await page.locator('#fault-status', { hasText: 'Na próxima: recusar' }).waitFor();

    await devtools.send('ServiceWorker.stopAllWorkers');
    await payWithNewCard(page);

    await outcome(page, /Pagamento não aprovado/);
    await page.locator('#ledger-refresh').click();
    await count(page, /^1 cobrança$/);
    const kept = await page.evaluate(async (path) => {
      const [{ name }] = (await indexedDB.databases()).filter((database) => database.name.includes(path));
      const database = await new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const all = await new Promise((resolve) => {
        const asking = database.transaction('memory').objectStore('memory').getAll();
        asking.onsuccess = () => resolve(asking.result);
      });
      database.close();
      return JSON.stringify(all, (_key, value) => (value instanceof Map ? [...value] : value));
    }, pathname);
    assert.match(kept, /"charges":\[\{/);
    assert.doesNotMatch(kept, /4111111111111111|securityCode/, 'no card is kept');
    await context.close();
  });

  it('starts after a reload past the cache, which goes past workers', { timeout: 90_000 }, async () => {
    const { context, page, complaints } = await open();
    await page.locator('[part~=pay-button]:visible').first().waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.reload', { ignoreCache: true });
    await page.waitForLoadState('load');
    await payWithNewCard(page);
    await outcome(page, APPROVED);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('says so where the browser gives it no worker', { timeout: 60_000 }, async () => {
    const { context, page } = await open((fresh) =>
      fresh.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })),
    );
    await page.locator('#no-service', { hasText: 'não deixa a página ter um service worker' }).waitFor();
    await context.close();
  });
});
