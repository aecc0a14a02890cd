import type { Resolution } from '../../domain/order/resolution.js';
import { presentFields } from '../../domain/present-fields.js';
import { findIdentifier, requireIdentifier } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, respondJson, respondNoContent, respondUnavailable } from '../http/response.js';
import type { ShopOrder } from '../options.js';
import { noteReport } from '../orders/end-attempt.js';
import { isNamedByRelay, nameCharge } from '../orders/identifiers.js';
import type { AttemptRecord, OrderRecord, PageReport } from '../orders/order-record.js';
import { findAttempt, isEnded } from '../orders/order-state.js';
import type { ShopCore } from '../shop-core.js';
import { findCustomer, getPixPrice, requireOrder, TROUBLE_WAIT_S } from './guards.js';

/** The `Attempt` of a page, as far as this server reads it. */
interface PageAttempt {
  attemptId: string;
  orderId: string;
  report: Omit<PageReport, 'at'>;
  /** The identifier of a Pix charge or a boleto in the ledger. */
  chargeId?: string;
}

const STATES: readonly string[] = ['open', 'approved', 'declined', 'failed', 'unconfirmed'];

/** The states that a page may report for an attempt that never arrived here: they claim no payment. */
const EMPTY_STATES: readonly string[] = ['open', 'failed'];

/** The message for the shopper. */
const CONFIRMED = 'Pagamento confirmado pela loja.';

/** Parses the `Attempt` of a page, without unknown fields, which may contain anything. Throws 400 if the body is no attempt. */
function parseAttempt(body: Readonly<Record<string, unknown>>): PageAttempt {
  const { last4, installments, state } = body;
  const isCount = typeof installments === 'number' && Number.isInteger(installments) && installments > 0 && installments < 100;
  return presentFields({
    attemptId: requireIdentifier(body, 'attemptId'),
    orderId: requireIdentifier(body, 'orderId'),
    report: presentFields({
      state: STATES.find((name) => name === state) ?? 'unknown',
      identifier: findIdentifier(body, 'identifier'),
      cardId: findIdentifier(body, 'cardId'),
      last4: typeof last4 === 'string' && /^\d{4}$/.test(last4) ? last4 : undefined,
      installments: isCount ? installments : undefined,
    }),
    chargeId: findIdentifier(body, 'chargeId'),
  });
}

/**
 * Creates `POST notify` with an `Attempt`, which responds 204. A page can be forged, so its report is only stored with the attempt. It
 * settles nothing and releases nothing, but is a reason to search the service's records. Responds 404 for an attempt that this server does
 * not know, so that the page does not say that the shop was notified.
 */
export function createNotifyEndpoint(core: ShopCore): Endpoint {
  return {
    name: 'notify',
    methods: ['POST'],
    pattern: 'notify',
    origin: 'own',
    handle: async (call) => {
      const reported = parseAttempt((await call.json()).body);
      const order = await requireOrder(core, reported.orderId, call.request);
      await (reported.chargeId === undefined
        ? noteCard(core, call, { ...reported, orderId: order.id })
        : notePix(core, call, order, reported.chargeId));
      return respondNoContent();
    },
    onFailure: () => respondUnavailable(TROUBLE_WAIT_S),
  };
}

/** Stores a page's report of an attempt to charge a card. */
async function noteCard(core: ShopCore, call: EndpointCall, { orderId, attemptId, report }: PageAttempt): Promise<void> {
  const { ledger, orders, now } = core;
  const session = await call.session();
  const before = findAttempt(await ledger.read(orderId), attemptId);
  // A page that pays through the relay reports its attempt before it sends the charge, and also if the relay did not send it.
  if (!before && EMPTY_STATES.includes(report.state)) return;
  if (!before || before.session !== session) {
    core.report({
      type: 'warning',
      message: `A page told of attempt ${attemptId} of order ${orderId}, which this ledger does not have for its session.`,
    });
    throw createNotFound();
  }
  const address = await call.address();
  await orders.change(orderId, (record, at) => noteReport(record, attemptId, { ...report, at }, session, address));
  if (before.told?.state !== report.state && report.state === 'approved') {
    const customer = report.cardId === undefined ? undefined : await findCustomer(core, call.request);
    if (customer !== undefined && report.cardId !== undefined) await ledger.noteCardUse(customer, report.cardId, now());
    // Exact records settle the attempt at once. Otherwise it waits for the sweep, or for a person.
    await core.search.searchForPage(before, 'notice');
  }
}

/** Records a Pix that a page reports; a boleto is known before its page. The first page that names a charge decides its order; the service decides its status. */
async function notePix({ pix }: ShopCore, call: EndpointCall, order: ShopOrder, chargeId: string): Promise<void> {
  const charge = await pix.adopt({ chargeId, orderId: order.id, session: await call.session(), dueCents: getPixPrice(order) });
  if (!charge) throw createNotFound();
  await pix.queryStatus(charge);
}

/**
 * Creates `POST resolve` with an `Attempt`, alone or as `{ attempt }`, which responds with a `Resolution`. It is `not-charged` only if
 * nothing can be charged any more.
 */
export function createResolveEndpoint(core: ShopCore): Endpoint {
  return {
    name: 'resolve',
    methods: ['POST'],
    pattern: 'resolve',
    origin: 'own',
    handle: async (call) => {
      const { body } = await call.json();
      const asked = parseAttempt({ ...body, ...(typeof body['attempt'] === 'object' && body['attempt']) });
      const { id: orderId } = await requireOrder(core, asked.orderId, call.request);
      return respondJson(await resolve(core, call, { ...asked, orderId }));
    },
    onFailure: () => respondUnavailable(TROUBLE_WAIT_S),
  };
}

/** Finds the result of an attempt in the ledger, in the service's records, or by a status query of its Pix. */
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
  const isPaid = charge !== undefined && (charge.status === 'paid' || (await core.pix.queryStatus(charge)) === 'paid');
  return isPaid ? toCharged(nameCharge(charge).identifier) : { status: 'unknown' };
}

async function resolveAttempt({ search }: ShopCore, attempt: AttemptRecord): Promise<Resolution> {
  if (attempt.state === 'charged') return toCharged(attempt.identifier);
  // Only its page reported the end of a replaced attempt: nobody has queried the service.
  if (isEnded(attempt) && attempt.state !== 'replaced') return { status: 'not-charged' };
  const found = await search.searchForPage(attempt, 'resolve');
  return found.status === 'charged' ? toCharged(found.identifier) : { status: found.status };
}

/**
 * Resolves an attempt that the ledger does not know. A page that pays through the relay without a key cannot name its attempt as the ledger
 * does. The result may be that the order was charged in the page's session, but never that it was not charged: another charge of the page
 * may have arrived that is not recorded yet.
 */
async function resolveUnnamed(core: ShopCore, { attempts }: OrderRecord, session: string): Promise<Resolution> {
  const own = attempts.filter((attempt) => isNamedByRelay(attempt) && attempt.session === session);
  const resolutions: Resolution[] = [];
  for (const attempt of own) resolutions.push(await resolveAttempt(core, attempt));
  return resolutions.find(({ status }) => status === 'charged') ?? { status: 'unknown' };
}

function toCharged(identifier: string | undefined): Resolution {
  return presentFields({ status: 'charged' as const, message: CONFIRMED, identifier });
}
