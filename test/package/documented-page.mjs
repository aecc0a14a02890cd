import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBlock } from './documented-blocks.mjs';
import { moveAddresses } from './documented-server.mjs';
import { LIMIT_MS } from './limit.mjs';
import { isComplaint, listenFor } from './page-events.mjs';
import { root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

const SHOP = 'https://shop.example/';
const SERVICE = 'https://payments.example/';

/**
 * The endpoints of a shop, by path: each answers `[status, body]` to the JSON that was posted, or to that of a `GET`, which is empty.
 *
 * @typedef {Record<string, ((request: Record<string, unknown>) => unknown) | undefined>} Endpoints
 */

/** Files for `openRecipe`. */
export const html = (body) => ({ type: 'html', body });
export const js = (body) => ({ type: 'js', body });

const listDist = () => Object.keys(JSON.parse(readFileSync(join(root, 'dist/integrity.json'), 'utf8')));

/** The files of `dist` that a page may load, as a server has them in a folder, for `openRecipe`. */
export function readDist(folder) {
  const read = (file) => ({ type: extname(file).slice(1), body: readFileSync(join(root, 'dist', file), 'utf8') });
  return Object.fromEntries(listDist().map((file) => [`${folder}${file}`, read(file)]));
}

/** The policy of the documents, as printed. */
export const POLICY = findBlock("https://payments.example; base-uri 'none'").trim();

const SCRIPT = '<script src="/balcao/balcao.min.js"></script>';
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' };

/**
 * Opens the files of a recipe as pages of `https://shop.example/`, with the sandbox at `https://payments.example/` and the package's folder
 * `dist` at `/balcao/`, under the policy of the documents. Nothing of it goes over a network.
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
    if (!isComplaint(message)) return;
    const isOfRequest = message.text().startsWith('Failed to load resource');
    complaints.push(isOfRequest ? `${message.text()} ${message.location().url}` : message.text());
  });
  const empty = { type: 'html', body: '<!doctype html>' };
  const all = { ...readDist('/balcao/'), '/empty': empty, '/favicon.ico': empty, ...files };

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

/** A page stands as it is; a tag stands in one, after the script. */
function createPage(code, head = SCRIPT) {
  const isPage = /^<!doctype/m.test(code);
  return { type: 'html', body: isPage ? code : `<!doctype html><html lang="pt-BR"><meta charset="utf-8">${head}${code}` };
}

/** The policy of the documents, with the hashes of the scripts and styles that stand in a page. */
function createPolicy(html) {
  const hash = ([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const allow = (directive, inline) => [directive, ...Array.from(html.matchAll(inline), hash)].join(' ');
  return POLICY.replace("script-src 'self'", (self) => allow(self, /<script(?: type="importmap")?>([\s\S]*?)<\/script>/g)).replace(
    "style-src 'self'",
    (self) => allow(self, /<style>([\s\S]*?)<\/style>/g),
  );
}

/**
 * Opens a block as a page of a shop.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} code
 * @param {object} [options]
 * @param {import('../../src/sandbox/index.ts').Sandbox} [options.sandbox]
 * @param {Record<string, { type: string, body: string }>} [options.files] As `openRecipe` has them.
 * @param {Endpoints} [options.endpoints]
 * @param {string} [options.head] Loads the package, in the place of the script.
 * @param {string} [options.policy] In the place of the documents' policy for this page.
 */
export async function openBlock(browser, code, { sandbox = createSandbox(), files = {}, endpoints = {}, head, policy } = {}) {
  const page = createPage(moveAddresses(code, { service: SERVICE }), head);
  const opened = await openRecipe(browser, {
    files: { '/': page, ...readDist('/dist/'), ...files },
    endpoints: { '/shop/token': createTokenEndpoint(sandbox), ...endpoints },
    sandbox,
    policy: policy ?? createPolicy(page.body),
  });
  return { sandbox, ...opened };
}

/** All that a page says, shadow roots included. */
export async function readText(page) {
  const text = await page.evaluate(() => {
    const read = (node) =>
      [...node.childNodes].map((child) => child.data ?? (child.shadowRoot ? read(child.shadowRoot) : '') + read(child)).join(' ');
    return read(document.body);
  });
  return text.replaceAll(/\s+/g, ' ');
}

/** Presses the button that makes a Pix code, and answers the event that follows, as `listenFor` does. */
export async function makePixCode(page) {
  const outcome = await listenFor(page, ['balcao-pix-created', 'balcao-failed']);
  await page.locator('balcao-pix [part~=pay-button]').click();
  return outcome();
}
