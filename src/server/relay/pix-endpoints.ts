import { amountFromCents, centsFromAmount } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import { OUTCOME_HEADER } from '../../client/http/request-rules.js';
import { createStatusError, isSuccess } from '../../client/http/status-error.js';
import { requestPixCharge } from '../../client/pix/pix-charge.js';
import { requestPixStatus } from '../../client/pix/pix-status.js';
import { getPixPrice, openPix, requireOrder, requireTrust } from '../endpoints/guards.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createBusyRefusal, createNotFound, createRefusal, respondJson } from '../http/response.js';
import type { ShopCore } from '../shop-core.js';
import { respondFailure, respondLost, respondNotSent, respondToRefusal } from './relay-response.js';

/** The format of an instant with its time zone. Any other format is the shop's own, and the end of the code is then unknown here. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Creates `POST orders/{orderId}/service/pix/generateQrCode`, which creates a Pix charge for a page. This server knows the order and the
 * amount of such a charge from the start.
 */
export function createPixRelay(core: ShopCore): Endpoint {
  return {
    name: 'relay-pix',
    methods: ['POST'],
    pattern: `orders/{orderId}/service/${core.link.profile.paths.generatePixQrCode}`,
    origin: 'own',
    handle: (call) => createPix(core, call).catch(respondToRefusal),
    onFailure: () => respondNotSent({ retryAfter: 10 }),
  };
}

async function createPix(core: ShopCore, call: EndpointCall): Promise<Response> {
  const { link, now } = core;
  const { body } = await call.json();
  core.closing.requireOpen();
  const order = await requireOrder(core, call.params['orderId'] ?? '', call.request);
  const { id: orderId } = order;
  if (order.isClosed) return respondNotSent({ closed: 'closed' });
  const dueCents = getPixPrice(order);
  const { amount, expirationDate } = body;
  if (typeof amount !== 'number' || centsFromAmount(amount) !== dueCents)
    throw createRefusal(422, 'The amount is not the order’s price by Pix.');
  if (typeof expirationDate !== 'string' || expirationDate.length > 64) throw createRefusal(422, 'expirationDate must be text.');
  await requireTrust(core);
  const session = await call.session();
  const result = await openPix(core, orderId);
  if (result.status === 'busy') throw createBusyRefusal(result.retryAfterMs / 1000);
  if (result.status !== 'granted') return respondNotSent({ closed: result.status });
  await core.limiter.countPix(orderId);
  core.closing.requireOpen();
  const createdAt = now();
  const webhookName = link.profile.pixRequestNames === 'sample' ? 'webhook' : 'paymentWebhook';
  const wantsWebhook = body[webhookName];
  const fields = {
    amount: amountFromCents(dueCents),
    expirationDate,
    ...(typeof wantsWebhook === 'boolean' && { [webhookName]: wantsWebhook }),
  };
  const charge = await requestPixCharge(link.service, fields, {}).catch(respondFailure);
  if (charge instanceof Response) return charge;
  const end = INSTANT.test(expirationDate) ? Date.parse(expirationDate) : NaN;
  const expiresAt = Number.isFinite(end) ? end : undefined;
  const { chargeId, brCode, number } = charge;
  const isAdded = await core.pix
    .add(orderId, presentFields({ chargeId, session, dueCents, amountCents: dueCents, createdAt, expiresAt }))
    .catch(() => false);
  // A code that is not recorded is not shown: its payment would belong to no order.
  if (!isAdded) return respondLost();
  const created = presentFields({ qrCodeId: chargeId, textQrCode: brCode, qrCodeNumber: number });
  return respondJson(created, { headers: { [OUTCOME_HEADER]: 'created' } });
}

/**
 * Creates `GET orders/{orderId}/service/pix/qrCode/{charge}`, which responds with the service's own response about a charge of this order.
 */
export function createPixStatusRelay(core: ShopCore): Endpoint {
  const { link } = core;
  const { paths } = link.profile;
  return {
    name: 'relay-pix-status',
    methods: ['GET'],
    pattern: `orders/{orderId}/service/${paths.pixStatus.replace('{qrCodeId}', '{chargeId}')}`,
    origin: 'own',
    handle: async (call) => {
      const { orderId: named = '', chargeId = '' } = call.params;
      const { id: orderId } = await requireOrder(core, named, call.request);
      const charge = await core.ledger.findPixCharge(chargeId);
      if (charge?.orderId !== orderId) throw createNotFound();
      const askedAt = core.now();
      const response = await requestPixStatus(link.service, chargeId).catch(respondFailure);
      if (response instanceof Response) return response;
      if (!isSuccess(response)) return respondFailure(createStatusError(response));
      await core.pix.apply(charge, { ...link.parsePixStatus(response.body, chargeId), now: askedAt });
      // The page's own profile may read the service's words.
      return response.body === undefined ? respondLost() : respondJson(response.body);
    },
  };
}
