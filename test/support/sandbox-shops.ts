import { createShopServer, memoryLedger } from '../../src/server/index.js';
import { AttemptBook } from './shop/attempt-book.js';
import { OrderBook } from './shop/order-book.js';
import { createSandboxAccess } from './shop/service-access.js';
import { createControlledShop } from './shop/shop-control.js';
import { createShop } from './shop/shop.js';
import type { Shop } from './shop/shop.js';

/**
 * The shops of the test runner, one for each room of the sandbox, at `/__shop/ROOM/`. They never close an order by
 * themselves: what keeps a shopper from paying twice in a test is the page's own guard. Saved cards, which guard nothing, are kept by
 * the real server.
 */
export function createTestShops(sandboxOrigin: string): Shop {
  const shops = new Map<string, Shop>();
  const open = (room: string, publicOrigin: string): Shop => {
    const baseUrl = `${sandboxOrigin}/${room}/`;
    const basePath = `/__shop/${room}/`;
    const service = createSandboxAccess(baseUrl);
    const ledger = memoryLedger();
    const cards = createShopServer({
      ...{ ledger, publicOrigin, basePath, customerOf },
      service: { baseUrl },
      tokens: () => service.issueToken(),
      orders: { find: () => undefined, deliver: async () => undefined },
      sweepEveryMs: 0,
      onEvent: () => undefined,
    });
    const noteCardUse = async (request: Request, cardId: string): Promise<void> =>
      ledger.noteCardUse(customerOf(request), cardId, Date.now());
    const parts = { service, basePath, orders: new OrderBook(), attempts: new AttemptBook(), cards, noteCardUse };
    return createControlledShop({ ...parts, shop: createShop(parts) });
  };
  return async (request) => {
    const { origin, pathname } = new URL(request.url);
    const room = /^\/__shop\/([\w-]+)\//.exec(pathname)?.[1] ?? 'lobby';
    const shop = shops.get(room) ?? open(room, origin);
    shops.set(room, shop);
    return shop(request);
  };
}

/** A test says itself who is logged in: `cards?customer=ana`. */
function customerOf(request: Request): string {
  return new URL(request.url).searchParams.get('customer') ?? 'somebody';
}
