import { fileURLToPath } from 'node:url';
import { toNodeListener } from '../../src/server/index.js';
import { nameAttempts } from '../static/relay-profile.js';
import { CustomerSession } from './customer-session.js';
import { openDemoData } from './demo-data.js';
import { createDemoShop } from './demo-shop.js';
import { startFrameServer } from './frame-server.js';
import { respondJson } from './http.js';
import { createLiveParts, describeLive, readLiveService } from './live-service.js';
import { listLoopbackNames } from './loopback-names.js';
import { startSandboxService } from './sandbox-service.js';
import type { AddressInfo } from 'node:net';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import type { ShopEvent } from '../../src/server/index.js';
import type { DemoConfig } from '../page/demo-config.js';
import type { DemoData } from './demo-data.js';
import type { DemoShop } from './demo-shop.js';
import type { FrameServer } from './frame-server.js';

const PATHS = { shop: '/shop/', store: '/loja/' };
const CONFIG_PATH = '/demo-config.json';

/** The package as it is built: the frame is served from there. */
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Where `npm start` keeps what happens in the demo. */
const USUAL_FOLDER = fileURLToPath(new URL('../../.demo', import.meta.url));

/** What closes the demo of each folder. A changed configuration is loaded as a new module, which knows nothing of the one before. */
const running: Map<string, () => Promise<void>> = readRunning();

/** The port that the documents name. Kept from one start to the next where it is free: the page's ledger of payments is by base URL. */
const DOCUMENTED_PORT = 4174;

/** Vite's server of the demo: the development server, or the one that shows a build. */
type DemoPages = ViteDevServer | PreviewServer;

/**
 * The demo's server side, in Vite's servers: `plugins: [demoServer()]` in vite.config.ts. The static pages have it in a service worker
 * instead.
 *
 * - the sandbox, on an origin of its own (`http://127.0.0.1:4174`, or the port that `SANDBOX_PORT` names, or any that is free), room `demo`.
 *   Its base URL is printed with those of the pages;
 * - the frame of card fields that a provider would serve, on an origin of its own, too (port 4175, or any that is free);
 * - the shop: Balcão's server at `/shop/`, and its own endpoints at `/loja/`;
 * - `/demo-config.json`: a `DemoConfig` for the page.
 *
 * What happens is kept in `.demo`, and survives a restart, where `npm start` has started it; else it is forgotten. `DEMO_DATA` names
 * another folder, or says `memory`.
 *
 * With `BALCAO_BASE_URL` and `BALCAO_TOKEN` in the environment the same demo pays at that service: `mode` is `live`, and the shop's server
 * adds the token, which no page ever sees. `BALCAO_RELAY_CARDS=1` lets cards be typed then.
 */
export function demoServer(): Plugin {
  return {
    name: 'balcao-demo-server',
    configureServer: mount,
    configurePreviewServer: mount,
    transformIndexHtml: { order: 'pre', handler: (html) => (readLiveService(process.env) ? nameAttempts(html) : html) },
  };
}

async function mount(server: DemoPages): Promise<void> {
  const folder = findFolder(process.env);
  await closeEarlier(folder);
  const data = await openDemoData(folder);
  const live = readLiveService(process.env);
  const shops = new Map<string, DemoShop>();
  const wantedPort = Number(process.env['SANDBOX_PORT'] ?? DOCUMENTED_PORT);
  const sandbox = live ? undefined : await startSandboxService({ data, port: wantedPort, findShop: () => [...shops.values()][0] });
  const frame = sandbox && (await startFrame(server, sandbox.url));
  const session = new CustomerSession();
  const onEvent = createEventPrinter(server, data);

  /** Two names of this machine are two devices: a shop for each, as two instances over one ledger. */
  const openShop = (publicOrigin: string): DemoShop => {
    const parts = live ? createLiveParts(live) : sandbox?.createParts();
    if (!parts) throw new Error('The demo has no payments service.');
    const { ledger, memory } = data;
    const shop = shops.get(publicOrigin) ?? createDemoShop({ ...parts, publicOrigin, paths: PATHS, ledger, memory, session, onEvent });
    shops.set(publicOrigin, shop);
    return shop;
  };
  const respond = async (request: Request): Promise<Response> => {
    const { origin, pathname } = new URL(request.url);
    const names = listLoopbackNames(readAddress(server));
    if (pathname === CONFIG_PATH) {
      const frameUrl = frame?.findUrl(new URL(origin).hostname);
      const own: DemoConfig = { mode: 'live', shopUrl: PATHS.shop, storeUrl: PATHS.store };
      const config: DemoConfig = sandbox
        ? { ...own, mode: 'sandbox', baseUrl: sandbox.url, controlUrl: `${sandbox.url}__sandbox/`, deviceUrl: names.findOther(origin) }
        : own;
      return respondJson(200, { ...config, ...(frameUrl !== undefined && { frameUrl }) } satisfies DemoConfig);
    }
    if (!names.has(origin)) return respondJson(403, { message: 'This demo has its shop at localhost and 127.0.0.1 alone.' });
    const response = await openShop(origin)(request);
    (sandbox ?? data).save();
    return response;
  };
  const listener = toNodeListener(respond);
  server.middlewares.use((request, response, next) => {
    const path = request.url?.split('?')[0] ?? '';
    const isOurs = path === CONFIG_PATH || Object.values(PATHS).some((folder) => path.startsWith(folder));
    if (isOurs) void listener(request, response);
    else next();
  });
  const close = async (): Promise<void> => {
    frame?.close();
    await sandbox?.close();
    for (const shop of shops.values()) await shop.server.close();
    await data.ledger.close();
  };
  if (folder !== undefined) running.set(folder, close);
  server.httpServer?.once('close', () => void close());
  printWithUrls(server, [
    ...(sandbox ? [...describeSandbox(sandbox.url, wantedPort), describeFrame(frame)] : []),
    ...(live ? [describeLive(live)] : []),
    `Data: ${data.about}`,
  ]);
}

