import { isCheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { TokenPurpose } from '../../client/tokens/token.js';
import { findAmountCents, findIdentifier, requireIdentifier } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createBusyRefusal, createRefusal, respondBusy, respondJson, respondProblem } from '../http/response.js';
import { isFreeAttemptId } from '../orders/identifiers.js';
import type { OpenResult, WantedAttempt } from '../orders/open-attempt.js';
import type { PixOpenResult } from '../orders/pix-charges.js';
import { RecentMap } from '../recent-map.js';
import type { ShopCore } from '../shop-core.js';
import type { ServiceToken } from '../tokens/token-provider.js';
import {
  CHARGE_MARGIN_MS,
  getPixPrice,
  openChecked,
  openPix,
  refuseConflict,
  requireCustomer,
  requireOrder,
  requireTrust,
  TROUBLE_WAIT_S,
} from './guards.js';

const PURPOSES: readonly TokenPurpose[] = ['card-payment', 'card-token', 'pix', 'pix-status'];

/** The number of attempts whose last token a process remembers. */
const MAX_REMEMBERED = 1000;

/** A request for a token. */
interface TokenCall {
  core: ShopCore;
  call: EndpointCall;
  body: Readonly<Record<string, unknown>>;
}

/**
 * Creates `POST token { purpose, orderId, attemptId, amount }`, which responds with a `TokenAnswer`. A page gets tokens only here, and a
 * token for a charge only if it may charge.
 */
