import { createSandbox } from 'balcao/sandbox';
import { memoryLedger } from 'balcao/server';
import { isControlRead } from '../../src/sandbox/control.js';
import { ChargeBook } from '../server/charge-book.js';
import { createDemoShop } from '../server/demo-shop.js';
import { sandboxTokens } from '../server/shop-tokens.js';
import { SANDBOX_FOLDER, SHOP_FOLDER, STORE_FOLDER } from './places.js';
import { loadMemory, saveMemory } from './worker-memory.js';
import type { WorkerScope } from './worker-scope.js';

/**
 * The service worker of the built demo. It contains the shop's server and, behind that, the payments service. Their requests never leave
 * the browser; all other requests go to the file host as usual.
 */
declare const self: WorkerScope;

const { scope } = self.registration;
const { origin: ownOrigin, pathname: scopePath } = new URL(scope);
const paths = { shop: `${scopePath}${SHOP_FOLDER}`, store: `${scopePath}${STORE_FOLDER}`, sandbox: `${scopePath}${SANDBOX_FOLDER}` };
/** The secret of the webhook, which only this worker calls. */
const WEBHOOK_SECRET = 'the-worker-of-the-demo';

let servers: Promise<(request: Request) => Promise<Response>> | undefined;
let saving: Promise<void> = Promise.resolve();

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== ownOrigin || !Object.values(paths).some((path) => pathname.startsWith(path))) return;
  servers ??= createServers();
  const response = servers.then((respond) => respond(event.request));
  event.respondWith(response);
});

/** Creates the shop and the sandbox with the data of the last worker. */
async function createServers(): Promise<(request: Request) => Promise<Response>> {
  const memory = await loadMemory(scope);
  const charges = new ChargeBook(memory.charges, memory.sandbox.ledger.charges);
  const save = (): Promise<void> => {
    charges.writeDown();
    return (saving = saving.then(() => saveMemory(scope, memory)));
  };
  const webhookUrl = `${ownOrigin}${paths.shop}webhook/${WEBHOOK_SECRET}`;
  const sandbox = createSandbox({
    basePath: paths.sandbox,
    memory: memory.sandbox,
    webhookUrl,
    deliver: async (url, body) => {
      const response = await shop(new Request(url, { method: 'POST', body: JSON.stringify(body) }));
      if (!response.ok) throw new TypeError(`The shop responded ${response.status} to a notice.`);
    },
  });
  let callCount = 0;
  const shop = createDemoShop({
    publicOrigin: ownOrigin,
    paths,
    service: {
      baseUrl: `${ownOrigin}${paths.sandbox}`,
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const peer = { connection: (callCount += 1), ordinal: 1 };
        await save();
        try {
          return await charges.watch(request, peer, () => sandbox(request, peer));
        } finally {
          await save();
        }
      },
    },
    sandbox,
    tokens: sandboxTokens(sandbox, charges),
    records: { certainty: 'exact', findCharge: async (attempt) => charges.find(attempt) },
    ledger: memoryLedger(memory.ledger),
    memory,
    // A worker sees no cookies, and all its pages belong to one visitor.
    session: { customerOf: () => memory.customer, logIn: (customer) => void (memory.customer = customer) },
    sessionOf: () => 'this browser',
    webhookSecret: WEBHOOK_SECRET,
    isRelay: true,
    // The "server" is this browser: a new card stays in it.
    relayCards: true,
    // A timer does not survive the worker.
    sweepEveryMs: 0,
    now: () => sandbox.now(),
    onEvent: () => undefined,
  });
  await shop.server.sweep();
  return async (request) => {
    if (isControlRead(request)) return sandbox(request);
    try {
      return await (new URL(request.url).pathname.startsWith(paths.sandbox) ? sandbox(request) : shop(withOrigin(request)));
    } finally {
      await save();
    }
  };
}

/**
 * Adds the header `Origin` to a request. A worker gets only requests of its own pages, but without this header, and a request does not
 * allow to set it. So the request's `headers` are replaced.
 */
function withOrigin(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('Origin', ownOrigin);
  return Object.defineProperty(request, 'headers', { value: headers });
}
