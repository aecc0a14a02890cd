/// <reference types="node" />
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createMemory } from '../../sandbox/memory.js';
import { startSandboxServer, type SandboxServer, type SandboxServerOptions } from '../../sandbox/node.js';
import { DEFAULT_VARIANT, VARIANT_WORDS, parseVariantChanges, type ServiceVariant } from '../../sandbox/variant.js';
import { UsageError, describeError, getErrorCode, loadFile, loadJsonFile } from '../command.js';
import type { Command, CommandIo, CommandValues } from '../command.js';
import { serveControlPage } from './control-page.js';
import {
  createWatchedDeliver,
  formatRequestJson,
  formatRequestLine,
  formatStart,
  formatStartJson,
  formatWebhookJson,
  formatWebhookLine,
  listAddresses,
  watchRequests,
} from './output.js';
import { findFreePort, runShopProgram } from './shop-program.js';

/** The output of `balcao sandbox --help`. */
const SANDBOX_HELP = `balcao sandbox: the payments service on this machine, in memory, to build and to test a shop with.

Usage: balcao sandbox [options]

It prints its base URL (the base-url of the checkout), test cards, amounts that do something, its control page, and each request as one
line: time, method, path, status, duration; each try to notify the webhook, too. No card number is printed. Ctrl+C ends it.

Options:
  --port PORT     Where it listens; 0 for any free port. Default 4174, or a free port where that one is taken.
  --host HOST     The address to listen on. Default 127.0.0.1, this machine alone. On any other address everyone who reaches it controls it.
  --variant FILE  A JSON file that says how this service differs, such as {"pixStatusSystem": "bcb", "cardExpiration": "MM/YY"}.
  --webhook URL   The address on this machine that is notified of paid Pix charges.
  --start FILE    A program of Node to run beside it, with SERVICE_URL and PORT: 3000 or that of the webhook, or a free one where that is taken.
                  It ends with the sandbox, and the sandbox with it.
  --json          One JSON object a line: {"event":"listening",...}, then {"event":"request",...} and {"event":"webhook",...}.
  --help, -h      Print this.

Examples:
  npx balcao sandbox
  npx balcao sandbox --port 5000 --webhook http://127.0.0.1:3000/shop/webhook/only-for-trying-it
  npx balcao sandbox --variant sandbox.json --start server.mjs

Exit codes: 0 it was ended by Ctrl+C or SIGTERM, 1 it could not start, 2 wrong usage`;

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  variant: { type: 'string' },
  webhook: { type: 'string' },
  start: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The addresses that only this machine reaches. */
const OWN_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** The command `balcao sandbox`: runs the payments service in memory, on this machine. */
export const sandboxCommand: Command<typeof OPTIONS> = {
  name: 'sandbox',
  summary: 'Start the payments service on this machine, to build and test a shop with',
  help: SANDBOX_HELP,
  options: OPTIONS,
  run: runSandbox,
};

async function runSandbox(values: CommandValues<typeof OPTIONS>, { stdout, stderr, env, signal }: CommandIo): Promise<number> {
  const { port, host = '127.0.0.1', variant, webhook, start, json: isJson = false } = values;
  const formatRequest = isJson ? formatRequestJson : formatRequestLine;
  const formatWebhook = isJson ? formatWebhookJson : formatWebhookLine;
  const service = {
    ...(variant !== undefined && (await loadVariantFile(variant))),
    ...(webhook !== undefined && { webhookUrl: parseWebhookUrl(webhook) }),
    port: parsePort(port),
    host,
  };
  if (start !== undefined) await loadFile('--start', start);
  const shop = start === undefined ? undefined : await placeShop(service.webhookUrl, env['PORT'], stderr);
  const serve = await serveControlPage();
  const server = await startServer({
    ...service,
    ...(shop?.webhookUrl && { webhookUrl: shop.webhookUrl }),
    // A shop may remember the charges of an earlier sandbox: this one has other identifiers.
    memoryOf: () => ({ ...createMemory(), firstIdentifier: randomInt(100_000_000, 900_000_000) }),
    warn: stderr,
    deliver: createWatchedDeliver((notice) => stdout(formatWebhook(notice))),
    wrap: (service) => watchRequests(serve(service), (request) => stdout(formatRequest(request))),
  });
  if (!OWN_HOSTS.includes(host)) stderr(`Everyone who reaches ${host} can read and control this sandbox.`);
  stdout(isJson ? formatStartJson(server.origin) : formatStart(server.origin));
  let exitCode = 0;
  if (start !== undefined && shop) {
    const own = { ...env, SERVICE_URL: listAddresses(server.origin).baseUrl, PORT: shop.port };
    exitCode = await runShopProgram(start, { stdio: ['inherit', isJson ? process.stderr : 'inherit', 'inherit'], env: own }, signal);
  } else if (!signal.aborted) await once(signal, 'abort');
  await server.close();
  return exitCode;
}

