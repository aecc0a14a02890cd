/** What the devices of shoppers send to the shop. */
import { randomBytes } from 'node:crypto';
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

/** Sends requests over HTTP to a server of another origin than its pages', as a proxy in front of it does. */
export const sendTo = (origin) => (request) => {
  const { pathname, search } = new URL(request.url);
  return fetch(new Request(new URL(pathname + search, origin), request));
};
