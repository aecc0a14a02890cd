/** The shop's server of the bench: its pages, scripts and style sheets with brotli at its best as a CDN sends them, and the service behind `/pagamentos/`. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compressBest } from '../../scripts/brotli.mjs';
import { listen } from '../../test/support/listen.mjs';

/** Reads scripts below folders, or those that were built for the bench, compressed once. */
function createScriptReader(folders, built) {
  const compressed = new Map();
  const read = (path) => {
    if (built[path]) return built[path];
    const [, folder, file] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const name = folders[folder] && !file.includes('..') && join(folders[folder], file);
    return name && existsSync(name) ? readFileSync(name) : undefined;
  };
  return (path) => {
    if (!compressed.has(path)) {
      const code = read(path);
      compressed.set(path, code && compressBest(code));
    }
    return compressed.get(path);
  };
}

/** Keeps requests for scripts waiting, each until all are let go or its patience ends. */
function createHold() {
  let patienceMs = 0;
  let held = new AbortController();
  return {
    /** Resolves when the request may be answered. */
    async wait() {
      if (patienceMs > 0) await setTimeout(patienceMs, undefined, { signal: held.signal }).catch(() => {});
    },
    begin(forMs) {
      patienceMs = forMs;
      held = new AbortController();
    },
    end() {
      patienceMs = 0;
      held.abort();
    },
  };
}

/** Hands a request to the service as the shop's own server would, with the token that no page sees. */
async function askService(service, request, response) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const url = new URL(request.url, 'http://localhost');
  const headers = { ...request.headers, authorization: `Bearer ${service.issueToken().token}` };
  const answer = await service(
    new Request(url, { method: request.method, headers, ...(parts.length > 0 && { body: Buffer.concat(parts) }) }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
}

/**
 * @param {object} options
 * @param {import('./pages.mjs').BenchPage[]} options.pages
 * @param {Record<string, string>} options.folders The first part of a path -> the folder whose scripts are below it.
 * @param {Record<string, string>} [options.built] Scripts that are in no folder: path -> code.
 * @param {Function} [options.service] The sandbox, where payments are made.
 * @returns `addressOf(page)`; `empty`, the address of an empty page; `hold(patienceMs)`: from now on each script that is not the first of its
 * page waits, until `release()`, or longer than `patienceMs`.
 */
export async function startBenchServer({ pages, folders, built = {}, service }) {
  const readScript = createScriptReader(folders, built);
  const firstScripts = new Set(pages.map(({ script }) => script));
  const hold = createHold();

  async function answer(request, response) {
    const { pathname } = new URL(request.url, 'http://localhost');
    const page = pages.find(({ id }) => pathname === `/pages/${id}`);
    response.setHeader('Content-Type', 'text/html');
    if (page) return response.end(page.html);
    if (pathname === '/empty') return response.end('<!doctype html><link rel="icon" href="data:,">');
    if (pathname.startsWith('/pagamentos/') && service) return askService(service, request, response);
    const code = readScript(pathname);
    if (!code) return response.writeHead(404).end();
    if (!firstScripts.has(pathname)) await hold.wait();
    return response
      .setHeader('Content-Type', pathname.endsWith('.css') ? 'text/css' : 'text/javascript')
      .setHeader('Content-Encoding', 'br')
      .end(code);
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    addressOf: ({ id }) => `${origin}/pages/${id}`,
    empty: `${origin}/empty`,
    hold: hold.begin,
    release: hold.end,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
