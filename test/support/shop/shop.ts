import { parseAttempt } from './attempt-book.js';
import { createJson, isFromOwnPage, readJson, readText } from './json-http.js';
import { answerFees } from './fees.js';
import { createRelay } from './relay.js';
import { PixStatusBook } from './pix-status.js';
import type { AttemptBook, AttemptNotice } from './attempt-book.js';
import type { JsonObject } from './json-http.js';
import type { OrderBook } from './order-book.js';
import type { ServiceAccess } from './service-access.js';

/** Settings of a careless shop. */
export interface ShopOptions {
  service: ServiceAccess;
  /** Path in front of the endpoints, with both slashes: `/shop/`. */
  basePath: string;
  orders: OrderBook;
  attempts: AttemptBook;
  /** Answers requests to `cards`. */
  cards: Shop;
  /** Notes that the customer of a request has paid with a card. */
  noteCardUse: (request: Request, cardId: string) => Promise<void>;
}

/** The server part of a shop: a handler of `Request`s below `basePath`. */
export type Shop = (request: Request) => Promise<Response>;

/** Everything that an endpoint works with. */
interface ShopCore extends ShopOptions {
  pix: PixStatusBook;
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
 * A careless shop: it believes in nothing but the service, and guards no order, so that a test sees the page's own guard.
 *
 * `POST token` gives a page the bearer token for one purpose, `POST notify` writes down what the page says of its attempts, `POST resolve`
 * tells it what became of one, `POST fees` what the plans of an amount cost, `service/*` passes requests on. Of a Pix charge, `POST webhook`
 * is told by the service, and `GET status/{charge}` and `GET stream/{charge}` tell the page.
 */
export function createShop(options: ShopOptions): Shop {
  const pix = new PixStatusBook(options.service);
  const core: ShopCore = { ...options, pix };
  const relay = createRelay(options.service);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const name = pathname.startsWith(core.basePath) ? pathname.slice(core.basePath.length) : '';
    if (name.startsWith('service/')) return relay(request, name.slice('service/'.length));
    if (name === 'webhook') return pix.answerWebhook((await readJson(request)) ?? {});
    if (/^cards(\/|$)/.test(name)) return options.cards(request);
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
async function answerToken(body: JsonObject, { service, orders }: ShopCore): Promise<Response> {
  const purpose = readText(body, 'purpose');
  const method = purpose === 'card-payment' ? 'card' : purpose === 'pix' ? 'pix' : undefined;
  const verdict = orders.verify(readText(body, 'orderId'), { method, amount: readText(body, 'amount') });
  if (verdict.ok) return createJson(200, await service.issueToken());
  return 'closed' in verdict ? createJson(200, { closed: verdict.closed }) : createJson(422, { message: verdict.message });
}

/** An `Attempt` -> 204. The page's word is written down, and the charge of one that it calls approved is its own from then on. */
async function answerNotify(body: JsonObject, core: ShopCore, request: Request): Promise<Response> {
  const attempt = parseAttempt(body);
  if (!attempt) return createJson(400, { message: 'Not an attempt.' });
  const { states } = core.attempts.note(attempt, Date.now());
  if (attempt.state === 'approved') {
    await findCharge(attempt, core);
    // A page may tell of an old payment again: that is no new use of its card.
    const isNew = states.indexOf(attempt.state) === states.length - 1;
    if (isNew && attempt.cardId !== undefined) await core.noteCardUse(request, attempt.cardId);
  }
  return new Response(null, { status: 204 });
}

/** An `Attempt`, alone or as `{ attempt }` -> a `Resolution`. */
async function answerResolve(body: JsonObject, core: ShopCore): Promise<Response> {
  const attempt = parseAttempt({ ...body, ...(typeof body['attempt'] === 'object' && body['attempt']) });
  if (!attempt) return createJson(400, { message: 'Not an attempt.' });
  const found = await findCharge(attempt, core);
  if (found === 'unknown' || found === 'not-charged') return createJson(200, { status: found });
  return createJson(200, { status: 'charged', identifier: found.identifier, message: 'Pagamento confirmado pela loja.' });
}

/**
 * Looks an attempt up in the service's records. A Pix is paid or not yet; a card's charge is looked for among all. What is still under way
 * there is unknown, never "not charged".
 */
async function findCharge(
  attempt: AttemptNotice,
  { service, attempts, pix }: ShopCore,
): Promise<{ identifier: string } | 'not-charged' | 'unknown'> {
  const { chargeId } = attempt;
  if (chargeId !== undefined) return (await pix.isPaid(chargeId)) ? { identifier: chargeId } : 'unknown';
  const records = await service.listCharges().catch(() => undefined);
  if (!records) return 'unknown';
  const charge = attempts.claim(attempt, records.charges);
  return charge ?? (records.isBusy ? 'unknown' : 'not-charged');
}
