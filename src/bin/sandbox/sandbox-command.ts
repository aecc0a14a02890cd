import { UsageError } from '../command.js';
import { serveControlPage } from './control-page.js';
import { readVariantFile, readWebhookUrl } from './read-variant.js';
import { formatRequestJson, formatRequestLine, watchRequests } from './request-line.js';
import { SANDBOX_HELP } from './sandbox-help.js';
import { formatStart, formatStartJson } from './start-message.js';
import { startServer } from './start-server.js';
import { createWatchedDeliver, formatWebhookJson, formatWebhookLine } from './webhook-line.js';
import type { Command, CommandIo, CommandValues } from '../command.js';

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  variant: { type: 'string' },
  webhook: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The addresses that only this machine reaches. */
const OWN_HOSTS: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** `balcao sandbox`: the payments service, in memory, on this machine. */
export const sandboxCommand: Command<typeof OPTIONS> = {
  name: 'sandbox',
  summary: 'Start the payments service on this machine, to build and test a shop with',
  help: SANDBOX_HELP,
  options: OPTIONS,
  run: runSandbox,
};

async function runSandbox(values: CommandValues<typeof OPTIONS>, { stdout, stderr, signal }: CommandIo): Promise<number> {
  const { port, host = '127.0.0.1', variant, webhook, json: isJson = false } = values;
  const formatRequest = isJson ? formatRequestJson : formatRequestLine;
  const formatWebhook = isJson ? formatWebhookJson : formatWebhookLine;
  const service = {
    ...(variant !== undefined && (await readVariantFile(variant))),
    ...(webhook !== undefined && { webhookUrl: readWebhookUrl(webhook) }),
    port: readPort(port),
    host,
  };
  const serve = await serveControlPage();
  const server = await startServer({
    ...service,
    warn: stderr,
    deliver: createWatchedDeliver((notice) => stdout(formatWebhook(notice))),
    wrap: (service) => watchRequests(serve(service), (request) => stdout(formatRequest(request))),
  });
  if (!OWN_HOSTS.includes(host)) stderr(`Everyone who reaches ${host} can read and control this sandbox.`);
  stdout(isJson ? formatStartJson(server.origin) : formatStart(server.origin));
  await waitForEnd(signal);
  await server.close();
  return 0;
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--port: "${text}" is no port. Give a whole number from 0 (any free port) to 65535.`);
}

function waitForEnd(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
