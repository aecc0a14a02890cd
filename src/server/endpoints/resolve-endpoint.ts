import type { Resolution } from '../../domain/order/resolution.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { respondJson, respondUnavailable } from '../http/respond.js';
import type { AttemptRecord, OrderRecord } from '../orders/order-record.js';
import { findAttempt, isEnded } from '../orders/order-stand.js';
import { isNamedByRelay } from '../relay/attempt-key.js';
import type { ShopCore } from '../shop-core.js';
import { requireOrder, TROUBLE_WAIT_S } from './guards.js';
import { readPageAttempt, type PageAttempt } from './page-attempt.js';

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
