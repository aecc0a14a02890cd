/** What pages send: many at once for a while, so many a second, or one after the other. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { findMedian } from '../median.mjs';

/** @typedef {{ path: string, body: object, headers?: Record<string, string> }} Ask */

/** A client that keeps its connections. */
export function createClient(port, headers) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const send = (/** @type {Ask} */ { path, body, headers: more }) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const all = { ...headers, ...more, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
      const outgoing = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers: all }, (incoming) => {
        let said = '';
        incoming.setEncoding('utf8').on('data', (chunk) => (said += chunk));
        incoming.on('end', () => {
          if ((incoming.statusCode ?? NaN) < 300) resolve(said);
          else reject(new Error(`${path} responded ${incoming.statusCode}: ${said}`));
        });
      });
      outgoing.on('error', reject).end(text);
    });
  return { send, close: () => agent.destroy() };
}

/**
 * Sends for a while, this many at once.
 *
 * @param {() => Ask | undefined} next The next request; none ends it early.
 * @returns {Promise<number>} Answers within a second.
 */
export async function measureRate(client, next, { atOnce, lastsMs }) {
  const startedAt = performance.now();
  let count = 0;
  const work = async () => {
    while (performance.now() - startedAt < lastsMs) {
      const ask = next();
      if (!ask) return;
      await client.send(ask);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (count * 1000) / (performance.now() - startedAt);
}

/**
 * Sends so many a second for a while, whether or not the ones before were answered, as pages do. A time begins when its request was due, so that
 * a server that falls behind is not measured by fewer requests.
 *
 * @param {ReturnType<typeof createClient>[]} clients Each gets its share.
 * @param {() => Ask} next
 * @returns {Promise<{ p50: number, p99: number }>} Times of an answer, ms.
 */
export async function measureLatency(clients, next, { rate, lastsMs }) {
  const startedAt = performance.now();
  const sendAt = async (index) => {
    const dueAt = startedAt + (index * 1000) / rate;
    await wait(Math.max(0, dueAt - performance.now()));
    await clients[index % clients.length].send(next());
    return performance.now() - dueAt;
  };
  const count = Math.max(1, Math.round((rate * lastsMs) / 1000));
  const times = (await Promise.all(Array.from({ length: count }, (_, index) => sendAt(index)))).sort((one, other) => one - other);
  const find = (share) => times[Math.min(count - 1, Math.floor(count * share))] ?? NaN;
  return { p50: find(0.5), p99: find(0.99) };
}

/** Sends one after the other. Returns the median time of an answer, ms. */
export async function measureTime(client, next, times) {
  const values = [];
  for (let index = 0; index < times; index += 1) {
    const startedAt = performance.now();
    await client.send(next());
    values.push(performance.now() - startedAt);
  }
  return findMedian(values);
}
