/// <reference types="node" />
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../client/system-clock.js';
import { isCheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { formatFailure } from '../../server/events.js';
import { createShopServer, loginTokens, sqlLedger, toNodeListener } from '../../server/index.js';
import type { ShopEvent, ShopServer, SqlDatabase } from '../../server/index.js';
import { UsageError, loadJsonFile, type Command, type CommandIo, type CommandValues } from '../command.js';
import { createApplication } from './application.js';
import { parseServeConfig, type ServeConfig } from './serve-config.js';

/** The output of `balcao serve --help`. */
const SERVE_HELP = `balcao serve: the shop's server as a program, for shops that are not written for Node.

Usage: balcao serve --config FILE [options]

It keeps the orders, the tokens and the payments, and asks the shop's own application over HTTP, with signed requests and responses:
find (what an order costs, and whose it is), deliver (a payment came) and customer (who is logged in). Secrets come from the environment.
GET /health is for a load balancer. SIGTERM ends it after the charges that are under way.

Options:
  --config FILE  A JSON file: {"publicOrigin": ..., "service": ..., "tokens": ..., "application": ..., "database": ...}.
  --json         Print every event as one JSON object a line; without it, warnings and failures alone, as text.
  --help, -h     Print this.

Examples:
  npx balcao serve --config balcao.json
  npx balcao serve --config balcao.json --json

Exit codes: 0 it was ended by Ctrl+C or SIGTERM, 1 it could not start, 2 wrong usage`;

const OPTIONS = { config: { type: 'string' }, json: { type: 'boolean' } } as const;

/** The path of the state for load balancers. */
const HEALTH_PATH = '/health';

/** The time in which responses that are under way may end after the shop's server has closed, ms. */
const LAST_RESPONSES_MS = 5000;

/** The time limit of a connection to the database, ms. */
const CONNECT_MS = 10_000;

/** The time in which the database may close its connections at the end, ms. */
const END_MS = 2000;

/** The command `balcao serve`: runs the shop's server for an application in any language. */
export const serveCommand: Command<typeof OPTIONS> = {
  name: 'serve',
  summary: "Run the shop's server, for shops that are not written for Node",
  help: SERVE_HELP,
  options: OPTIONS,
  run: runServe,
};

async function runServe(
  { config: file, json: isJson = false }: CommandValues<typeof OPTIONS>,
  { stdout, stderr, env, signal }: CommandIo,
): Promise<number> {
  if (file === undefined) throw new UsageError('Which shop is it for? Give its file: --config FILE.');
  const { config, problems } = parseServeConfig(await loadJsonFile('--config', file), env);
  if (!config) throw new UsageError([`--config: ${file} cannot be used:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
  const database = await openDatabase(config.database);
  const print = (event: ShopEvent): void => {
    if (isJson) stdout(JSON.stringify({ at: new Date().toISOString(), ...event }));
    else if (event.type === 'warning') stderr(event.message);
    else if (event.type === 'failure') stderr(formatFailure(event));
  };
  try {
    const shop = createShop(config, database.sql, print);
    if (!(await start(shop, signal))) {
      await shop.close({ limitMs: END_MS });
      return 0;
    }
    const server = await listen(shop, config.listen, signal);
    const address = formatAddress(server);
    stdout(isJson ? JSON.stringify({ event: 'listening', url: address }) : `The shop's server listens at ${address}`);
    if (!signal.aborted) await once(signal, 'abort');
    // Requests are still answered meanwhile, so that a page hears that nothing was sent.
    await shop.close();
    await close(server);
  } finally {
    // A database that gives no answer must not keep the program.
    await withTimeLimit(database.close(), systemClock, END_MS).catch(() => undefined);
  }
  return 0;
}

/** Starts the shop's server. Resolves with `false` if the program is to end before that. */
async function start(shop: ShopServer, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const started = shop.start().catch((error: unknown) => {
    throw new Error(`The shop's server did not start: ${explainStart(error)}`, { cause: error });
  });
  const ended = new AbortController();
  try {
    return await Promise.race([started.then(() => true), once(signal, 'abort', { signal: ended.signal }).then(() => false)]);
  } finally {
    ended.abort();
  }
}

/** Creates the shop's server. Throws a `UsageError` that names the setting which it refuses. */
function createShop(
  { shared, service, tokens, application, webhookSecret }: ServeConfig,
  database: SqlDatabase,
  onEvent: (event: ShopEvent) => void,
): ShopServer {
  try {
    return createShopServer({
      ...shared,
      service,
      tokens: loginTokens(tokens),
      ...createApplication(application),
      ledger: sqlLedger(database),
      ...(webhookSecret !== undefined && { webhookSecret }),
      onEvent,
    });
  } catch (error) {
    throw isCheckoutError(error) ? new UsageError(`--config: ${error.message}`) : error;
  }
}

/** Opens the database. The packages are the shop's own, since not every shop needs both. */
async function openDatabase(database: ServeConfig['database']): Promise<{ sql: SqlDatabase; close: () => Promise<void> }> {
  if ('folder' in database) {
    const { pglite } = await import('../../server/pglite.js');
    return { sql: pglite(database.folder), close: async () => undefined };
  }
  const { default: pg } = await import('pg').catch((error: unknown) => {
    throw new Error('PostgreSQL needs the package pg beside balcao: npm install pg.', { cause: error });
  });
  const { postgres } = await import('../../server/postgres.js');
  const pool = new pg.Pool({ connectionString: database.url, max: database.connections, connectionTimeoutMillis: CONNECT_MS });
  return { sql: postgres(pool), close: () => pool.end() };
}

/** Explains an error of the database. An error of several addresses has no message, but a code. */
function explainStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** Starts the HTTP server. Rejects with a fix if it cannot listen there. */
async function listen(shop: ShopServer, { host, port }: ServeConfig['listen'], signal: AbortSignal): Promise<Server> {
  const handle = toNodeListener(shop);
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.split('?', 1)[0] !== HEALTH_PATH) return void handle(incoming, outgoing);
    void findState(shop, signal).then((status) => {
      // A load balancer then sends new requests elsewhere.
      const isUsable = status === 'ready' || status === 'degraded';
      outgoing.writeHead(isUsable ? 200 : 503, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      outgoing.end(JSON.stringify({ status }));
    });
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw new Error(
      `It cannot listen at ${host}, port ${port}: ${error instanceof Error ? error.message : String(error)}. Change "listen" in the config.`,
      { cause: error },
    );
  }
  return server;
}

async function findState(shop: ShopServer, signal: AbortSignal): Promise<string> {
  return signal.aborted ? 'closing' : (await shop.health()).status;
}

function formatAddress(server: Server): string {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || !address) return '';
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}/`;
}

/** Ends the HTTP server: responses that are under way may end, within a limit. */
async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const limit = setTimeout(() => server.closeAllConnections(), LAST_RESPONSES_MS);
  await closed;
  clearTimeout(limit);
}