function readRunning(): Map<string, () => Promise<void>> {
  const key = Symbol.for('balcao.demo');
  const known: unknown = Reflect.get(process, key);
  const map = known instanceof Map ? known : new Map<string, () => Promise<void>>();
  Reflect.set(process, key, map);
  return map;
}

/** Vite makes its next server before it closes the one that has the folder: after a change of its configuration. */
async function closeEarlier(folder = ''): Promise<void> {
  await running.get(folder)?.();
  running.delete(folder);
}

/** Where the data are kept; `undefined` for nowhere. Programs that start this demo for themselves, such as tests, begin anew each time. */
function findFolder({ DEMO_DATA: said, npm_lifecycle_event: command }: NodeJS.ProcessEnv): string | undefined {
  if (said === 'memory') return undefined;
  return said || (command === 'start' ? USUAL_FOLDER : undefined);
}

/** Prints what goes wrong, each thing once: two shops have one ledger, whose own warning is among the lines of the start. */
function createEventPrinter(server: DemoPages, { ledger }: DemoData): (event: ShopEvent) => void {
  const said = new Set([ledger.warning]);
  return (event) => {
    if ((event.type !== 'failure' && event.type !== 'warning') || said.has(event.message)) return;
    said.add(event.message);
    server.config.logger.warn(`  ➜  ${event.message}`);
  };
}

function readAddress({ httpServer }: DemoPages): AddressInfo {
  const address = httpServer?.address();
  if (!address || typeof address !== 'object') throw new Error('The demo needs a server of its own.');
  return address;
}

/** The frame is for the pages of this server, whose port is known once it listens. */
async function startFrame(server: DemoPages, service: string): Promise<FrameServer | undefined> {
  const pages = server.httpServer;
  if (!pages) return undefined;
  const pagePort = new Promise<number>((resolve) => {
    pages.once('listening', () => resolve(readAddress(server).port));
  });
  return startFrameServer({ dist: DIST, service, pagePort });
}

function describeFrame(frame: FrameServer | undefined): string {
  if (!frame) return 'Frame: none, since dist has none. npm run build makes it.';
  return `Frame: ${frame.findUrl('localhost')} (the frame-url of pages at localhost; ${frame.findUrl('127.0.0.1')} for those at 127.0.0.1)`;
}

/** Prints lines below the addresses that Vite prints of its own. */
function printWithUrls(server: DemoPages, lines: readonly string[]): void {
  const printUrls = server.printUrls.bind(server);
  server.printUrls = () => {
    printUrls();
    for (const line of lines) server.config.logger.info(`  ➜  ${line}`);
  };
}

function describeSandbox(baseUrl: string, wantedPort: number): string[] {
  const { port } = new URL(baseUrl);
  const isElsewhere = Number(port) !== wantedPort;
  return [
    `Sandbox: ${baseUrl} (the base-url of pages that are tried on it)`,
    ...(isElsewhere ? [`Port ${wantedPort} is taken: the sandbox is at ${port}. Write that where the documents have ${wantedPort}.`] : []),
  ];
}
