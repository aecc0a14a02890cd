import { createSandbox } from 'balcao/sandbox';
import { createJson, readJson, readText } from '../server/json-http.js';
import { createDemoShop } from '../server/demo-shop.js';
import { createSandboxAccess } from '../server/service-access.js';
import { SANDBOX_FOLDER, SHOP_FOLDER } from './places.js';
import { loadMemory, saveMemory } from './worker-memory.js';
import type { Shop } from '../server/shop.js';
import type { WorkerScope } from './worker-scope.js';

/**
 * The service worker of the built demo: it plays the shop's server and, behind it, the payments service. Nothing of it leaves the
 * browser; all other requests go to the file host as ever.
 */
declare const self: WorkerScope;

const { scope } = self.registration;
const scopePath = new URL(scope).pathname;
const paths = { shop: `${scopePath}${SHOP_FOLDER}`, sandbox: `${scopePath}${SANDBOX_FOLDER}` };

let servers: Promise<Shop> | undefined;
let saving: Promise<void> = Promise.resolve();

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== new URL(scope).origin || !Object.values(paths).some((path) => pathname.startsWith(path))) return;
  servers ??= createServers();
  const answer = servers.then((answerPage) => answerPage(event.request));
  event.respondWith(answer);
});

/** The shop and the sandbox, as they were when this worker last ran. */
async function createServers(): Promise<Shop> {
  const memory = await loadMemory(scope);
  const save = (): Promise<void> => (saving = saving.then(() => saveMemory(scope, memory)));
  const sandbox = createSandbox({
    basePath: paths.sandbox,
    memory: memory.sandbox,
    webhookUrl: new URL(`${SHOP_FOLDER}webhook`, scope).href,
    deliver: async (url, body) => {
      const answer = await shop(new Request(url, { method: 'POST', body: JSON.stringify(body) }));
      if (!answer.ok) throw new TypeError(`The shop answered ${answer.status} to a notice.`);
    },
  });
  const logIn = async (request: Request): Promise<Response> => {
    memory.customer = readText((await readJson(request)) ?? {}, 'customer');
    return createJson(200, {});
  };
  const shop = createDemoShop({
    service: createSandboxAccess(new URL(SANDBOX_FOLDER, scope).href, async (request) => {
      const answer = await sandbox(request);
      await save();
      return answer;
    }),
    basePath: paths.shop,
    isRelay: true,
    isSandbox: true,
    // A worker sees no cookies, and all its pages are of one visitor.
    findCustomer: () => memory.customer || undefined,
    now: () => sandbox.now(),
    memory: memory.shop,
  });
  return async (request) => {
    const { pathname } = new URL(request.url);
    try {
      if (pathname.startsWith(paths.sandbox)) return await sandbox(request);
      return await (pathname === `${paths.shop}session` ? logIn(request) : shop(request));
    } finally {
      await save();
    }
  };
}
