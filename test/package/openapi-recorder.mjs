/** Real HTTP in front of a handler, with every request and response on record. */
import { createServer } from 'node:http';
import { toNodeListener } from '../../src/sandbox/node.ts';
import { listen } from '../support/listen.mjs';

/**
 * @typedef {object} Exchange
 * @property {string} method
 * @property {string} path Below the base path.
 * @property {Headers} headers
 * @property {string} text The body of the request.
 * @property {{ status: number, type: string | null, text: string }} [response] None where the connection broke.
 */

/**
 * Serves a handler of `Request`s on a free port of this machine.
 *
 * @param {Parameters<typeof toNodeListener>[0]} handler
 * @param {{ basePath?: string, pageOrigin?: string }} [options] `pageOrigin`: of the page that asks, as a browser would say it.
 * @returns `origin`, `exchanges` in the order of arrival, `close()`.
 */
export async function recordExchanges(handler, { basePath = '/', pageOrigin } = {}) {
  const exchanges = [];
  const record = async (request, peer) => {
    const { pathname } = new URL(request.url);
    const exchange = {
      method: request.method,
      path: `/${pathname.slice(basePath.length)}`,
      headers: request.headers,
      text: await request.clone().text(),
    };
    exchanges.push(exchange);
    const asked = pageOrigin === undefined ? request : sendFrom(pageOrigin, request);
    const answer = await handler(asked, peer);
    const { status, headers } = answer;
    const type = headers.get('content-type');
    if (type === 'text/event-stream') {
      // It has no end.
      exchange.response = { status, type, text: '' };
      return answer;
    }
    const bytes = await answer.arrayBuffer();
    exchange.response = { status, type, text: new TextDecoder().decode(bytes) };
    headers.delete('content-length');
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers });
  };
  const listener = toNodeListener(record);
  const server = createServer((incoming, outgoing) => {
    // A browser, or Node, sends a request of a reused connection again by itself.
    outgoing.setHeader('Connection', 'close');
    void listener(incoming, outgoing);
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    exchanges,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Browsers say where a page is from; Node says nothing. */
function sendFrom(origin, request) {
  const headers = new Headers(request.headers);
  headers.set('Origin', origin);
  return new Request(request, { headers });
}
