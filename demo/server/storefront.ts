import { isOwnPage, readJson, readText, respondJson } from './http.js';
import { BOLETO_CODES } from './demo-bank.js';
import { readNotebook } from './notebook.js';
import type { Ledger, ShopServer } from '../../src/server/index.js';
import type { ShopSession } from './customer-session.js';
import type { DemoBank } from './demo-bank.js';
import type { OrderBook } from './order-book.js';
import type { TokenFaults } from './token-faults.js';

/** The parts that the demo's own endpoints need. */
export interface StorefrontParts {
  shop: ShopServer;
  ledger: Ledger;
  orders: OrderBook;
  session: ShopSession;
  faults: TokenFaults;
  bank: DemoBank;
  /** Sends the bank's notice about a boleto to the shop. */
  notifyShop: (chargeId: string) => Promise<void>;
  publicOrigin: string;
  /** Called when a customer has logged in. */
  greet: (customer: string) => Promise<void>;
}

type Endpoint = (request: Request, id: string) => Promise<Response>;

/**
 * Creates the handler of the shop's own endpoints, beside Balcão's. `pedidos/{id}` has the price of an order, and `sessao` logs a customer
 * in. `conta`, `caderno/{id}`, `banco/{id}` and `bancada` are for the shop's staff, for whom a real shop requires a login.
 */
export function createStorefront(parts: StorefrontParts): (request: Request, path: string) => Promise<Response> {
  const endpoints = createEndpoints(parts);
  return async (request, path) => {
    const [name = '', id = ''] = path.split('/').map(decodeURIComponent);
    const endpoint = endpoints[`${request.method} ${name}`];
    if (!endpoint) return respondJson(404, { message: 'Not found.' });
    if (request.method !== 'GET' && !isOwnPage(request, parts.publicOrigin)) return respondJson(403, { message: 'For pages of the shop.' });
    return endpoint(request, id);
  };
}

function createEndpoints({
  shop,
  ledger,
  orders,
  session,
  faults,
  bank,
  notifyShop,
  greet,
}: StorefrontParts): Readonly<Record<string, Endpoint | undefined>> {
  return {
    'GET pedidos': async (_, orderId) => {
      const order = orders.read(orderId);
      return order ? respondJson(200, order) : respondJson(404, { message: 'Not found.' });
    },
    'PUT pedidos': async (request, orderId) =>
      orders.put(orderId, await readJson(request)) ? respondJson(200, {}) : respondJson(422, { message: 'Give { amount: "149.90" }.' }),
    'POST sessao': async (request) => {
      const customer = readText(await readJson(request), 'customer') || undefined;
      const cookie = session.logIn(customer);
      if (customer !== undefined) await greet(customer);
      const response = respondJson(200, {});
      if (cookie !== undefined) response.headers.set('Set-Cookie', cookie);
      return response;
    },
    'GET conta': async () => respondJson(200, { account: (await shop.health()).tokens.card }),
    'GET caderno': async (_, orderId) => respondJson(200, await readNotebook(shop, orders.find(orderId), await ledger.read(orderId))),
    'POST caderno': async (request, id) => {
      const said = readText(await readJson(request), 'status');
      const status = RESOLUTIONS.find((word) => word === said);
      return status ? respondJson(200, await shop.resolve(id, { status })) : respondJson(422, { message: RESOLUTIONS.join(', ') });
    },
    'GET banco': async (_, orderId) => respondJson(200, bank.read(orderId)),
    'POST banco': async (request, chargeId) => {
      const said = readText(await readJson(request), 'by');
      const code = BOLETO_CODES.find((name) => name === said);
      if (!code || !bank.pay(chargeId, code)) return respondJson(422, { message: BOLETO_CODES.join(', ') });
      // The money of a bar code is told of when it arrives: nobody waits for that here, and the shop asks.
      if (code === 'pix') await notifyShop(chargeId);
      return respondJson(200, {});
    },
    'POST bancada': async (request) => {
      const command = await readJson(request);
      if (command['release'] === true) faults.release();
      if ('fault' in command) faults.set(readText(command, 'fault'));
      bank.plan(command);
      return respondJson(200, {});
    },
  };
}

/** The findings that a person of the shop can report. */
const RESOLUTIONS = ['charged', 'not-charged', 'returned'] as const;
