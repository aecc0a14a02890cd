/**
 * What the shop's server takes, over HTTP on loopback: tokens for a charge, notices of pages and payments by the relay within a second, sixteen at
 * once, at one instance with a PostgreSQL of its own that writes to the disk; how long a payment takes at half of that rate, and what the ledger adds
 * to one alone. Beside it, in turns and in one run, the same handler with its ledger in memory, and a bare `node:http` handler. Numbers are medians
 * of rounds, and ratios are of one round each.
 *
 * `node bench/server.mjs [--rounds N] [--json]`; fails where a number is over its limit in `server/limits.mjs`, and so does `npm run quality`.
 * `--curve` prints how long a payment takes at which rate instead, with one, two and four instances over one database. The database, the server, the
 * service and the pages share this machine's cores: rates are those of a whole shop on one machine, and not of the server alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/server/postgres-server.mjs';
import { findMedian } from './median.mjs';
import { createClient, measureLatency, measureRate, measureTime } from './server/load.mjs';
import { findExcess, formatTable } from './server/limits.mjs';

const ROUNDS = 7;
const ORIGIN = 'https://loja.example';
const AMOUNT_CENTS = 14_990;
const AT_ONCE = 16;
const LASTS_MS = 1500;
const PAYMENTS = 100;

/** How many instances the curve has, and its rates, as shares of what one instance takes. */
const INSTANCES = [1, 2, 4];
const SHARES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];

const CARD = { holderName: 'MARIA SILVA', expirationDate: '12/39', number: '4111111111111111', securityCode: '123' };

/** Starts one of the programs of `server/`. */
async function startProcess(name, settings) {
  const program = fileURLToPath(new URL(`server/${name}`, import.meta.url));
  const child = fork(program, [JSON.stringify(settings)], { execArgv: ['--import', 'tsx'] });
  const [{ port }] = await once(child, 'message');
  return { port, client: createClient(port, { Origin: ORIGIN }), stop: () => child.kill() };
}

let orderCount = 0;

/** A visitor of a session and an address of its own: nobody pays with the session of all others. */
const describeVisitor = (number) => ({
  Cookie: `__Host-balcao=${number.toString(16).padStart(64, '0')}`,
  'X-Visitor': `200.${(number >> 16) % 256}.${(number >> 8) % 256}.${number % 256}`,
});

/** A page that wants to charge a new order; the attempts that got their token are for `createNotices`. */
const createTokenAsk = (attempts) => () => {
  orderCount += 1;
  const headers = describeVisitor(orderCount);
  const [orderId, attemptId] = [`order-${orderCount}`, `attempt-${orderCount}`];
  attempts.push({ orderId, attemptId, headers });
  return { path: '/shop/token', headers, body: { purpose: 'card-payment', orderId, attemptId, amount: '149.90' } };
};

/** Each attempt's page says that it was approved. */
const createNotices = (attempts) => {
  const waiting = [...attempts];
  return () => {
    const attempt = waiting.pop();
    if (!attempt) return undefined;
    const { headers, ...names } = attempt;
    return { path: '/shop/notify', headers, body: { ...names, method: 'card', state: 'approved', amount: '149.90' } };
  };
};

const askPayment = () => {
  orderCount += 1;
  return {
    path: `/shop/orders/order-${orderCount}/service/card/processPayment`,
    headers: { ...describeVisitor(orderCount), 'Idempotency-Key': `attempt-${orderCount}` },
    body: { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD },
  };
};

/** One round at one server. */
async function measure({ client }) {
  const attempts = [];
  const atOnce = { atOnce: AT_ONCE, lastsMs: LASTS_MS };
  const tokenRate = await measureRate(client, createTokenAsk(attempts), atOnce);
  const noticeRate = await measureRate(client, createNotices(attempts), atOnce);
  const paymentRate = await measureRate(client, askPayment, atOnce);
  const half = await measureLatency([client], askPayment, { rate: paymentRate / 2, lastsMs: LASTS_MS });
  const paymentMs = await measureTime(client, askPayment, PAYMENTS);
  // While the others have their turn, the server would end its idle connections: one that is used again at that moment is reset.
  client.close();
  return { tokenRate, noticeRate, paymentRate, half, paymentMs };
}

