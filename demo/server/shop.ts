import { AttemptBook, parseAttempt } from './attempt-book.js';
import { createJson, isFromOwnPage, readJson, readText } from './json-http.js';
import { answerFees } from './fee-desk.js';
import { createRelay } from './relay.js';
import type { OrderBook } from './order-book.js';
import { PixDesk } from './pix-desk.js';
import type { CardDesk } from './card-desk.js';
import type { AttemptNotice } from './attempt-book.js';
import type { JsonObject } from './json-http.js';
import type { ServiceAccess } from './service-access.js';

/** Settings of the shop's server. */
export interface ShopOptions {
  service: ServiceAccess;
  /** Path in front of the endpoints, with both slashes: `/shop/`. */
  basePath: string;
  orders: OrderBook;
  attempts?: AttemptBook;
  /** Whether pages pay through `service/*` here instead of getting tokens. Then no token ever leaves the server. */
  isRelay?: boolean;
  /** Whether an order that was paid, as the service's records show, is closed. Default `true`; tests of the page's own guard say no. */
  closesPaidOrders?: boolean;
  /** Customers' saved cards, at `cards`. */
  cards?: CardDesk;
  /** Pix charges that are known to be paid, with the service's word; changed in place, for whoever keeps them. */
  paidPix?: Map<string, string>;
  /** The time, epoch ms; the system's by default. */
  now?: () => number;
}

/** The server part of a shop: a handler of `Request`s below `basePath`. */
export type Shop = (request: Request) => Promise<Response>;

/** Everything that an endpoint works with. */
interface ShopCore extends Required<Omit<ShopOptions, 'isRelay' | 'cards' | 'paidPix'>> {
  isRelay: boolean;
  cards?: CardDesk | undefined;
  pix: PixDesk;
}

/** Endpoints by name; each takes the JSON that the page posted. */
const ENDPOINTS: Readonly<Record<string, (body: JsonObject, core: ShopCore, request: Request) => Promise<Response>>> = {
  token: answerToken,
  resolve: answerResolve,
  notify: answerNotify,
  fees: async (body) => answerFees(body),
};

/** What a page may read of one of its Pix charges. */
const PIX_ENDPOINT = /^(status|stream)\/([\w-]{1,64})$/;

/**
 * Makes the shop's server. `POST token` gives a page the bearer token for one purpose, `POST notify` takes what the page
 * says of its attempts, `POST resolve` tells it what became of one, `POST fees` what the plans of an amount cost, `service/*` passes requests on where that is wanted. Of a Pix charge,
 * `POST webhook` is told by the service, and `GET status/{charge}` and `GET stream/{charge}` tell the page. `cards` keeps customers' saved cards.
 */
export function createShop(options: ShopOptions): Shop {
  const parts = { attempts: new AttemptBook(), isRelay: false, closesPaidOrders: true, now: () => Date.now(), ...options };
  const pix = new PixDesk({ service: options.service, onPaid: (chargeId) => closePaidByPix(chargeId, parts), paid: options.paidPix });
  const core: ShopCore = { ...parts, pix };
  const relay = createRelay(options.service, parts.now);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const name = pathname.startsWith(core.basePath) ? pathname.slice(core.basePath.length) : '';
    if (name.startsWith('service/')) return relay(request, name.slice('service/'.length));
    if (name === 'webhook') return pix.answerWebhook((await readJson(request)) ?? {});
    const [, cardId] = /^cards(?:\/([^/]+))?$/.exec(name) ?? [];
    if (options.cards && /^cards(\/|$)/.test(name)) return options.cards.answer(request, cardId && decodeURIComponent(cardId));
    const [, what, chargeId = ''] = PIX_ENDPOINT.exec(name) ?? [];
    if (what && isFromOwnPage(request)) return what === 'stream' ? pix.answerStream(chargeId) : pix.answerStatus(chargeId);
    const endpoint = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined;
    if (!endpoint) return createJson(404, { message: `The shop has no ${name}` });
    if (request.method !== 'POST') return createJson(405, { message: 'Use POST.' });
    if (!isFromOwnPage(request)) return createJson(403, { message: 'Only pages of the shop may ask.' });
    const body = await readJson(request);
    return body ? endpoint(body, core, request) : createJson(400, { message: 'The body must be a JSON object.' });
  };
}

