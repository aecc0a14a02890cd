/** What the devices of shoppers send to the shop. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as startRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { CARD } from './service.mjs';
import { ORIGIN } from './shop-settings.mjs';

/**
 * A device with a session of its own.
 *
 * @param {(request: Request) => Promise<Response>} send How its requests get to the shop's server.
 */
export function createDevice(send, name = randomBytes(8).toString('hex')) {
  const cookie = `__Host-balcao=${Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)}`;
  const post = async (path, body, headers = {}) => {
    const request = new Request(`${ORIGIN}/shop/${path}`, {
      method: 'POST',
      headers: { Origin: ORIGIN, Cookie: cookie, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const response = await send(request);
    const text = await response.text();
    return { status: response.status, retryAfter: response.headers.get('Retry-After'), body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    post,
    askToken: (orderId, attemptId) => post('token', { purpose: 'card-payment', orderId, attemptId, amount: '149.90' }),
    notify: (orderId, attemptId, fields) => post('notify', { orderId, attemptId, method: 'card', amount: '149.90', ...fields }),
    resolve: (orderId, attemptId) =>
      post('resolve', { attempt: { orderId, attemptId, method: 'card', state: 'unconfirmed', amount: '149.90' } }),
    payByRelay: (orderId, attemptId) =>
      post(
        `orders/${orderId}/service/card/processPayment`,
        { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD },
        { 'Idempotency-Key': attemptId },
      ),
  };
}

/** Whether an error is that of a server which is gone, or which listens no more. */
export const isGone = ({ code = '' }) => ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code);

/** Keeps connections, and waits as long as a busy machine takes: `fetch` gives up a connection after ten seconds. */
const agent = new Agent({ keepAlive: true });

/** Sends requests over HTTP to a server of another origin than its pages', as a proxy in front of it does. Rejects with `ECONNRESET` where it dies. */
export const sendTo = (origin) => async (request) => {
  const { pathname, search } = new URL(request.url);
  const outgoing = startRequest(new URL(pathname + search, origin), {
    agent,
    method: request.method,
    headers: Object.fromEntries(request.headers),
  });
  outgoing.end(await request.text());
  const [incoming] = await once(outgoing, 'response');
  const body = await text(incoming);
  return new Response(body === '' ? null : body, {
    status: incoming.statusCode,
    headers: new Headers(Object.entries(incoming.headers).filter(([name]) => name !== 'set-cookie')),
  });
};
