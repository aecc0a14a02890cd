import type { Resolution } from '../../domain/order/resolution.js';
import { readIdentifierField, requireIdentifier } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, respondJson, respondNoContent, respondUnavailable } from '../http/response.js';
import type { ShopOrder } from '../options.js';
import { noteWord } from '../orders/end-attempt.js';
import { isNamedByRelay } from '../orders/identifiers.js';
import type { AttemptRecord, OrderRecord, PageReport } from '../orders/order-record.js';
import { findAttempt, isEnded } from '../orders/order-state.js';
import type { ShopCore } from '../shop-core.js';
import { findCustomer, findPixPrice, requireOrder, TROUBLE_WAIT_S } from './guards.js';

/** What a page says of one of its attempts, as far as this server reads it. */
export interface PageAttempt {
  attemptId: string;
  orderId: string;
  method: 'card' | 'saved-card' | 'pix';
  word: Omit<PageReport, 'at'>;
  /** Of a Pix. */
  chargeId?: string;
}

const METHODS = ['card', 'saved-card', 'pix'] as const;
const STATES: readonly string[] = ['open', 'approved', 'declined', 'failed', 'unconfirmed'];

/** Reads the `Attempt` of a page. Throws 400 where it is none. Nothing else of the body is kept: it may hold anything. */
export function readPageAttempt(body: Readonly<Record<string, unknown>>): PageAttempt {
  const identifier = readIdentifierField(body, 'identifier');
  const cardId = readIdentifierField(body, 'cardId');
  const chargeId = readIdentifierField(body, 'chargeId');
  const { last4, installments, state } = body;
  return {
    attemptId: requireIdentifier(body, 'attemptId'),
    orderId: requireIdentifier(body, 'orderId'),
    method: METHODS.find((name) => name === body['method']) ?? (chargeId === undefined ? 'card' : 'pix'),
    word: {
      state: STATES.find((name) => name === state) ?? 'unknown',
      ...(identifier !== undefined && { identifier }),
      ...(cardId !== undefined && { cardId }),
      ...(typeof last4 === 'string' && /^\d{4}$/.test(last4) && { last4 }),
      ...(typeof installments === 'number' && Number.isInteger(installments) && installments > 0 && installments < 100 && { installments }),
    },
    ...(chargeId !== undefined && { chargeId }),
  };
}

/** What a page may say of an attempt that never came here: it says nothing of money. */
const EMPTY_WORDS: readonly string[] = ['open', 'failed'];

/**
 * `POST notify` with an `Attempt` -> 204. A page can be forged, so its word is written down beside the attempt, and settles nothing and frees
 * nothing: it is a reason to ask whoever knows. 404 for an attempt that this server knows nothing of: then the page does not say that the
 * shop was told.
 */
export function createNotifyEndpoint(core: ShopCore): Endpoint {
  return {
    name: 'notify',
    methods: ['POST'],
    pattern: 'notify',
    origin: 'own',
    handle: async (call) => {
      const { body } = await call.readJson();
      const said = readPageAttempt(body);
      const order = await requireOrder(core, said.orderId, call.request);
      const told = { ...said, orderId: order.id };
      await (told.chargeId === undefined ? noteCard(core, call, told) : notePix(core, call, { told, order, chargeId: told.chargeId }));
      return respondNoContent();
    },
    onFailure: () => respondUnavailable(TROUBLE_WAIT_S),
  };
}

async function noteCard(core: ShopCore, call: EndpointCall, { orderId, attemptId, word }: PageAttempt): Promise<void> {
  const { ledger, orders, limiter, now, report } = core;
  const session = await call.session();
  const before = findAttempt(await ledger.read(orderId), attemptId);
  // A page of the relay tells of its attempt before it sends it, and of one that the relay did not send.
  if (!before && EMPTY_WORDS.includes(word.state)) return;
  if (!before || before.session !== session) {
    report({
      type: 'warning',
      message: `A page told of attempt ${attemptId} of order ${orderId}, which this ledger does not have for its session.`,
    });
    throw createNotFound();
  }
  await orders.change(orderId, (record, at) => noteWord(record, attemptId, { ...word, at }, session));
  if (word.state === 'declined' && before.told?.state !== 'declined' && before.via === 'token') {
    await limiter.countDecline({ session, address: await call.address() });
  }
  if (word.state === 'approved' && before.told?.state !== 'approved') {
    await noteCardUse(core, call, word.cardId);
    // Exact records settle it at once; without them it waits for the sweep, or for a person.
    await core.search.search(before);
  }

  async function noteCardUse({ options }: ShopCore, { request }: EndpointCall, cardId: string | undefined): Promise<void> {
    const customer = cardId === undefined ? undefined : await findCustomer({ options }, request);
    if (customer !== undefined && cardId !== undefined) await ledger.noteCardUse(customer, cardId, now());
  }
}

