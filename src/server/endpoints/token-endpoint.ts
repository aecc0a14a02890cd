import type { TokenPurpose } from '../../client/tokens/token.js';
import { isCheckoutError } from '../../domain/errors.js';
import { readAmountField, readIdentifierField, requireIdentifier } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createRefusal, respondBusy, respondClosed, respondJson, respondProblem } from '../http/response.js';
import { isFreeAttemptId } from '../orders/identifiers.js';
import { isHandedOver, type OpenAnswer, openAttempt, type WantedAttempt } from '../orders/open-attempt.js';
import type { OrderRecord } from '../orders/order-record.js';
import { findHolder } from '../orders/order-state.js';
import type { PixOpenAnswer } from '../orders/pix-charges.js';
import type { ShopCore } from '../shop-core.js';
import type { ServiceToken } from '../tokens/token-provider.js';
import {
  askWhetherPix,
  CHARGE_MARGIN_MS,
  createBusyRefusal,
  findCustomer,
  findPixPrice,
  refuseConflict,
  requireOrder,
  requirePixAnswers,
  requireTrust,
  TROUBLE_WAIT_S,
} from './guards.js';

const PURPOSES: readonly TokenPurpose[] = ['card-payment', 'card-token', 'pix', 'pix-status'];

type Body = Readonly<Record<string, unknown>>;

/** `POST token { purpose, orderId, attemptId, amount }` -> a `TokenAnswer`. The one place where a page gets a token, and only if it may charge. */
export function createTokenEndpoint(core: ShopCore): Endpoint {
  const given = new GivenTokens();
  return {
    name: 'token',
    methods: ['POST'],
    pattern: 'token',
    origin: 'own',
    handle: async (call) => {
      if (core.options.pageTokens === false) {
        throw createRefusal(404, 'This shop relays: set base-url to its orders/ORDER_ID/service/ path and leave token-url out.');
      }
      const { body } = await call.readJson();
      const purpose = PURPOSES.find((name) => name === body['purpose']);
      switch (purpose) {
        case 'card-payment':
          return giveCardToken(core, call, { body, given });
        case 'pix':
          return givePixToken(core, call, body);
        case 'pix-status':
          return giveStatusToken(core, call, body);
        case 'card-token':
          return giveCustomerToken(core, call, body);
        case undefined:
          throw createRefusal(400, `purpose must be one of ${PURPOSES.join(', ')}.`);
      }
    },
    onFailure: (error) =>
      isCheckoutError(error) && error.code === 'token-source'
        ? respondProblem(502, 'The service gave no token.')
        : respondBusy(TROUBLE_WAIT_S),
  };
}

async function giveCardToken(core: ShopCore, call: EndpointCall, { body, given }: { body: Body; given: GivenTokens }): Promise<Response> {
  const { ledger, link, limiter, limits, now, report } = core;
  const named = requireIdentifier(body, 'orderId');
  const attemptId = requireIdentifier(body, 'attemptId');
  if (!isFreeAttemptId(attemptId)) throw createRefusal(400, 'attemptId is called like a payment of another kind.');
  const order = await requireOrder(core, named, call.request);
  const { id: orderId } = order;
  if (order.isClosed) return respondClosed('closed');
  if (readAmountField(body, 'amount') !== order.amountCents) throw createRefusal(422, 'The amount is not the order’s.');
  await requireTrust(core);
  const session = await call.session();
  const known = await ledger.read(orderId);
  const isRepeated = known.attempts.some((attempt) => attempt.attemptId === attemptId && attempt.session === session);
  const wish = { attemptId, session, method: 'card', via: 'token', amountCents: order.amountCents } as const;
  if (isRepeated) {
    await limiter.countRepeat(orderId);
  } else {
    // Nobody asks the service anything for whoever may not charge.
    const { result: expected } = openAttempt(known, wish, now(), limits.chargesPerOrder);
    if (expected.status !== 'granted') return respondRefused(core, expected);
    await limiter.checkDeclines({ session, address: await call.address() });
    await lookBefore(core, known, session);
  }
  // Before anything is written down: an order must not stay busy for a token that nobody got.
  const token = await link.getToken('card-payment', { orderId, attemptId, ...given.findRejected(session, attemptId) });
  // Nor for a page that went away meanwhile: its word that it gave up came before there was anything to note it beside.
  if (call.request.signal.aborted) throw createBusyRefusal();
  const wanted: WantedAttempt = {
    ...wish,
    ...(token.expiresAt !== undefined && { mayChargeUntil: token.expiresAt + link.limitMs('card-payment') + CHARGE_MARGIN_MS }),
  };
  const answer = await core.orders
    .change(orderId, (record, at) => openAttempt(record, wanted, at, limits.chargesPerOrder))
    .catch(refuseConflict);
  if (answer.status !== 'granted') return respondRefused(core, answer);
  if (answer.replaced !== undefined) report({ type: 'attempt-ended', orderId, attemptId: answer.replaced, state: 'replaced', by: 'page' });
  if (answer.isNew) report({ type: 'attempt-opened', orderId, attemptId, via: 'token' });
  given.note(session, attemptId, token.token);
  report({ type: 'token-given', orderId, attemptId, purpose: 'card-payment' });
  return respondToken(core, token);
}