/**
 * Chooses the port of the shop's program: `given` or, by default, that of the webhook, else 3000, or a free one if that is taken. Moves the webhook there.
 */
async function placeShop(webhookUrl: string | undefined, given: string | undefined, warn: (text: string) => void) {
  const url = new URL(webhookUrl || 'http://127.0.0.1:3000/');
  const wanted = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const chosen = parsePort(given || undefined, 'PORT');
  const port = String(chosen || (await findFreePort(chosen ?? wanted)));
  url.port = port;
  if (chosen === undefined && port !== String(wanted)) warn(`The port ${wanted} is taken; the shop is at port ${port} instead.`);
  return { port, webhookUrl: webhookUrl && url.href };
}

function parsePort(text: string | undefined, name = '--port'): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`${name}: "${text}" is no port. Give a whole number from 0 (any free port) to 65535.`);
}

/**
 * Loads a JSON file with keys of a `ServiceVariant`.
 *
 * @throws {UsageError} The file cannot be read, is not JSON, or has unknown keys or wrong values. The message lists all of them.
 */
async function loadVariantFile(file: string): Promise<Partial<ServiceVariant>> {
  const { changes, problems } = parseVariantChanges(await loadJsonFile('--variant', file));
  if (problems.length === 0) return changes;
  throw new UsageError(
    [`--variant: ${file} is no variant of the service:`, ...problems.map(({ field }) => `  ${explainKey(field)}`)].join('\n'),
  );
}

/**
 * Validates the address that is notified of paid Pix charges.
 *
 * @throws {UsageError} The address is not on this machine.
 */
function parseWebhookUrl(url: string): string {
  if (parseVariantChanges({ webhookUrl: url }).problems.length === 0) return url;
  throw new UsageError(`--webhook: ${explainKey('webhookUrl')}`);
}

/** Returns a message with the allowed values of a variant's key. An empty key stands for the whole variant. */
function explainKey(key: string): string {
  const words = Object.entries(VARIANT_WORDS).find(([name]) => name === key)?.[1];
  if (words) return `${key} must be one of ${words.map((word) => `"${word}"`).join(', ')}`;
  switch (key) {
    case '':
      return 'it must be a JSON object';
    case 'magic':
      return 'magic must be true or false';
    case 'tokenLifeSeconds':
      return 'tokenLifeSeconds must be a whole number, 1 or more';
    case 'webhookUrl':
      return 'webhookUrl must be an http or https address of this machine (localhost, 127.0.0.1 or [::1])';
    default:
      return `${key} is no key of a variant; the keys are ${Object.keys(DEFAULT_VARIANT).join(', ')}`;
  }
}

/** The port at which the documents and recipes expect the sandbox. */
const DEFAULT_PORT = 4174;

/** The settings of `startServer`. */
interface ServerRequest extends Omit<SandboxServerOptions, 'port'> {
  /** The port that the person chose; `undefined` for 4174 or, if 4174 is taken, any free port. */
  port: number | undefined;
  /** Called with a message if port 4174 is taken and the sandbox uses another port. */
  warn: (text: string) => void;
}

/**
 * Starts the sandbox's server.
 *
 * @throws {Error} The chosen port is taken, or the server cannot listen on the address. The message suggests a fix.
 */
async function startServer({ port, warn, ...options }: ServerRequest): Promise<SandboxServer> {
  try {
    return await startSandboxServer({ ...options, port: port ?? DEFAULT_PORT });
  } catch (error) {
    const code = getErrorCode(error);
    if (code !== 'EADDRINUSE') throw new Error(explainStart(code, error), { cause: error });
    if (port !== undefined) {
      const fix = 'Choose another one with --port, or leave --port out: then a free one is taken';
      throw new Error(`The port ${port} is taken. ${fix}.`, { cause: error });
    }
  }
  const server = await startSandboxServer({ ...options, port: 0 });
  warn(`The port ${DEFAULT_PORT} is taken; this sandbox is at port ${new URL(server.origin).port} instead.`);
  return server;
}

function explainStart(code: string | undefined, error: unknown): string {
  if (code === 'EACCES') return 'This port needs more rights than this program has. Choose one above 1023 with --port.';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'This machine does not have the address of --host. 0.0.0.0 stands for all that it has.';
  return `The sandbox could not start: ${describeError(error)}`;
}