/** A Pix that a page tells of: whose it is, the first page that names it says; what became of it, the service. */
async function notePix(
  core: ShopCore,
  call: EndpointCall,
  { told, order, chargeId }: { told: PageAttempt; order: ShopOrder; chargeId: string },
): Promise<void> {
  const charge = await core.pix.adopt({ chargeId, orderId: told.orderId, session: await call.session(), dueCents: findPixPrice(order) });
  if (!charge) throw createNotFound();
  await core.pix.ask(charge);
}

/** What the shopper reads. */
const CONFIRMED = 'Pagamento confirmado pela loja.';

/** `POST resolve` with an `Attempt`, alone or as `{ attempt }` -> a `Resolution`. `not-charged` only where nothing can be charged any more. */
export function createResolveEndpoint(core: ShopCore): Endpoint {
  return {
    name: 'resolve',
    methods: ['POST'],
    pattern: 'resolve',
    origin: 'own',
    handle: async (call) => {
      const { body } = await call.readJson();
      const asked = readPageAttempt({ ...body, ...(typeof body['attempt'] === 'object' && body['attempt']) });
      const { id: orderId } = await requireOrder(core, asked.orderId, call.request);
      return respondJson(await resolve(core, call, { ...asked, orderId }));
    },
    onFailure: () => respondUnavailable(TROUBLE_WAIT_S),
  };
}

async function resolve(core: ShopCore, call: EndpointCall, { orderId, attemptId, chargeId }: PageAttempt): Promise<Resolution> {
  if ((await core.ledger.distrust()) !== undefined) return { status: 'unknown' };
  const order = await core.ledger.read(orderId);
  if (chargeId !== undefined) return resolvePix(core, order, chargeId);
  const attempt = findAttempt(order, attemptId);
  if (attempt) return resolveAttempt(core, attempt);
  return resolveUnnamed(core, order, await call.session());
}

async function resolvePix(core: ShopCore, { pix }: OrderRecord, chargeId: string): Promise<Resolution> {
  const charge = pix.find((known) => known.chargeId === chargeId);
  const isPaid = charge !== undefined && (charge.status === 'paid' || (await core.pix.ask(charge)) === 'paid');
  return isPaid ? { status: 'charged', identifier: chargeId, message: CONFIRMED } : { status: 'unknown' };
}

async function resolveAttempt({ search }: ShopCore, attempt: AttemptRecord): Promise<Resolution> {
  if (attempt.state === 'charged') return describeCharge(attempt.identifier);
  // That it was over for its page, its page said: whoever replaced it never asked the service.
  if (isEnded(attempt) && attempt.state !== 'replaced') return { status: 'not-charged' };
  const found = await search.search(attempt);
  return found.status === 'charged' ? describeCharge(found.identifier) : { status: found.status };
}

/**
 * A page that pays through the relay without a key cannot name its attempt as the ledger does. That the order was charged in its session is
 * certain. That it was not never is: another charge of the page may have arrived, and not be written down yet.
 */
async function resolveUnnamed(core: ShopCore, { attempts }: OrderRecord, session: string): Promise<Resolution> {
  const own = attempts.filter((attempt) => isNamedByRelay(attempt) && attempt.session === session);
  const resolutions: Resolution[] = [];
  for (const attempt of own) resolutions.push(await resolveAttempt(core, attempt));
  const charged = resolutions.find(({ status }) => status === 'charged');
  return charged ?? { status: 'unknown' };
}

function describeCharge(identifier: string | undefined): Resolution {
  return { status: 'charged', message: CONFIRMED, ...(identifier !== undefined && { identifier }) };
}