/**
 * Asks before somebody new may charge: about every Pix code that may be paid, and about the attempt that is to be replaced, where exact
 * records can say. Throws where a code was not answered about.
 */
async function lookBefore(core: ShopCore, order: OrderRecord, session: string): Promise<void> {
  await requirePixAnswers(core, order);
  const holder = findHolder(order);
  if (holder && isHandedOver(holder, { session, via: 'token' })) await core.search.search(holder);
}

async function givePixToken(core: ShopCore, call: EndpointCall, body: Body): Promise<Response> {
  const order = await requireOrder(core, requireIdentifier(body, 'orderId'), call.request);
  const { id: orderId } = order;
  if (order.isClosed) return respondClosed('closed');
  if (readAmountField(body, 'amount') !== findPixPrice(order)) {
    throw createRefusal(422, 'The amount is not the order’s price by Pix.');
  }
  await requireTrust(core);
  await call.session();
  const answer = await askWhetherPix(core, orderId);
  if (answer.status !== 'granted') return respondRefused(core, answer);
  await core.limiter.countPix(orderId);
  const token = await core.link.getToken('pix');
  const attemptId = readIdentifierField(body, 'attemptId');
  core.report({ type: 'token-given', orderId, ...(attemptId !== undefined && { attemptId }), purpose: 'pix' });
  return respondToken(core, token);
}

/** Also of an order that is paid: how else would its page notice? */
async function giveStatusToken(core: ShopCore, call: EndpointCall, body: Body): Promise<Response> {
  const { id: orderId } = await requireOrder(core, requireIdentifier(body, 'orderId'), call.request);
  core.report({ type: 'token-given', orderId, purpose: 'pix-status' });
  return respondToken(core, await core.link.getToken('pix-status'));
}

/** To keep or delete a card: for a customer who is logged in, with an order or, on an account page, with none. */
async function giveCustomerToken(core: ShopCore, call: EndpointCall, body: Body): Promise<Response> {
  const named = readIdentifierField(body, 'orderId');
  const orderId = named === undefined ? undefined : (await requireOrder(core, named, call.request)).id;
  if ((await findCustomer(core, call.request)) === undefined) throw createRefusal(401, 'Nobody is logged in.');
  core.report({ type: 'token-given', ...(orderId !== undefined && { orderId }), purpose: 'card-token' });
  return respondToken(core, await core.link.getToken('card-token'));
}

/** What whoever may not charge is told. An attempt that was used up is no reason to close anything: the page asks what became of it. */
function respondRefused(
  { limiter }: ShopCore,
  answer: Exclude<OpenAnswer, { status: 'granted' }> | Exclude<PixOpenAnswer, { status: 'granted' }>,
): Response {
  switch (answer.status) {
    case 'paid':
    case 'closed':
      return respondClosed(answer.status);
    case 'busy':
      return respondBusy(answer.retryAfterMs / 1000);
    case 'limited':
      return limiter.refuse('chargesPerOrder', answer.retryAfterMs).toResponse();
    case 'used':
      return respondBusy(TROUBLE_WAIT_S);
  }
}

function respondToken({ now }: ShopCore, { token, expiresAt, environment, singleUse }: ServiceToken): Response {
  const at = now();
  return respondJson({
    token,
    now: at,
    ...(expiresAt !== undefined && { expiresIn: Math.max(0, Math.floor((expiresAt - at) / 1000)) }),
    ...(environment !== undefined && { environment }),
    ...(singleUse && { singleUse }),
  });
}

/** No process remembers more. */
const MAX_KEPT = 1000;

/**
 * The token that each attempt was given last, in the memory of this process. A page asks again for one attempt where the service refused its
 * token with 401, or where the response with it was lost: either way another one is wanted.
 */
export class GivenTokens {
  readonly #tokens = new Map<string, string>();

  /** Remembers what an attempt of a session got. */
  note(session: string, attemptId: string, token: string): void {
    const key = createKey(session, attemptId);
    this.#tokens.delete(key);
    this.#tokens.set(key, token);
    const [oldest = ''] = this.#tokens.keys();
    if (this.#tokens.size > MAX_KEPT) this.#tokens.delete(oldest);
  }

  /** The token that the attempt can no longer use, as a source of tokens is told; nothing for one that has none. */
  findRejected(session: string, attemptId: string): { rejected?: string } {
    const rejected = this.#tokens.get(createKey(session, attemptId));
    return rejected === undefined ? {} : { rejected };
  }
}

function createKey(session: string, attemptId: string): string {
  return `${session} ${attemptId}`;
}
