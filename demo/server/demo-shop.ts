import { createShopServer } from '../../src/server/index.js';
import { DemoBank } from './demo-bank.js';
import { createFeeTable } from './fee-table.js';
import { OrderBook } from './order-book.js';
import { createSampleCards, RETURNING_CUSTOMER } from './sample-cards.js';
import { createStorefront } from './storefront.js';
import { TokenFaults } from './token-faults.js';
import type { ChargeRecords, Ledger, ShopEvent, ShopServer, TokenSource } from '../../src/server/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import type { ShopSession } from './customer-session.js';
import type { DemoMemory } from './demo-memory.js';

/** The paths of Balcão's endpoints (`shop`) and of the demo's own endpoints (`store`), with a slash at both ends. */
export interface DemoPaths {
  shop: string;
  store: string;
}

/** The settings of the demo's shop. */
export interface DemoShopOptions {
  publicOrigin: string;
  paths: DemoPaths;
  service: { baseUrl: string; fetch?: typeof fetch };
  /** The sandbox, if it is the service. It can do more than a real service. */
  sandbox?: Sandbox;
  tokens: TokenSource;
  records?: ChargeRecords;
  ledger: Ledger;
  memory: DemoMemory;
  session: ShopSession;
  /** Returns the identifier of the device, if requests have no cookies. */
  sessionOf?: () => string;
  /** True if pages pay through the shop's relay instead of getting tokens. */
  isRelay: boolean;
  /** True if new cards may go through the relay. This server is then in scope of PCI DSS. */
  relayCards: boolean;
  webhookSecret?: string;
  /** The interval at which the server repairs what a crash has left behind, ms; 0 for never. */
  sweepEveryMs?: number;
  /** Returns the time, epoch ms. */
  now: () => number;
  onEvent?: (event: ShopEvent) => void;
}

/** The demo's shop: a handler of the requests to its two paths. */
export interface DemoShop {
  (request: Request): Promise<Response>;
  server: ShopServer;
}

/** The value of the shop's limits. It is high enough for people who test this shop all day. */
const MANY = 1000;

/** Creates the server of the demo: Balcão's server with this shop's orders, customers and prices. */
export function createDemoShop({ paths, memory, sandbox, session, isRelay, ...options }: DemoShopOptions): DemoShop {
  const { ledger, now, publicOrigin, service } = options;
  const orders = new OrderBook(memory.orders);
  const bank = new DemoBank(memory.bank, now);
  const faults = new TokenFaults();
  const server = createShopServer({
    ...options,
    basePath: paths.shop,
    orders: {
      find: (orderId) => orders.find(orderId),
      deliver: async (payment) => orders.deliver(payment),
      // No boleto of a bank that is only played may be among the charges of a real service.
      ...(sandbox && { boleto: bank.boleto, boletoStatus: bank.boletoStatus }),
    },
    customerOf: (request) => session.customerOf(request),
    pageTokens: !isRelay,
    getFees: createFeeTable,
    limits: { chargesPerOrder: MANY, declinesPerSession: MANY, declinesPerAddress: MANY, pixPerOrder: MANY, streamsPerSession: MANY },
  });
  const greet = async (customer: string): Promise<void> => {
    if (!sandbox || customer !== RETURNING_CUSTOMER || memory.greeted.has(customer)) return;
    memory.greeted.add(customer);
    // With a planned fault, the sandbox may refuse to tokenize the cards.
    const cards = await createSampleCards(sandbox, service.baseUrl).catch(() => []);
    for (const card of cards) {
      // The relay charges only cards that this server has claimed.
      await ledger.claimCard(customer, card.cardId);
      await ledger.keepCard(customer, card);
    }
  };
  /** Makes the bank send its notice, as the service does. */
  const notifyShop = async (chargeId: string): Promise<void> => {
    const url = `${publicOrigin}${paths.shop}webhook/${options.webhookSecret ?? ''}`;
    await server(new Request(url, { method: 'POST', body: JSON.stringify({ id: chargeId }) }));
  };
  const respondInStore = createStorefront({ shop: server, ledger, orders, session, faults, bank, notifyShop, publicOrigin, greet });

  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(paths.store)) return respondInStore(request, pathname.slice(paths.store.length));
    const spoiled = pathname === `${paths.shop}token` ? await faults.respond(request) : undefined;
    const response = spoiled ?? (await server(request));
    return pathname === `${paths.shop}boleto` ? bank.carry(response) : response;
  };
  return Object.assign(
    async (request: Request): Promise<Response> => {
      const response = await respond(request);
      // A page trusts the time in its shop's responses.
      response.headers.set('Date', new Date(now()).toUTCString());
      return response;
    },
    { server },
  );
}
