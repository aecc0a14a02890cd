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

/** The folder of the built package, which contains the frame. */
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** The folder in which `npm start` stores the demo's data. */
const USUAL_FOLDER = fileURLToPath(new URL('../../.demo', import.meta.url));

/** The functions that close the running demos, by folder. They outlive this module: Vite loads a changed configuration as a new module. */
const running: Map<string, () => Promise<void>> = readRunning();

/** The sandbox's port in the documents. It should be the same after each start, because the page stores its payments by base URL. */
const DOCUMENTED_PORT = 4174;

/** Vite's server of the demo: the development server, or the preview of a build. */
type DemoPages = ViteDevServer | PreviewServer;

/**
 * Creates the plugin that runs the demo's servers in Vite: `plugins: [demoServer()]` in vite.config.ts. The static pages run them in a
 * service worker instead.
 *
 * - the sandbox, on a separate origin (`http://127.0.0.1:4174`, the port in `SANDBOX_PORT`, or any free port), in the room `demo`. Its base
 *   URL is printed below the addresses of the pages;
 * - the frame of card fields that a provider would serve, on a separate origin too (port 4175, or any free port);
 * - the shop: Balcão's server at `/shop/`, and its own endpoints at `/loja/`;
 * - `/demo-config.json`: a `DemoConfig` for the page.
 *
 * With `npm start`, the data are stored in `.demo` and survive a restart. Otherwise they are in memory only. `DEMO_DATA` names another
 * folder, or is `memory`.
 *
 * With `BALCAO_BASE_URL` and `BALCAO_TOKEN` in the environment, the same demo pays at that service: `mode` is `live`, and the shop's server
 * adds the token, which no page ever sees. `BALCAO_RELAY_CARDS=1` then also accepts new cards.
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

  /** Opens the shop for one name of this machine. Two names act as two devices, with two instances of the shop on one ledger. */
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
  const closeAll = async (): Promise<void> => {
    // The charges that are under way still need the sandbox.
    await Promise.all([...shops.values()].map((shop) => shop.server.close()));
    frame?.close();
    await sandbox?.close();
    await data.ledger.close();
  };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  // On SIGTERM Vite closes its server and exits, with the number of the signal unless there is another code.
  const closePages = server.close.bind(server);
  server.close = async () => {
    await close();
    await closePages();
  };
  process.once('SIGTERM', () => (process.exitCode = 0));
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

/**
 * Closes the earlier demo of a folder. After a change of its configuration, Vite creates the next server before it closes the earlier one.
 */
async function closeEarlier(folder = ''): Promise<void> {
  await running.get(folder)?.();
  running.delete(folder);
}

/** Returns the folder for the data; `undefined` for memory only. Other programs that start this demo, such as tests, begin without data. */
function findFolder({ DEMO_DATA: said, npm_lifecycle_event: command }: NodeJS.ProcessEnv): string | undefined {
  if (said === 'memory') return undefined;
  return said || (command === 'start' ? USUAL_FOLDER : undefined);
}

/** Prints each problem once. Both shops report problems of the one ledger, and the start has already printed the ledger's own warning. */
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

/** Starts the server of the frame for the pages of this server, whose port is known when it listens. */
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

/** Prints lines below the addresses that Vite itself prints. */
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
