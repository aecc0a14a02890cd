import { createReadStream, existsSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../support/listen.mjs';
import { buildLibrary } from './build-library.mjs';
import { root } from './packed.mjs';
import { startSandbox } from './sandbox-server.mjs';

/** A module of the page's own, bundled with a Lit that is not ours. */
async function buildOwnLit() {
  const [{ code }] = await buildLibrary(root, { entry: join(root, 'test/package/own-lit.mjs'), formats: ['es'], fileName: 'own-lit' });
  return code;
}

/**
 * A shop's server and, on another origin, the sandbox.
 *
 * @param {Record<string, string>} [scripts] Scripts that its pages may load beside those of `dist`: path -> text.
 * @returns `open(room, markup, policies, path)` returns the URL of a page with exactly this markup under a strict policy; `charges(room)` what the
 * service charged, `hold`, `release` and `waitForPending` as `startSandbox` has them.
 */
export async function startShop(scripts = {}) {
  const sandbox = await startSandbox();
  const pages = new Map();
  const createPolicy = (policies) =>
    [
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${sandbox.origin}`,
      `require-trusted-types-for 'script'; trusted-types ${policies}`,
    ].join('; ');

  const server = createHttpServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path.startsWith('/__shop/')) return void sandbox.answerShop(request, response);
    const page = pages.get(path);
    if (page) return response.setHeader('Content-Type', 'text/html').setHeader('Content-Security-Policy', page.policy).end(page.markup);
    response.setHeader('Content-Type', 'text/javascript');
    if (path === '/own-lit.js') return void buildOwnLit().then((code) => response.end(code));
    if (path in scripts) return response.end(scripts[path]);
    const file = join(root, path);
    if (path.startsWith('/dist/') && existsSync(file)) return createReadStream(file).pipe(response);
    return response.writeHead(404).end();
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;

  return {
    open(room, createMarkup, policies = 'lit-html', path = `/${room}.html`) {
      const settings = `base-url="${sandbox.origin}/${room}/" token-url="/__shop/${room}/token" amount="149.90" order-id="${room}"`;
      pages.set(path, { markup: createMarkup(settings), policy: createPolicy(policies) });
      return origin + path;
    },
    charges: sandbox.charges,
    hold: sandbox.hold,
    release: sandbox.release,
    waitForPending: sandbox.waitForPending,
    async close() {
      server.closeAllConnections();
      server.close();
      await sandbox.close();
    },
  };
}
