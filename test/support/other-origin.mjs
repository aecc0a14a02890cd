/** `dist` on another origin, as a CDN has it. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listen } from './listen.mjs';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * Starts a server for `dist`: below `/open/` every page may load it, below `/closed/` it is without the header that modules need. It does not keep
 * the process alive.
 *
 * @returns {Promise<string>} The address of the server.
 */
export async function startOtherOrigin() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, place, file] = /^\/(open|closed)\/((?:lazy\/)?[\w.-]+\.js)$/.exec(pathname) ?? [];
    if (!file) return response.writeHead(404).end();
    if (place === 'open') response.setHeader('Access-Control-Allow-Origin', '*');
    return response.setHeader('Content-Type', 'text/javascript').end(readFileSync(`${dist}${file}`));
  });
  server.unref();
  return `http://127.0.0.1:${await listen(server)}`;
}
