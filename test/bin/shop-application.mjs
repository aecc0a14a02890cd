/** The application of a shop that `balcao serve` asks, with a signature of its own: it shares no code with the program. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../support/listen.mjs';

export const SECRET = '0123456789abcdef0123456789abcdef';

const sign = (...parts) => createHmac('sha256', SECRET).update(parts.join('\n')).digest('hex');

/** The headers of a signed request. */
export function signRequest({ path, body, method = 'POST', at = Date.now(), nonce = 'ab'.repeat(16) }) {
  const time = String(Math.floor(at / 1000));
  return { 'Balcao-Time': time, 'Balcao-Nonce': nonce, 'Balcao-Signature': sign('request', time, nonce, method, path, body) };
}

/** What may be wrong with a response: a change of what is sent, and the words of the complaint. */
export const FORGERIES = {
  unsigned: /has no signature/,
  tampered: /has a wrong signature/,
  'of another status': /has a wrong signature/,
  late: /is too old/,
  early: /is too old/,
  replayed: /has a wrong signature/,
  'by another secret': /has a wrong signature/,
  redirected: /has no signature/,
};

/**
 * Starts it. `orders` are by their id; `requests` are all that came; `delivered` all that it kept. `setForgery(name)`: what is wrong with its
 * responses from now on. `fail(name)`: the next request for that gets 500, signed.
 */
export async function startApplication() {
  const orders = new Map([['42', { id: '42', amountCents: 14_990, terms: { maxInstallments: 3 } }]]);
  const requests = [];
  const delivered = [];
  const nonces = new Set();
  const failing = new Set();
  let forgery;
  let earlier;

  /** What the application says, by the end of the path. */
  const answer = (name, message) => {
    if (name === 'find') return { order: message.headers.cookie?.includes('session=ana') ? (orders.get(message.orderId) ?? null) : null };
    if (name === 'customer') return { customer: message.headers.cookie?.includes('session=ana') ? 'c-ana' : null };
    delivered.push(message.payment);
    return { delivered: true };
  };

  const respond = async (request, response) => {
    const body = await text(request);
    const { 'balcao-time': time, 'balcao-nonce': nonce, 'balcao-signature': signature } = request.headers;
    assert.equal(signature, sign('request', time, nonce, request.method, request.url, body));
    assert.ok(Math.abs(Date.now() / 1000 - Number(time)) < 300 && !nonces.has(nonce));
    nonces.add(nonce);
    const name = request.url.split('/').at(-1);
    const message = JSON.parse(body);
    requests.push({ name, message });
    const isFailing = failing.delete(name);
    const given = JSON.stringify(isFailing ? {} : answer(name, message));
    const status = isFailing ? 500 : 200;
    const offsetS = { late: -301, early: 301 }[forgery] ?? 0;
    const at = String(Math.floor(Date.now() / 1000) + offsetS);
    const signed = { at, signature: sign('response', signature, at, String(status), given) };
    const sent = forgery === 'replayed' ? earlier : signed;
    earlier ??= signed;
    const headers = { 'Content-Type': 'application/json', 'Balcao-Time': sent.at, 'Balcao-Signature': sent.signature };
    if (forgery === 'unsigned' || forgery === 'redirected') delete headers['Balcao-Signature'];
    if (forgery === 'by another secret') headers['Balcao-Signature'] = createHmac('sha256', 'other').update(given).digest('hex');
    if (forgery === 'redirected') return response.writeHead(307, { Location: request.url }).end();
    response.writeHead(forgery === 'of another status' ? 201 : status, headers);
    response.end(forgery === 'tampered' ? `${given.replace('14990', '1')} ` : given);
  };

  let problem;
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      problem = error;
      response.destroy();
    });
  });
  const port = await listen(server);
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${port}/balcao/`,
    ...{ orders, requests, delivered },
    setForgery: (name) => (forgery = name),
    fail: (name) => failing.add(name),
    stop,
    /** Lets it come up again where it was. */
    resume: () => new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined))),
    /** Throws where a request was not signed as it must be. */
    assertSigned: () => assert.ifError(problem),
  };
}