/** What one round says, of the three servers. */
function compare(/** @type {Record<string, Awaited<ReturnType<typeof measure>>>} */ { sql, memory, bare }) {
  return {
    bareRate: bare.tokenRate,
    tokenRate: sql.tokenRate,
    memoryTokenRate: memory.tokenRate,
    tokenToMemory: memory.tokenRate / sql.tokenRate,
    tokenToBare: bare.tokenRate / sql.tokenRate,
    noticeRate: sql.noticeRate,
    memoryNoticeRate: memory.noticeRate,
    noticeToMemory: memory.noticeRate / sql.noticeRate,
    noticeToBare: bare.noticeRate / sql.noticeRate,
    barePaymentRate: bare.paymentRate,
    paymentRate: sql.paymentRate,
    memoryPaymentRate: memory.paymentRate,
    paymentRateToMemory: memory.paymentRate / sql.paymentRate,
    halfP50Ms: sql.half.p50,
    halfP99Ms: sql.half.p99,
    bareMs: bare.paymentMs,
    paymentMs: sql.paymentMs,
    memoryPaymentMs: memory.paymentMs,
    ledgerMs: sql.paymentMs - memory.paymentMs,
    paymentToMemory: sql.paymentMs / memory.paymentMs,
    paymentToBare: sql.paymentMs / bare.paymentMs,
  };
}

/** @typedef {Awaited<ReturnType<typeof startProcess>>} Started */

/**
 * Starts a PostgreSQL and a service, and passes `work` a function that starts a shop's server: over a database of PostgreSQL, or without one.
 *
 * @template Result
 * @param {(parts: { bare: Started, createDatabase: () => Promise<object>, start: (connection?: object) => Promise<Started> }) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function withServers(work) {
  const postgres = await startPostgres({ isDurable: true });
  const started = [];
  const open = async (name, settings) => {
    const server = await startProcess(name, settings);
    started.push(server);
    return server;
  };
  try {
    const bare = await open('bare-process.mjs', {});
    const settings = { service: `http://127.0.0.1:${bare.port}`, origin: ORIGIN, amountCents: AMOUNT_CENTS };
    const start = (connection) => open('shop-process.mjs', { ...settings, connection });
    return await work({ bare, start, createDatabase: () => postgres.createDatabase() });
  } finally {
    for (const { client, stop } of started) {
      client.close();
      stop();
    }
    await postgres.stop();
  }
}

/**
 * Measures the three servers.
 *
 * @returns {Promise<{ numbers: Record<string, number>, table: string, excess: string[] }>} The medians, the table to print, and a line for each number
 * over its limit.
 */
export function benchServer({ rounds = ROUNDS } = {}) {
  return withServers(async ({ bare, start, createDatabase }) => {
    const servers = { sql: await start(await createDatabase()), memory: await start(), bare };
    const found = [];
    for (let round = 0; round <= rounds; round += 1) {
      const numbers = {};
      // Whoever begins has the machine as the one before left it: that is not always the same.
      const turn = Object.entries(servers).map((_, index, all) => all[(index + round) % all.length]);
      for (const [name, server] of turn) numbers[name] = await measure(server);
      // The first one only warms up.
      if (round > 0) found.push(compare(numbers));
    }
    const numbers = Object.fromEntries(Object.keys(found[0]).map((key) => [key, findMedian(found.map((each) => each[key]))]));
    return { numbers, table: formatTable(numbers), excess: findExcess(numbers) };
  });
}

/** Prints how long a payment takes at which rate, with some numbers of instances over one database. */
function printCurve() {
  return withServers(async ({ start, createDatabase }) => {
    const connection = await createDatabase();
    const servers = [await start(connection)];
    const one = await measureRate(servers[0].client, askPayment, { atOnce: AT_ONCE, lastsMs: 2 * LASTS_MS });
    console.log(`one instance takes ${one.toFixed(0)} payments a second\n\ninstances  payments/s  median ms  99 of 100 ms`);
    for (const count of INSTANCES) {
      while (servers.length < count) servers.push(await start(connection));
      const clients = servers.map(({ client }) => client);
      for (const rate of SHARES.map((share) => share * one)) {
        const { p50, p99 } = await measureLatency(clients, askPayment, { rate, lastsMs: 2 * LASTS_MS });
        const cells = [rate.toFixed(0).padStart(10), p50.toFixed(1).padStart(9), p99.toFixed(1).padStart(12)];
        console.log([String(count).padStart(9), ...cells].join('  '));
      }
    }
  });
}

const formatLoad = () => loadavg().map((value) => value.toFixed(1)).join(' '); // prettier-ignore

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: String(ROUNDS) },
      json: { type: 'boolean', default: false },
      curve: { type: 'boolean', default: false },
    },
  });
  const loadBefore = formatLoad();
  if (values.curve) return printCurve();
  const rounds = Number(values.rounds);
  const { numbers, table, excess } = await benchServer({ rounds });
  if (values.json) console.log(JSON.stringify(numbers));
  else {
    const load = `load ${loadBefore} before and ${formatLoad()} after`;
    console.log(`${table}\n\n${rounds} rounds, ${AT_ONCE} at once; Node ${process.version}, ${availableParallelism()} cores, ${load}`);
  }
  for (const line of excess) console.error(`OVER ITS LIMIT: ${line}`);
  if (excess.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
