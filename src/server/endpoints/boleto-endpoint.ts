import { BOLETO_KEY } from '../../domain/order/charge.js';
import { checkBoleto, type CheckedBoleto, type ShopBoleto } from '../../client/shop/check-boleto.js';
import { isCheckoutError } from '../../domain/errors.js';
import { formatAmount } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import { ShopFunctionError } from '../broken-code.js';
import { findAmountCents, requireIdentifier } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createRefusal, respondBusy, respondJson, respondProblem } from '../http/response.js';
import type { ShopOrders } from '../options.js';
import type { OrderRecord } from '../orders/order-record.js';
import { decidePix } from '../orders/pix-charges.js';
import type { ShopCore } from '../shop-core.js';
import { SHOP_FUNCTION_LIMIT_MS } from '../time-limits.js';
import { openPix, requireOrder, requireTrust, TROUBLE_WAIT_S } from './guards.js';
import { respondRefused } from './token-endpoint.js';

/**
 * Creates `POST boleto { orderId, amount }`, which responds with a `ShopBoleto`, if the shop's bank makes any. The status of every Pix and
 * boleto of the order is queried first, as before another Pix. All pages of an order get the same boleto while it can be paid in time.
 */
export function createBoletoEndpoints(core: ShopCore): Endpoint[] {
  const { boleto } = core.options.orders;
  if (!boleto) return [];
  const handle = (call: EndpointCall): Promise<Response> => giveBoleto(core, call, boleto);
  const onFailure = (error: unknown): Response =>
    error instanceof ShopFunctionError ? respondProblem(502, 'The bank gave no boleto.') : respondBusy(TROUBLE_WAIT_S);
  return [{ name: 'boleto', methods: ['POST'], pattern: 'boleto', origin: 'own', handle, onFailure }];
}

async function giveBoleto(core: ShopCore, call: EndpointCall, make: NonNullable<ShopOrders['boleto']>): Promise<Response> {
  const { closing, ledger, limiter, now, pix, report } = core;
  const { body } = await call.json();
  closing.requireOpen();
  const order = await requireOrder(core, requireIdentifier(body, 'orderId'), call.request);
  const { id: orderId, amountCents } = order;
  if (order.isClosed) return respondJson({ closed: 'closed' });
  if (findAmountCents(body, 'amount') !== amountCents) throw createRefusal(422, 'The amount is not the order’s.');
  await requireTrust(core);
  const session = await call.session();
  const result = await openPix(core, orderId);
  if (result.status !== 'granted') return respondRefused(core, result);
  const refuse = (error: unknown): never => {
    const problem = isCheckoutError(error) ? error.message : 'Its chargeId is that of another one.';
    const message = `orders.boleto returned what is not recorded. ${problem} Return a new boleto: the bank’s own digits, of ${amountCents} cents.`;
    report({ type: 'failure', operation: 'orders.boleto', message });
    throw new ShopFunctionError(message, false);
  };
  const makeOnce = async (): Promise<Response> => {
    const before = await ledger.read(orderId);
    // Something may have been paid while another process held the lock.
    const decided = decidePix(before);
    if (decided.status !== 'granted') return respondRefused(core, decided);
    const known = findPayable(before, amountCents, now());
    if (known) return respondJson(known);
    await limiter.countPix(orderId);
    closing.requireOpen();
    const createdAt = now();
    const count = before.pix.filter(({ boleto, dueCents }) => boleto && dueCents === amountCents).length;
    const signal = AbortSignal.timeout(SHOP_FUNCTION_LIMIT_MS);
    const given = await make(order, { key: `${orderId}-${amountCents}-${count}`, request: call.request, signal });
    let checked: CheckedBoleto;
    try {
      checked = checkBoleto(given, { amountCents }, createdAt);
    } catch (error) {
      return refuse(error);
    }
    const { chargeId, expiresAt, amount: _, ...boleto } = checked;
    await pix.add(orderId, { chargeId: BOLETO_KEY + chargeId, session, dueCents: amountCents, amountCents, createdAt, expiresAt, boleto });
    // A known charge does not change: it is another order's, or it cannot be paid any more.
    return respondJson(findPayable(await ledger.read(orderId), amountCents, now()) ?? refuse(undefined));
  };
  // A lock of all instances, which holds neither the order's row nor a connection of the pool while the bank is called.
  return ledger.withConnection(`boleto ${orderId}`, makeOnce);
}

/** Finds the boleto of this price that can be paid in time. */
function findPayable({ pix }: OrderRecord, amountCents: number, now: number): ShopBoleto | undefined {
  const [found] = pix.flatMap(({ chargeId, boleto, dueCents, status }) => {
    const isUnpaid = status === 'pending' || status === 'unknown';
    if (!boleto || dueCents !== amountCents || boleto.payableUntil <= now || !isUnpaid) return [];
    const { line, dueDate, brCode: pixCode, pdfUrl, payee } = boleto;
    const amount = formatAmount(dueCents);
    return presentFields({ chargeId, line, dueDate, amount, pixCode, pdfUrl, payee });
  });
  return found;
}