/** `{ purpose, orderId, attemptId, amount }` -> `{ token, expiresIn, now }` or `{ closed }`. */
async function answerToken(body: JsonObject, { service, orders, isRelay }: ShopCore): Promise<Response> {
  if (isRelay) return createJson(404, { message: 'This shop relays: set base-url to its service/ path and leave token-url out.' });
  const purpose = readText(body, 'purpose');
  const method = purpose === 'card-payment' ? 'card' : purpose === 'pix' ? 'pix' : undefined;
  const verdict = orders.verify(readText(body, 'orderId'), { method, amount: readText(body, 'amount') });
  if (verdict.ok) return createJson(200, await service.issueToken());
  return 'closed' in verdict ? createJson(200, { closed: verdict.closed }) : createJson(verdict.status, { message: verdict.message });
}

/** An `Attempt` -> 204. The page's word is written down; only the service's records make an order paid. Whose card it was, the session says. */
async function answerNotify(body: JsonObject, core: ShopCore, request: Request): Promise<Response> {
  const attempt = parseAttempt(body);
  if (!attempt) return createJson(400, { message: 'Not an attempt.' });
  const { states } = core.attempts.note(attempt, core.now());
  if (attempt.state === 'approved') {
    await confirm(attempt, core);
    // A page may tell of an old payment again: that is no new use of its card.
    const isNew = states.indexOf(attempt.state) === states.length - 1;
    if (isNew && attempt.cardId !== undefined) core.cards?.noteUse(request, attempt.cardId);
  }
  return new Response(null, { status: 204 });
}

/** An `Attempt`, alone or as `{ attempt }` -> a `Resolution`. */
async function answerResolve(body: JsonObject, core: ShopCore): Promise<Response> {
  const attempt = parseAttempt({ ...body, ...(typeof body['attempt'] === 'object' && body['attempt']) });
  if (!attempt) return createJson(400, { message: 'Not an attempt.' });
  const found = await confirm(attempt, core);
  if (found === 'unknown' || found === 'not-charged') return createJson(200, { status: found });
  return createJson(200, { status: 'charged', identifier: found.identifier, message: 'Pagamento confirmado pela loja.' });
}

/** A Pix charge is of the order whose page told of it. */
function closePaidByPix(chargeId: string, { attempts, orders, closesPaidOrders }: Omit<ShopCore, 'pix'>): void {
  const orderId = attempts.list().find(({ latest }) => latest.chargeId === chargeId)?.latest.orderId;
  if (closesPaidOrders && orderId !== undefined) orders.put({ orderId, status: 'paid' });
}

/** Looks an attempt up in the service's records. What is still under way there is unknown, never "not charged". */
async function confirm(attempt: AttemptNotice, core: ShopCore): Promise<{ identifier: string } | 'not-charged' | 'unknown'> {
  const charge = await findCharge(attempt, core);
  const { orders, closesPaidOrders } = core;
  if (typeof charge === 'object' && closesPaidOrders && attempt.orderId !== undefined)
    orders.put({ orderId: attempt.orderId, status: 'paid' });
  return charge;
}

/** A Pix is paid or not yet; a card's charge is looked for among all. */
async function findCharge(
  attempt: AttemptNotice,
  { service, attempts, pix }: ShopCore,
): Promise<{ identifier: string } | 'not-charged' | 'unknown'> {
  const { chargeId } = attempt;
  if (chargeId !== undefined) return (await pix.isPaid(chargeId)) ? { identifier: chargeId } : 'unknown';
  const records = await service.listCharges?.().catch(() => undefined);
  if (!records) return 'unknown';
  const charge = attempts.claim(attempt, records.charges);
  return charge ?? (records.isBusy ? 'unknown' : 'not-charged');
}
