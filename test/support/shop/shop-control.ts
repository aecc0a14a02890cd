import { asObject, createJson, readJson, readNumber, readText } from './json-http.js';
import { createShopFaultAnswer, SHOP_FAULTS } from './shop-faults.js';
import { parseCents } from './order-book.js';
import type { AttemptBook } from './attempt-book.js';
import type { JsonObject } from './json-http.js';
import type { Order, OrderBook } from './order-book.js';
import type { ServiceAccess } from './service-access.js';
import type { Shop } from './shop.js';
import type { ShopEndpoint, ShopFaultPlan } from './shop-faults.js';

/** A shop with the books that its control endpoint shows. */
export interface ControlledShop {
  shop: Shop;
  basePath: string;
  service: ServiceAccess;
  orders: OrderBook;
  attempts: AttemptBook;
}

/** A request to an endpoint, as the control endpoint shows it. */
interface SeenRequest {
  endpoint: string;
  body: unknown;
  at: number;
}

/**
 * Adds a `control` endpoint to a shop, for tests.
 *
 * - `POST control { fault, endpoint: 'token', times: 1, amount }` spoils the next requests (names in `SHOP_FAULTS`);
 *   `{ fault: null }` forgets them; `{ release: true }` lets waiting requests go on;
 *   `{ order: { orderId, amount, pixAmount, status } }` writes an order into the book.
 * - `GET control` shows requests, attempts and orders.
 */
export function createControlledShop(parts: ControlledShop): Shop {
  const plans: ShopFaultPlan[] = [];
  const seen: SeenRequest[] = [];
  const waiting = new Set<() => void>();
  const steer = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') return createJson(200, { requests: seen, attempts: parts.attempts.list(), orders: parts.orders.list() });
    const command = (await readJson(request)) ?? {};
    const order = asObject(command['order']);
    if (order) return putOrder(order, parts.orders);
    if (command['release'] === true) waiting.forEach((goOn) => goOn());
    if (command['fault'] === null) plans.length = 0;
    if (readText(command, 'fault') === undefined) return createJson(200, {});
    const plan = parsePlan(command);
    if (plan) plans.push(plan);
    return plan
      ? createJson(200, plan)
      : createJson(400, {
          message: `Faults are ${SHOP_FAULTS.join(', ')}; endpoints token, resolve, notify, status, stream, cards, fees, boleto.`,
        });
  };
  return async (request) => {
    const [endpoint = ''] = new URL(request.url).pathname.slice(parts.basePath.length).split('/');
    if (endpoint === 'control') return steer(request);
    if (endpoint !== 'service')
      seen.push({
        endpoint,
        body: await request
          .clone()
          .json()
          .catch(() => undefined),
        at: Date.now(),
      });
    const plan = takePlan(plans, endpoint);
    const wait = (delayMs?: number) => waitOn(waiting, request.signal, delayMs);
    return (plan && (await createShopFaultAnswer({ plan, service: parts.service, wait }))) ?? parts.shop(request);
  };
}

function takePlan(plans: ShopFaultPlan[], endpoint: string): ShopFaultPlan | undefined {
  const plan = plans.find((candidate) => candidate.endpoint === endpoint);
  if (plan && --plan.times <= 0) plans.splice(plans.indexOf(plan), 1);
  return plan;
}

function parsePlan(command: JsonObject): ShopFaultPlan | undefined {
  const fault = SHOP_FAULTS.find((name) => name === command['fault']);
  const wanted = command['endpoint'] ?? 'token';
  const endpoint = (['token', 'resolve', 'notify', 'status', 'stream', 'cards', 'fees', 'boleto'] satisfies ShopEndpoint[]).find(
    (name) => name === wanted,
  );
  return fault && endpoint && { endpoint, fault, times: readNumber(command, 'times') ?? 1, amount: readNumber(command, 'amount') };
}

function putOrder(order: JsonObject, orders: OrderBook): Response {
  const orderId = readText(order, 'orderId');
  if (orderId === undefined) return createJson(400, { message: 'An order needs an orderId.' });
  const [amountCents, pixAmountCents] = ['amount', 'pixAmount'].map((name) => parseCents(readText(order, name) ?? ''));
  const status = (['open', 'paid', 'closed'] satisfies Order['status'][]).find((word) => word === order['status']);
  return createJson(
    200,
    orders.put({
      orderId,
      ...(amountCents !== undefined && { amountCents }),
      ...(pixAmountCents !== undefined && { pixAmountCents }),
      ...(status && { status }),
    }),
  );
}

/** Waits until the time is over, it is released, or the page has gone. */
function waitOn(waiting: Set<() => void>, signal: AbortSignal, delayMs?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = delayMs === undefined ? undefined : setTimeout(() => goOn(), delayMs);
    const goOn = () => {
      clearTimeout(timer);
      waiting.delete(goOn);
      if (signal.aborted) reject(new TypeError('The page has gone.'));
      else resolve();
    };
    waiting.add(goOn);
    signal.addEventListener('abort', goOn, { once: true });
  });
}
