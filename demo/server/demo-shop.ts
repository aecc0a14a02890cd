import { AttemptBook } from './attempt-book.js';
import { CardDesk } from './card-desk.js';
import { OrderBook } from './order-book.js';
import { createSampleCards } from './sample-cards.js';
import { createShop } from './shop.js';
import { createControlledShop } from './shop-control.js';
import type { AttemptRecord } from './attempt-book.js';
import type { KeptCard } from './card-desk.js';
import type { Order } from './order-book.js';
import type { ServiceAccess } from './service-access.js';
import type { Shop } from './shop.js';

/** Everything that the shop keeps, as plain data that can be cloned and stored. A real shop has a database. */
export interface ShopMemory {
  orders: Map<string, Order>;
  attempts: Map<string, AttemptRecord>;
  /** The attempt that each charge belongs to. */
  owners: Map<string, string>;
  /** Saved cards of each customer, by `cardId`. */
  cards: Map<string, Map<string, KeptCard>>;
  /** The card that each customer paid with last. */
  lastUsed: Map<string, string>;
  /** Pix charges that are known to be paid, with the service's word. */
  paidPix: Map<string, string>;
}

/** What the demo's shop is made of. */
export interface DemoShopOptions {
  service: ServiceAccess;
  /** Path in front of the endpoints, with both slashes. */
  basePath: string;
  /** Whether pages pay through the shop instead of getting tokens. */
  isRelay: boolean;
  /** Whether the service is the sandbox: then the returning customer has cards, and the shop can be told to fail. */
  isSandbox: boolean;
  /** Who is logged in. */
  findCustomer: (request: Request) => string | undefined;
  /** The time, epoch ms. Answers are dated by it. */
  now: () => number;
  memory?: ShopMemory;
}

/** The memory of a shop that nobody has been to. */
export function createShopMemory(): ShopMemory {
  return { orders: new Map(), attempts: new Map(), owners: new Map(), cards: new Map(), lastUsed: new Map(), paidPix: new Map() };
}

/** The shop of the demo: its books are open, so every order may be paid at any amount. */
export function createDemoShop({ service, basePath, isRelay, isSandbox, findCustomer, now, ...options }: DemoShopOptions): Shop {
  const memory = options.memory ?? createShopMemory();
  const orders = new OrderBook({ isOpen: true, orders: memory.orders });
  const attempts = new AttemptBook(memory.attempts, memory.owners);
  const cards = new CardDesk({
    findCustomer,
    customers: memory.cards,
    lastUsed: memory.lastUsed,
    ...(isSandbox && { findFirstCards: (customer) => createSampleCards(service, customer) }),
  });
  const parts = { service, basePath, orders, attempts };
  const shop = createShop({ ...parts, isRelay, cards, paidPix: memory.paidPix, now });
  const answer = isSandbox ? createControlledShop({ ...parts, shop }) : shop;
  return async (request) => {
    const response = await answer(request);
    // A page takes the time of its shop's answers for the true one.
    response.headers.set('Date', new Date(now()).toUTCString());
    return response;
  };
}
