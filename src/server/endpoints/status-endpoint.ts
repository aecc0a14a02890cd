import { formatAmount } from '../../domain/money.js';
import { UNCLEAR } from '../../domain/pix/arrived-amount.js';
import { createPixPaymentId } from '../../domain/pix/charge.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound } from '../http/refusal.js';
import { respondJson, respondNotFound, respondUnavailable } from '../http/respond.js';
import type { PixRecord } from '../orders/order-record.js';
import type { ShopCore } from '../shop-core.js';
import { findPixPrice, requireOrder } from './guards.js';

/** After how many seconds a page asks again where nobody could say. */
const WAIT_S = 3;

/** `GET status/{charge}?order=ORDER_ID` -> `{ status, chargeId, paidAmount? }`, the status in Balcão's own words. */
export function createStatusEndpoint(core: ShopCore): Endpoint {
  return {
    name: 'status',
    methods: ['GET'],
    pattern: 'status/{charge}',
    origin: 'own',
    handle: async (call) => {
      const charge = await requireCharge(core, call);
      const knowledge = charge.status === 'paid' ? charge.status : await core.pix.ask(charge);
      if (knowledge === 'unanswered') return respondUnavailable(WAIT_S);
      // 404 stops the page's asking: the shopper reads that the shop will confirm the payment.
      if (knowledge === 'unaskable' && core.options.asksPixStatus !== false) return respondNotFound();
      return respondJson(await describeCharge(core, charge.chargeId, charge.orderId));
    },
  };
}

/**
 * The charge that a page asks about, if its order is one of whoever asks: the order that the page names, or, where it names none, that of a known
 * charge. Throws 404.
 */
export async function requireCharge(core: ShopCore, { request, params, url, session }: EndpointCall): Promise<PixRecord> {
  const { charge: chargeId = '' } = params;
  const known = await core.ledger.findPixCharge(chargeId);
  const named = url.searchParams.get('order') || known?.orderId;
  if (!named) throw createNotFound();
  const order = await requireOrder(core, named, request);
  const charge = known ?? (await core.pix.adopt({ chargeId, orderId: order.id, session: await session(), dueCents: findPixPrice(order) }));
  if (charge?.orderId !== order.id) throw createNotFound();
  return charge;
}

/** What is written down of a charge, as a page reads it. */
export async function describeCharge({ ledger }: Pick<ShopCore, 'ledger'>, chargeId: string, orderId: string): Promise<object> {
  const { pix, payments } = await ledger.read(orderId);
  const status = pix.find((charge) => charge.chargeId === chargeId)?.status ?? 'unknown';
  const payment = payments.find(({ paymentId }) => paymentId === createPixPaymentId(chargeId));
  // Without an amount the page would take the payment for the whole.
  const paidAmount = payment?.amountCents === undefined ? UNCLEAR : formatAmount(payment.amountCents);
  return { status, chargeId, ...(payment && { paidAmount }) };
}
