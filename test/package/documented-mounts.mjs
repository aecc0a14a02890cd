/** Runs the printed apps that mount a shop's server in a web framework, in this process, with a shop of the test. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import * as server from '../../src/server/index.ts';
import { listen } from '../support/listen.mjs';

/** @import { ShopServer } from '../../src/server/index.ts' */

const AsyncFunction = /** @type {FunctionConstructor} */ (Object.getPrototypeOf(async () => undefined).constructor);

// Express prints what its parsers refuse, except in a test.
process.env.NODE_ENV = 'test';

/** Stands in for the shop's pages: it has one, and nothing else. */
const respond = async (/** @type {Request} */ { url }) =>
  new URL(url).pathname === '/' ? new Response('Loja') : new Response('Not found', { status: 404 });

/**
 * Runs a printed `app.mjs`, and resolves with the port of a server that has it.
 *
 * @param {import('node:test').TestContext} t Ends the server.
 * @param {string} code
 * @param {ShopServer} shop Stands in for that of `./shop.mjs`.
 * @param {Record<string, object>} [modules] Stand in for other modules.
 * @returns {Promise<number>}
 */
export async function startApp(t, code, shop, modules = {}) {
  const known = { 'balcao/server': server, './shop.mjs': { shop }, './pages.mjs': { respond }, ...modules };
  const load = (/** @type {string} */ name) => known[name] ?? import(name);
  const body = code
    .replace(/^import (\w+) from '([^']+)';$/gm, "const { default: $1 } = await load('$2');")
    .replace(/^import (\{[^}]+\}) from '([^']+)';$/gm, "const $1 = await load('$2');")
    .replace(/^export const app\b/m, 'const app');
  const app = await new AsyncFunction('load', `${body}\nreturn app;`)(load);
  const opened = createServer(app);
  const port = await listen(opened);
  t.after(() => {
    opened.closeAllConnections();
    opened.close();
  });
  return port;
}

/**
 * Loads modules from files, as printed, beside the `lib/shop.mjs` of a shop in Next.
 *
 * @param {import('node:test').TestContext} t Removes them.
 * @param {Record<string, string>} files
 * @param {ShopServer} [shop]
 * @returns {Promise<any[]>} What each exports.
 */
export async function loadFiles(t, files, shop) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-mounts-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
    process.removeAllListeners('SIGTERM');
  });
  const name = `shop ${folder}`;
  Reflect.set(globalThis, name, shop);
  const all = {
    'package.json': '{ "type": "module" }',
    'lib/shop.mjs': `export const openShop = async () => ({ shop: globalThis[${JSON.stringify(name)}] });`,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return Promise.all(Object.keys(files).map((file) => import(pathToFileURL(join(folder, file)).href)));
}

/**
 * One request to a server of this machine. Of a stream of events only the head is awaited.
 *
 * @param {number} port
 * @param {{ method: string, path: string, headers: Record<string, string>, body?: string }} wanted
 * @returns {Promise<{ status: number, headers: Headers, text: string }>}
 */
export async function send(port, { method, path, headers, body }) {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const outgoing = sendRequest({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } });
  outgoing.end(body);
  const [incoming] = /** @type {[import('node:http').IncomingMessage]} */ (await once(outgoing, 'response'));
  const entries = Object.entries(incoming.headers).map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]));
  const head = { status: incoming.statusCode ?? 0, headers: new Headers(entries) };
  if (isEventStream(head.headers)) {
    outgoing.destroy();
    return { ...head, text: '' };
  }
  const parts = [];
  for await (const part of incoming) parts.push(part);
  return { ...head, text: String(Buffer.concat(parts)) };
}

/** @param {Headers} headers */
export const isEventStream = (headers) => headers.get('Content-Type') === 'text/event-stream';
