import { presentFields } from '../../domain/present-fields.js';
import { createBusyRefusal, createNotFound, createRefusal } from '../http/response.js';
import { LedgerConflict, type TryCounts } from '../ledger/ledger.js';
import type { ShopOrder, ShopServerOptions } from '../options.js';
import { openAttempt, type OpenResult, type WantedAttempt } from '../orders/open-attempt.js';
import type { AttemptRecord, Decision, OrderRecord } from '../orders/order-record.js';
import { findAttempt } from '../orders/order-state.js';
import { decidePix, mayBePaid, type PixOpenResult } from '../orders/pix-charges.js';
import type { ShopCore } from '../shop-core.js';

/** The wait of a page if the database or the service does not respond, seconds. */
export const TROUBLE_WAIT_S = 10;

/**
 * The margin after the end of a token and the time limit, ms: after it nothing is charged any more. Clocks differ, and a request may take
 * long to arrive.
 */
export const CHARGE_MARGIN_MS = 60_000;

/**
 * Returns the order that a page names, if it belongs to the sender. From here on the order is identified by its own `id`, not by the page's
 * text. Throws 404 both for somebody else's order and for an unknown one.
 */
export async function requireOrder(
  { options: { orders } }: { options: Pick<ShopServerOptions, 'orders'> },
  name: string,
  request: Request,
): Promise<ShopOrder> {
  const order = await orders.find(name, request);
  if (!order) throw createNotFound();
  return order;
}

type CustomerSource = { options: Pick<ShopServerOptions, 'customerOf'> };

/** Finds the customer who is logged in; `undefined` if nobody is, and also if the shop returns `null` or an empty text. */
export async function findCustomer({ options }: CustomerSource, request: Request): Promise<string | undefined> {
  return (await options.customerOf?.(request)) || undefined;
}

/** Returns the customer who is logged in. Throws 401 if nobody is. */
export async function requireCustomer(source: CustomerSource, request: Request, message = 'Nobody is logged in.'): Promise<string> {
  const customer = await findCustomer(source, request);
  if (customer === undefined) throw createRefusal(401, message);
  return customer;
}

/** Throws if the database is an older copy of itself: it is then unknown what was charged. */
export async function requireTrust({ ledger }: Pick<ShopCore, 'ledger'>): Promise<void> {
  if ((await ledger.distrust()) !== undefined) throw createBusyRefusal(TROUBLE_WAIT_S);
}

/**
 * Queries the status of every Pix code of an order that may be paid, before anything else is charged for the order or another code is
 * created. Throws if a query has no response: that code may be paid.
 */
export async function requirePixAnswers({ pix }: Pick<ShopCore, 'pix'>, order: OrderRecord): Promise<void> {
  if (!(await pix.queryAll(order))) throw createBusyRefusal(TROUBLE_WAIT_S);
}

/**
 * Decides whether another Pix code may be created for an order, after the status of its codes was queried. Throws as `requirePixAnswers`
 * does.
 */
export async function openPix(core: Pick<ShopCore, 'ledger' | 'pix'>, orderId: string): Promise<PixOpenResult> {
  const before = await core.ledger.read(orderId);
  const known = decidePix(before);
  if (known.status === 'paid') return known;
  await requirePixAnswers(core, before);
  return decidePix(await core.ledger.read(orderId));
}

/** A request to open an attempt. */
interface OpeningRequest {
  orderId: string;
  trier: { session: string; address: string | undefined };
  /** Called before each try. Returns a function that creates the attempt under the order's lock, by the ledger's clock (epoch ms). */
  prepare: () => (now: number) => WantedAttempt;
}

/** An order that may be charged already: a Pix code may be paid, or the attempt that would be replaced was charged. */
interface Unchecked {
  status: 'unchecked';
  order: OrderRecord;
  replaced: AttemptRecord | undefined;
}

/**
 * Opens an attempt in one transaction, if it may charge the order and its sender has reached no limit. If something may be charged already,
 * nothing is opened at first: the status of every Pix code that may be paid is queried, and the records are searched for the attempt that
 * would be replaced. Throws as `requirePixAnswers` does.
 */
export async function openChecked(core: ShopCore, { orderId, trier, prepare }: OpeningRequest): Promise<OpenResult> {
  const { orders, limiter, limits, search } = core;
  const open = (isChecked: boolean): Promise<OpenResult | Unchecked> => {
    const createWanted = prepare();
    const decide = (order: OrderRecord, now: number, tries: TryCounts): Decision<OpenResult | Unchecked> => {
      const decision = openAttempt(order, createWanted(now), now, limits.chargesPerOrder, limiter.findReached(tries, now));
      const { result } = decision;
      if (isChecked || result.status !== 'granted' || !result.isNew) return decision;
      const replaced = result.replaced === undefined ? undefined : findAttempt(order, result.replaced);
      return replaced || order.pix.some(mayBePaid) ? { result: { status: 'unchecked', order, replaced }, order } : decision;
    };
    return orders.change(orderId, decide, limiter.limitTries(presentFields(trier)));
  };
  const first = await open(false);
  if (first.status !== 'unchecked') return first;
  await requirePixAnswers(core, first.order);
  if (first.replaced) await search.search(first.replaced);
  const second = await open(true);
  if (second.status === 'unchecked') throw createBusyRefusal(TROUBLE_WAIT_S);
  return second;
}

/** Throws 422 for an attempt with the identifier of another order's attempt: its page must use a new one. Rethrows any other error. */
export function refuseConflict(error: unknown): never {
  if (error instanceof LedgerConflict) throw createRefusal(422, 'This attemptId is another attempt’s: give each attempt a new one.');
  throw error;
}

/** Returns the price of an order by Pix: integer cents. */
export function getPixPrice({ amountCents, pixAmountCents = amountCents }: ShopOrder): number {
  return pixAmountCents;
}
