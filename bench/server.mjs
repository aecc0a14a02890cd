/**
 * What the shop's server takes, over HTTP on loopback: tokens for a charge and notices of pages within a second, sixteen at once, at one instance
 * with a PostgreSQL of its own that writes to the disk; and what the ledger adds to one payment by the relay. Beside it, in turns and in one run, the
 * same handler with its ledger in memory, and a bare `node:http` handler. Numbers are medians of rounds, and ratios are of one round each.
 *
 * `node bench/server.mjs [--rounds N] [--json]`; fails where a ratio is over its limit in `server/limits.mjs`. The database, the server, the
 * service and the pages share this machine's cores: rates are those of a whole shop on one machine, and not of the server alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/server/postgres-server.mjs';
import { findMedian } from './median.mjs';
import { createClient, measureRate, measureTime } from './server/load.mjs';
import { findExcess, formatTable } from './server/limits.mjs';

const ORIGIN = 'https://loja.example';
const AMOUNT_CENTS = 14_990;
const AT_ONCE = 16;
const LASTS_MS = 1500;
const PAYMENTS = 100;

const SESSION = 'a'.repeat(64);
const HEADERS = { Origin: ORIGIN, Cookie: `__Host-balcao=${SESSION}` };
const CARD = { holderName: 'MARIA SILVA', expirationDate: '12/39', number: '4111111111111111', securityCode: '123' };

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' }, json: { type: 'boolean', default: false } } });
const rounds = Number(values.rounds);

/** Starts one of the programs of `server/`. */
async function startProcess(name, settings) {
  const program = fileURLToPath(new URL(`server/${name}`, import.meta.url));
  const child = fork(program, [JSON.stringify(settings)], { execArgv: ['--import', 'tsx'] });
  const [{ port }] = await once(child, 'message');
  return { port, client: createClient(port, HEADERS), stop: () => child.kill() };
}

let orderCount = 0;

/** A page that wants to charge a new order; the attempts that got their token are for `createNotices`. */
const createTokenAsk = (attempts) => () => {
  orderCount += 1;
  const [orderId, attemptId] = [`order-${orderCount}`, `attempt-${orderCount}`];
  attempts.push({ orderId, attemptId });
  return { path: '/shop/token', body: { purpose: 'card-payment', orderId, attemptId, amount: '149.90' } };
};

/** Each attempt's page says that it was approved. */
const createNotices = (attempts) => {
  const waiting = [...attempts];
  return () => {
    const attempt = waiting.pop();
    return attempt && { path: '/shop/notify', body: { ...attempt, method: 'card', state: 'approved', amount: '149.90' } };
  };
};

const askPayment = () => {
  orderCount += 1;
  return {
    path: `/shop/orders/order-${orderCount}/service/card/processPayment`,
    headers: { 'Idempotency-Key': `attempt-${orderCount}` },
    body: { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD },
  };
};

/** One round at one server. */
async function measure({ client }) {
  const attempts = [];
  const tokenRate = await measureRate(client, createTokenAsk(attempts), { atOnce: AT_ONCE, lastsMs: LASTS_MS });
  const noticeRate = await measureRate(client, createNotices(attempts), { atOnce: AT_ONCE, lastsMs: LASTS_MS });
  return { tokenRate, noticeRate, paymentMs: await measureTime(client, askPayment, PAYMENTS) };
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
    bareMs: bare.paymentMs,
    paymentMs: sql.paymentMs,
    memoryPaymentMs: memory.paymentMs,
    ledgerMs: sql.paymentMs - memory.paymentMs,
    paymentToMemory: sql.paymentMs / memory.paymentMs,
    paymentToBare: sql.paymentMs / bare.paymentMs,
  };
}

const formatLoad = () => loadavg().map((value) => value.toFixed(1)).join(' '); // prettier-ignore

const loadBefore = formatLoad();
const postgres = await startPostgres({ isDurable: true });
const started = [];
try {
  const start = async (name, settings) => {
    const server = await startProcess(name, settings);
    started.push(server);
    return server;
  };
  const bare = await start('bare-process.mjs', {});
  const settings = { service: `http://127.0.0.1:${bare.port}`, origin: ORIGIN, amountCents: AMOUNT_CENTS };
  const servers = {
    sql: await start('shop-process.mjs', { ...settings, connection: await postgres.createDatabase() }),
    memory: await start('shop-process.mjs', settings),
    bare,
  };
  const found = [];
  for (let round = 0; round <= rounds; round += 1) {
    const numbers = {};
    // Whoever begins has the machine as the one before left it: that is not always the same.
    const turn = Object.entries(servers).map((_, index, all) => all[(index + round) % all.length]);
    for (const [name, server] of turn) numbers[name] = await measure(server);
    // The first one only warms up.
    if (round > 0) found.push(compare(numbers));
  }
  const medians = Object.fromEntries(Object.keys(found[0]).map((key) => [key, findMedian(found.map((numbers) => numbers[key]))]));
  if (values.json) console.log(JSON.stringify(medians));
  else {
    console.log(formatTable(medians));
    console.log(
      `\n${rounds} rounds, ${AT_ONCE} at once; Node ${process.version}, ${availableParallelism()} cores, load ${loadBefore} before and ${formatLoad()} after`,
    );
  }
  const excess = findExcess(medians);
  for (const line of excess) console.error(`OVER ITS LIMIT: ${line}`);
  if (excess.length > 0) process.exitCode = 1;
} finally {
  for (const { client, stop } of started) {
    client.close();
    stop();
  }
  await postgres.stop();
}
