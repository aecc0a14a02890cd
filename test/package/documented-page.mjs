import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBlock } from './documented-blocks.mjs';
import { LIMIT_MS } from './limit.mjs';
import { root } from './packed.mjs';

const SHOP = 'https://shop.example/';
const SERVICE = 'https://payments.example/';

/** The policy of the documents, as printed. */
export const POLICY = findBlock("https://payments.example; base-uri 'none'").trim();

const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };

/**
 * Opens the files of a recipe as pages of `https://shop.example/`, with the sandbox at `https://payments.example/` and the script-tag file
 * beside them, under the policy of the documents. Nothing of it goes over a network.
 *
 * @param files What is at each path: `{ '/': { type: 'html', body: '...' } }`.
 * @param endpoints The shop's own: each answers `[status, body]` to the JSON that was posted, or to the path of a `GET`.
 * @param sites Other origins: each answers a path with `{ status, headers, body }`.
 * @returns The page, and what the page's policy or the page itself complained of.
 */
export async function openRecipe(browser, { files, endpoints = {}, sandbox, policy = POLICY, sites = {} }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A busy machine makes IndexedDB slow, and the page says so.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('IndexedDB')) complaints.push(message.text());
  });
  const script = { type: 'js', body: readFileSync(join(root, 'dist/balcao.min.js'), 'utf8') };
  const empty = { type: 'html', body: '<!doctype html>' };
  const all = { '/balcao.min.js': script, '/empty': empty, '/favicon.ico': empty, ...files };

  await context.route(`${SERVICE}**`, async (route) => {
    const request = route.request();
    const body = request.postDataBuffer() ?? undefined;
    const answer = await sandbox(new Request(request.url(), { method: request.method(), headers: await request.allHeaders(), body }));
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  await context.route(`${SHOP}**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const file = request.method() === 'GET' ? all[pathname] : undefined;
    if (file) {
      const headers = { 'Content-Type': TYPES[file.type], 'Content-Security-Policy': policy };
      return route.fulfill({ status: 200, headers, body: file.body });
    }
    const endpoint = endpoints[pathname];
    const [status, body] = endpoint ? await endpoint(JSON.parse(request.postData() ?? '{}')) : [404, {}];
    return route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  });
  for (const [origin, answer] of Object.entries(sites))
    await context.route(`${origin}/**`, (route) => route.fulfill(answer(new URL(route.request().url()).pathname)));
  await page.goto(`${SHOP}empty`);
  await warmStorage(page);
  await page.goto(SHOP);
  return { page, complaints };
}

/** On a busy machine the first use of IndexedDB takes longer than an order's guard waits for it. */
export async function warmStorage(page) {
  await page.evaluate(async () => {
    const settle = (target, name) => new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));
    const opening = indexedDB.open('warm', 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('warm'));
    await settle(opening, 'success');
    const writing = opening.result.transaction('warm', 'readwrite', { durability: 'strict' });
    writing.objectStore('warm').put(1, 1);
    await settle(writing, 'complete');
    opening.result.close();
  });
}

/** The token endpoint of a shop that gives one to whoever asks. */
export function createTokenEndpoint(sandbox) {
  return async () => [200, sandbox.issueToken()];
}