export function createTokenEndpoint(core: ShopCore): Endpoint {
  /**
   * The last token of each attempt of a session. A page requests another token for the same attempt if the service refused the last one
   * with 401, or if the response with it was lost. In both cases the source must return a new token.
   */
  const lastTokens = new RecentMap<string>(MAX_REMEMBERED);
  return {
    name: 'token',
    methods: ['POST'],
    pattern: 'token',
    origin: 'own',
    handle: async (call) => {
      if (core.options.pageTokens === false) {
        throw createRefusal(404, 'This shop relays: set base-url to its orders/ORDER_ID/service/ path and leave token-url out.');
      }
      const { body } = await call.json();
      const purpose = PURPOSES.find((name) => name === body['purpose']);
      switch (purpose) {
        case 'card-payment':
          return giveCardToken({ core, call, body }, lastTokens);
        case 'pix':
          return givePixToken({ core, call, body });
        case 'pix-status':
          return giveStatusToken({ core, call, body });
        case 'card-token':
          return giveCustomerToken({ core, call, body });
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

/** Opens an attempt, and responds with a token for its charge. */
async function giveCardToken({ core, call, body }: TokenCall, lastTokens: RecentMap<string>): Promise<Response> {
  const { link, report, closing } = core;
  closing.requireOpen();
  const named = requireIdentifier(body, 'orderId');
  const attemptId = requireIdentifier(body, 'attemptId');
  if (!isFreeAttemptId(attemptId)) throw createRefusal(400, 'attemptId is called like a payment of another kind.');
  const order = await requireOrder(core, named, call.request);
  const { id: orderId } = order;
  if (order.isClosed) return respondJson({ closed: 'closed' });
  if (findAmountCents(body, 'amount') !== order.amountCents) throw createRefusal(422, 'The amount is not the order’s.');
  await requireTrust(core);
  const session = await call.session();
  const address = await call.address();
  const key = `${session} ${attemptId}`;
  // The token is fetched before anything is stored: an order must not stay busy for a token that nobody got.
  const token = await link.getToken('card-payment', presentFields({ orderId, attemptId, rejected: lastTokens.get(key) }));
  const wanted: WantedAttempt = {
    attemptId,
    session,
    method: 'card',
    via: 'token',
    amountCents: order.amountCents,
    ...(token.expiresAt !== undefined && { mayChargeUntil: token.expiresAt + link.service.getLimitMs('card-payment') + CHARGE_MARGIN_MS }),
  };
  const prepare = () => {
    // Nor must it stay busy for a page that has disconnected: its report that it gave up arrived before the attempt was stored.
    if (call.request.signal.aborted) throw createBusyRefusal(TROUBLE_WAIT_S);
    closing.requireOpen();
    return () => wanted;
  };
  const result = await openChecked(core, { orderId, trier: { session, address }, prepare }).catch(refuseConflict);
  if (result.status !== 'granted') return respondRefused(core, result);
  if (result.replaced !== undefined) report({ type: 'attempt-ended', orderId, attemptId: result.replaced, state: 'replaced', by: 'page' });
  if (result.isNew) report({ type: 'attempt-opened', orderId, attemptId, via: 'token' });
  lastTokens.set(key, token.token);
  report({ type: 'token-given', orderId, attemptId, purpose: 'card-payment' });
  return respondToken(core, token);
}

/** Responds with a token for another Pix code of an order. */
async function givePixToken({ core, call, body }: TokenCall): Promise<Response> {
  core.closing.requireOpen();
  const order = await requireOrder(core, requireIdentifier(body, 'orderId'), call.request);
  const { id: orderId } = order;
  if (order.isClosed) return respondJson({ closed: 'closed' });
  if (findAmountCents(body, 'amount') !== getPixPrice(order)) {
    throw createRefusal(422, 'The amount is not the order’s price by Pix.');
  }
  await requireTrust(core);
  await call.session();
  const result = await openPix(core, orderId);
  if (result.status !== 'granted') return respondRefused(core, result);
  await core.limiter.countPix(orderId);
  const token = await core.link.getToken('pix');
  core.report({ type: 'token-given', ...presentFields({ orderId, attemptId: findIdentifier(body, 'attemptId') }), purpose: 'pix' });
  return respondToken(core, token);
}

/** Responds with a token for the status of a Pix, also for a paid order: otherwise its page could not notice the payment. */
async function giveStatusToken({ core, call, body }: TokenCall): Promise<Response> {
  const { id: orderId } = await requireOrder(core, requireIdentifier(body, 'orderId'), call.request);
  core.report({ type: 'token-given', orderId, purpose: 'pix-status' });
  return respondToken(core, await core.link.getToken('pix-status'));
}

/** Responds with a token to keep or delete a card, for a customer who is logged in. An account page has no order. */
async function giveCustomerToken({ core, call, body }: TokenCall): Promise<Response> {
  const named = findIdentifier(body, 'orderId');
  const orderId = named === undefined ? undefined : (await requireOrder(core, named, call.request)).id;
  await requireCustomer(core, call.request);
  core.report({ type: 'token-given', ...presentFields({ orderId }), purpose: 'card-token' });
  return respondToken(core, await core.link.getToken('card-token'));
}

/** Creates the response to a page that may not charge, or get no boleto. A `used` attempt closes nothing: the page asks for its result. */
export function respondRefused(
  { limiter }: ShopCore,
  result: Exclude<OpenResult, { status: 'granted' }> | Exclude<PixOpenResult, { status: 'granted' }>,
): Response {
  switch (result.status) {
    case 'paid':
    case 'closed':
      return respondJson({ closed: result.status });
    case 'busy':
      return respondBusy(result.retryAfterMs / 1000);
    case 'limited':
      return limiter.refuse(result.limit ?? 'chargesPerOrder', result.retryAfterMs).toResponse();
    case 'used':
      return respondBusy(TROUBLE_WAIT_S);
  }
}

function respondToken({ now }: ShopCore, { token, expiresAt, environment, singleUse }: ServiceToken): Response {
  const at = now();
  const expiresIn = expiresAt === undefined ? undefined : Math.max(0, Math.floor((expiresAt - at) / 1000));
  return respondJson(presentFields({ token, now: at, expiresIn, environment, singleUse: singleUse || undefined }));
}
