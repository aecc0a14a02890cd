import { createShopServer } from '../../src/server/index.js';
import { createFeeTable } from './fee-table.js';
import { OrderBook } from './order-book.js';
import { createSampleCards, RETURNING_CUSTOMER } from './sample-cards.js';
import { createStorefront } from './storefront.js';
import { TokenFaults } from './token-faults.js';
import type { ChargeRecords, Ledger, ShopEvent, ShopServer, TokenSource } from '../../src/server/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import type { ShopSession } from './customer-session.js';
import type { DemoMemory } from './demo-memory.js';

/** Where the shop's endpoints are: Balcão's, and those that this demo has beside them. Both with a slash at either end. */
export interface DemoPaths {
  shop: string;
  store: string;
}

/** What the demo's shop is made of. */
export interface DemoShopOptions {
  publicOrigin: string;
  paths: DemoPaths;
  service: { baseUrl: string; fetch?: typeof fetch };
  /** Where the service is this one, of which more can be asked. */
  sandbox?: Sandbox;
  tokens: TokenSource;
  records?: ChargeRecords;
  ledger: Ledger;
  memory: DemoMemory;
  session: ShopSession;
  /** Whose device it is, where requests have no cookies. */
  sessionOf?: () => string;
  /** Pages pay through the shop instead of getting tokens. */
  isRelay: boolean;
  /** Cards may be typed for the relay: then this server is in scope of PCI DSS. */
  relayCards: boolean;
  webhookSecret?: string;
  /** How often it repairs by itself what a crash left behind, ms; 0 for never. */
  sweepEveryMs?: number;
  /** The time, epoch ms. */
  now: () => number;
  onEvent?: (event: ShopEvent) => void;
}

/** The demo's shop: a handler of the requests below its two paths. */
export interface DemoShop {
  (request: Request): Promise<Response>;
  server: ShopServer;
}

/** People try things out at this shop all day. */
const MANY = 1000;

/** The server of the demo: Balcão's, with this shop's orders, customers and prices. */
export function createDemoShop({ paths, memory, sandbox, session, isRelay, ...options }: DemoShopOptions): DemoShop {
  const { ledger, now, publicOrigin, service } = options;
  const orders = new OrderBook(memory.orders);
  const faults = new TokenFaults();
  const server = createShopServer({
    ...options,
    basePath: paths.shop,
    orders: {
      find: (orderId) => orders.find(orderId),
      deliver: async (payment) => orders.deliver(payment),
    },
    customerOf: (request) => session.customerOf(request),
    pageTokens: !isRelay,
    getFees: createFeeTable,
    limits: { chargesPerOrder: MANY, declinesPerSession: MANY, declinesPerAddress: MANY, pixPerOrder: MANY, streamsPerSession: MANY },
  });
  const greet = async (customer: string): Promise<void> => {
    if (!sandbox || customer !== RETURNING_CUSTOMER || memory.greeted.has(customer)) return;
    memory.greeted.add(customer);
    // A sandbox that is told to fail has no cards to give.
    const cards = await createSampleCards(sandbox, service.baseUrl).catch(() => []);
    for (const card of cards) {
      // This server tokenized them, so that its relay may charge them.
      await ledger.claimCard(customer, card.cardId);
      await ledger.keepCard(customer, card);
    }
  };
  const respondInStore = createStorefront({ shop: server, ledger, orders, session, faults, publicOrigin, greet });

  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(paths.store)) return respondInStore(request, pathname.slice(paths.store.length));
    const spoiled = pathname === `${paths.shop}token` ? await faults.respond(request) : undefined;
    return spoiled ?? server(request);
  };
  return Object.assign(
    async (request: Request): Promise<Response> => {
      const response = await respond(request);
      // A page takes the time of its shop's responses for the true one.
      response.headers.set('Date', new Date(now()).toUTCString());
      return response;
    },
    { server },
  );
}
