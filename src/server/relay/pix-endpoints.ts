import { amountFromCents, centsFromAmount } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import { formatPathSegment } from '../../client/http/service-url.js';
import { isSuccess } from '../../client/http/status-error.js';
import { parseCreatedPix } from '../../client/pix/pix-charge.js';
import { parseStatus } from '../../client/pix/pix-status.js';
import { getPixPrice, openPix, requireOrder, requireTrust } from '../endpoints/guards.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createBusyRefusal, createNotFound, createRefusal } from '../http/response.js';
import type { ShopCore } from '../shop-core.js';
import { passOn, respondLost, respondNotSent, respondToRefusal } from './relay-response.js';

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
  const path = link.profile.paths.generatePixQrCode;
  const response = await link.request({ purpose: 'pix', method: 'POST', path, body: JSON.stringify(fields) }).catch(() => undefined);
  if (!response) return respondLost();
  const charge = isSuccess(response) ? parseCreatedPix(response.body, link.profile.readPix) : undefined;
  if (!charge) return passOn(response);
  const end = INSTANT.test(expirationDate) ? Date.parse(expirationDate) : NaN;
  const expiresAt = Number.isFinite(end) ? end : undefined;
  const { chargeId } = charge;
  const isAdded = await core.pix
    .add(orderId, presentFields({ chargeId, session, dueCents, amountCents: dueCents, createdAt, expiresAt }))
    .catch(() => false);
  // A code that is not recorded is not shown: its payment would belong to no order.
  return isAdded ? passOn(response) : respondLost();
}

/**
 * Creates `GET orders/{orderId}/service/pix/qrCode/{charge}`, which responds with the service's own response about a charge of this order.
 */
export function createPixStatusRelay(core: ShopCore): Endpoint {
  const { paths } = core.link.profile;
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
      const path = paths.pixStatus.replace('{qrCodeId}', formatPathSegment(chargeId));
      const response = await core.link.request({ purpose: 'pix-status', method: 'GET', path }).catch(() => undefined);
      if (!response) return respondLost();
      if (isSuccess(response)) {
        const { status } = parseStatus(core.link.profile.pixStatus, response.body, chargeId);
        await core.pix.apply(charge, presentFields({ status, now: askedAt, amountCents: core.link.findAmount(response.body) }));
      }
      return passOn(response);
    },
  };
}
