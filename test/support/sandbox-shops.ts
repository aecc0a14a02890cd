import { AttemptBook } from './shop/attempt-book.js';
import { CardDesk } from './shop/card-desk.js';
import { OrderBook } from './shop/order-book.js';
import { createSandboxAccess } from './shop/service-access.js';
import { createControlledShop } from './shop/shop-control.js';
import { createShop } from './shop/shop.js';
import type { Shop } from './shop/shop.js';

/**
 * The shops of the test runner, one for each room of the sandbox, at `/__shop/ROOM/`. They never close an order by
 * themselves: what keeps a shopper from paying twice in a test is the page's own guard.
 */
export function createTestShops(sandboxOrigin: string): Shop {
  const shops = new Map<string, Shop>();
  const open = (room: string): Shop => {
    const parts = {
      service: createSandboxAccess(`${sandboxOrigin}/${room}/`),
      basePath: `/__shop/${room}/`,
      orders: new OrderBook(),
      attempts: new AttemptBook(),
      // A test says itself who is logged in: `cards?customer=ana`.
      cards: new CardDesk((request) => new URL(request.url).searchParams.get('customer') ?? 'somebody'),
    };
    return createControlledShop({ ...parts, shop: createShop(parts) });
  };
  return async (request) => {
    const room = /^\/__shop\/([\w-]+)\//.exec(new URL(request.url).pathname)?.[1] ?? 'lobby';
    const shop = shops.get(room) ?? open(room);
    shops.set(room, shop);
    return shop(request);
  };
}
