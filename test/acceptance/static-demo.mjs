import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { findDemo } from '../../scripts/tests/artifacts.mjs';
import { typeCard } from '../package/card-payment.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { pressForKnownPix } from '../package/pix-payment.mjs';
import { listen } from '../support/listen.mjs';

const FOLDER = '/any/path/';
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

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
  return { server, asked, address: `http://127.0.0.1:${await listen(server)}${FOLDER}` };
}

/**
 * Serves the demo, as `npm run build:demo` builds it, as files below a path, and starts Chromium.
 *
 * @returns The host's list of what it was `asked`, `open()` for a page in a context of its own, and `close()`.
 */
export async function startStaticDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-static-demo-'));
  const { server, asked, address } = await serveFiles(findDemo(folder));
  const browser = await launchChromium();

  /** @param {import('playwright-core').BrowserContextOptions & { prepare?: (page: import('playwright-core').Page) => Promise<unknown> }} [options] */
  const open = async ({ prepare = async () => {}, ...options } = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const complaints = [];
    const requests = [];
    let loads = 0;
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => requests.push(request));
    page.on('load', () => (loads += 1));
    await prepare(page);
    await page.goto(address);
    return { context, page, complaints, requests, countLoads: () => loads, close: () => context.close() };
  };
  const close = async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, asked, open, close };
}

/**
 * Chooses a new card or Pix, once the returning customer's cards have come from the shop: until then the row of a new card is open, and
 * `check()` would not press it.
 */
export async function chooseMethod(page, method) {
  await page.locator('[part~=method-saved-cards] [name=cardId]:enabled').first().waitFor();
  await page.locator(`[part~=method-${method}] [name=method]`).check();
}

/** Pays with a card that is typed. */
export async function payWithNewCard(page) {
  await chooseMethod(page, 'card');
  await typeCard(page, '4111111111111111');
  await page.locator('balcao-card-form [part~=pay-button]').click();
}

export const APPROVED = /Pagamento aprovado/;

/** Waits for an outcome that says these words. */
export const waitForOutcome = (page, says) => page.locator('[part~=outcome]:visible', { hasText: says }).waitFor();

/** Waits until the bench counts so many charges, in words. */
export const waitForCount = (page, words) => page.locator('#charges-count', { hasText: words }).waitFor();

/** Makes a Pix code, and waits until it can be read and the shop knows of it. */
export async function createPix(page) {
  await chooseMethod(page, 'pix');
  await pressForKnownPix(page);
  await page.locator('balcao-pix [part~=qr]').waitFor();
}

/** Opens the bench, and the drawers of these names in it. */
export async function openBench(page, ...drawers) {
  await page.locator('#bench-toggle').click();
  for (const name of drawers) await page.locator('.drawer > summary', { hasText: name }).click();
}
