import { fileURLToPath } from 'node:url';
import { startSandboxServer, toNodeListener } from '../../src/sandbox/node.js';
import { deliverByFetch } from '../../src/sandbox/pix/webhook.js';
import { CustomerSession } from './customer-session.js';
import { createDemoShop } from './demo-shop.js';
import { startFrameServer } from './frame-server.js';
import { createSandboxAccess, createTokenAccess } from './service-access.js';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import type { DemoConfig } from '../page/demo-config.js';
import type { FrameServer } from './frame-server.js';
import type { SandboxServer, SandboxServerOptions } from '../../src/sandbox/node.js';
import type { Deliver } from '../../src/sandbox/pix/webhook.js';
import type { Shop } from './shop.js';

const SHOP_PATH = '/shop/';
const ROOM = 'demo';

/** The package as it is built: the frame is served from there. */
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** Stands for the demo's own shop, which knows its address only late. */
const WEBHOOK_URL = `http://shop.example${SHOP_PATH}webhook`;

/** The port that the documents name. Kept from one start to the next where it is free: the page's ledger of payments is by base URL. */
const DOCUMENTED_PORT = 4174;

/**
 * The demo's server side, in Vite's development server: `plugins: [demoServer()]` in vite.config.ts. The built demo has it in a service
 * worker instead.
 *
 * - the sandbox, on an origin of its own (`http://127.0.0.1:4174`, or the port that `SANDBOX_PORT` names, or any that is free), room `demo`.
 *   Its base URL is printed with those of the pages;
 * - the frame of card fields that a provider would serve, on an origin of its own, too (port 4175, or any that is free);
 * - the shop at `/shop/`: `token`, `resolve`, `notify`, `session`, `cards`, `control`, `service/*`, and for Pix `webhook`, `status/*`, `stream/*`;
 * - `/demo-config.json`: a `DemoConfig` for the page.
 *
 * With `BALCAO_BASE_URL` and `BALCAO_TOKEN` in the environment the same demo pays at that service: `mode` is `live`,
 * `baseUrl` is `/shop/service/`, and the shop's server adds the token, which no page ever sees.
 */
export function demoServer(): Plugin {
  return { name: 'balcao-demo-server', apply: 'serve', configureServer: (server) => mount(server) };
}

async function mount(server: ViteDevServer): Promise<void> {
  let shop: Shop | undefined;
  const wantedPort = Number(process.env['SANDBOX_PORT'] ?? DOCUMENTED_PORT);
  const deliver: Deliver = (url, body) => (url === WEBHOOK_URL ? deliverTo(shop, url, body) : deliverByFetch(url, body));
  const sandbox = await startSandbox(wantedPort, { webhookUrl: WEBHOOK_URL, deliver });
  server.httpServer?.once('close', () => void sandbox.close());
  const { BALCAO_BASE_URL: liveUrl, BALCAO_TOKEN: liveToken } = process.env;
  const live = liveUrl && liveToken ? createTokenAccess(liveUrl, liveToken) : undefined;
  const sandboxUrl = `${sandbox.origin}/${ROOM}/`;
  const frame = live ? undefined : await startFrame(server, sandboxUrl);
  const session = new CustomerSession();
  shop = createDemoShop({
    service: live ?? createSandboxAccess(sandboxUrl),
    basePath: SHOP_PATH,
    isRelay: live !== undefined,
    isSandbox: live === undefined,
    findCustomer: session.findCustomer,
    now: () => (live ? Date.now() : sandbox.rooms.open(ROOM).now()),
  });
  const listener = toNodeListener(shop);
  const logIn = toNodeListener(session.answer);
  const config: DemoConfig = live
    ? { mode: 'live', baseUrl: `${SHOP_PATH}service/`, shopUrl: SHOP_PATH }
    : { mode: 'sandbox', baseUrl: sandboxUrl, shopUrl: SHOP_PATH, controlUrl: `${sandboxUrl}__sandbox/` };
  const handle: Connect.NextHandleFunction = (request, response, next) => {
    const path = request.url?.split('?')[0] ?? '';
    if (path === `${SHOP_PATH}session`) void logIn(request, response);
    else if (path.startsWith(SHOP_PATH)) void listener(request, response);
    else if (path === '/demo-config.json') {
      const frameUrl = frame?.findUrl(new URL(`http://${request.headers.host}`).hostname);
      const text = JSON.stringify({ ...config, ...(frameUrl !== undefined && { frameUrl }) } satisfies DemoConfig);
      response.setHeader('Content-Type', 'application/json').setHeader('Cache-Control', 'no-store').end(text);
    } else next();
  };
  server.middlewares.use(handle);
  if (!live) printWithUrls(server, [...describeSandbox(sandboxUrl, wantedPort), describeFrame(frame)]);
}

async function startSandbox(port: number, options: SandboxServerOptions): Promise<SandboxServer> {
  return startSandboxServer({ ...options, port }).catch(() => startSandboxServer(options));
}

/** The frame is for the pages of this server, whose port is known once it listens. */
async function startFrame(server: ViteDevServer, service: string): Promise<FrameServer | undefined> {
  const pages = server.httpServer;
  if (!pages) return undefined;
  const pagePort = new Promise<number>((resolve) => {
    pages.once('listening', () => {
      const address = pages.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
    });
  });
  const frame = await startFrameServer({ dist: DIST, service, pagePort });
  pages.once('close', () => frame?.close());
  return frame;
}

function describeFrame(frame: FrameServer | undefined): string {
  if (!frame) return 'Frame: none, since dist has none. npm run build makes it.';
  return `Frame: ${frame.findUrl('localhost')} (the frame-url of pages at localhost; ${frame.findUrl('127.0.0.1')} for those at 127.0.0.1)`;
}

/** Prints lines below the addresses that Vite prints of its own. */
function printWithUrls(server: ViteDevServer, lines: readonly string[]): void {
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

/** Gives a notice of the sandbox to the demo's shop: both live in this process. */
async function deliverTo(shop: Shop | undefined, url: string, body: unknown): Promise<void> {
  const answer = await shop?.(new Request(url, { method: 'POST', body: JSON.stringify(body) }));
  if (!answer?.ok) throw new TypeError(`The shop answered ${answer?.status} to a notice.`);
}
