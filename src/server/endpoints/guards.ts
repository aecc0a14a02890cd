import { CheckoutError } from '../../domain/errors.js';
import { createNotFound, createRefusal, HttpRefusal } from '../http/response.js';
import { LedgerConflict } from '../ledger/ledger.js';
import type { ShopOrder, ShopOrders } from '../options.js';
import type { OrderRecord } from '../orders/order-record.js';
import { judgePix, type PixOpenAnswer } from '../orders/pix-charges.js';
import type { ShopCore } from '../shop-core.js';
import { IDENTIFIER_RULE, isIdentifier } from '../http/body.js';

/** How long a page waits when the database or the service gives no answer, seconds. */
export const TROUBLE_WAIT_S = 10;

/** Clocks differ, and a request may be long on its way: this much later than the end of a token and the time limit nothing is charged any more, ms. */
export const CHARGE_MARGIN_MS = 60_000;

/**
 * The order, if it is one of whoever asks: from here on its `id` is its name, whatever its page calls it. Throws 404, the same for somebody
 * else's and for none; `invalid-config` where the shop's own code gave no usable `id`.
 */
export async function requireOrder(
  { options }: { options: { orders: Pick<ShopOrders, 'find'> } },
  name: string,
  request: Request,
): Promise<ShopOrder> {
  const order = await options.orders.find(name, request);
  if (!order) throw createNotFound();
  if (!isIdentifier(order.id))
    throw new CheckoutError('invalid-config', `orders.find must return the order’s id, as its row has it: ${IDENTIFIER_RULE}.`);
  return order;
}

/** The customer who is logged in. `undefined` where nobody is, also where the shop says so by `null` or an empty text. */
export async function findCustomer({ options }: Pick<ShopCore, 'options'>, request: Request): Promise<string | undefined> {
  return (await options.customerOf?.(request)) || undefined;
}

/** Throws where the database is an older copy of itself: nobody knows then what was charged. */
export async function requireTrust({ ledger }: Pick<ShopCore, 'ledger'>): Promise<void> {
  if ((await ledger.distrust()) !== undefined) throw createBusyRefusal();
}

/**
 * Asks about every Pix code of an order that may be paid, before anything else may be charged for it or another code made. Throws where one was
 * not answered about: it may be paid already.
 */
export async function requirePixAnswers({ pix }: Pick<ShopCore, 'pix'>, order: OrderRecord): Promise<void> {
  if (!(await pix.askAll(order))) throw createBusyRefusal();
}

/** Whether another Pix code may be made for an order, once those that it has were asked about. Throws as `requirePixAnswers` does. */
export async function askWhetherPix(core: Pick<ShopCore, 'ledger' | 'pix'>, orderId: string): Promise<PixOpenAnswer> {
  await requirePixAnswers(core, await core.ledger.read(orderId));
  return judgePix(await core.ledger.read(orderId));
}

/** The word that a payment is under way, or that nobody can say now: 503 with `closed: 'busy'`. */
export function createBusyRefusal(retryAfter = TROUBLE_WAIT_S): HttpRefusal {
  return new HttpRefusal({ status: 503, body: { closed: 'busy', retryAfter }, headers: { 'Retry-After': String(retryAfter) } });
}

/** Throws 422 for an attempt whose name another order's attempt has: its page must give it another one. Any other error goes on. */
export function refuseConflict(error: unknown): never {
  if (error instanceof LedgerConflict) throw createRefusal(422, 'This attemptId is another attempt’s: give each attempt a new one.');
  throw error;
}

/** What an order costs by Pix: integer cents. */
export function findPixPrice({ amountCents, pixAmountCents = amountCents }: ShopOrder): number {
  return pixAmountCents;
}
