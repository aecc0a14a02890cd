import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { PixChargeExpectation } from '../../domain/pix/verify.js';
import { presentFields } from '../../domain/present-fields.js';
import { sendRequest } from '../http/send-request.js';
import { parseServiceUrl } from '../http/service-url.js';
import { parseResponse } from '../http/status-error.js';
import { waitAtMost } from '../http/wait-at-most.js';
import type { TokenAnswer } from '../tokens/token.js';
import { createClosedError, parseClosedAnswer } from '../tokens/token-answer.js';
import { checkBoleto, type CheckedBoleto, type ShopBoleto } from './check-boleto.js';

/** The request to the shop for a boleto. */
export interface BoletoRequest {
  /** The shop's identifier of the order. */
  orderId: string;
  /** The order's amount: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The signal that the element has left the page. */
  signal: AbortSignal;
}

/**
 * The shop's function that has a boleto made, once for each order and amount. It may resolve with `{ closed }` as a token source does, if
 * the order takes no payment.
 */
export type GetBoleto = (request: BoletoRequest) => Promise<ShopBoleto | Extract<TokenAnswer, { closed: unknown }>>;

/**
 * Creates a {@link GetBoleto} for the shop's endpoint: `POST` of `{ orderId, amount }`, with a {@link ShopBoleto} as the response. The due
 * date is judged by the shop's time, which `learnTime` gets: the device's clock may be wrong.
 */
export function createBoletoSource(boletoUrl: string, learnTime: (sentAt: number) => void): GetBoleto {
  const url = parseServiceUrl(boletoUrl, 'boletoUrl');
  return async ({ signal, ...request }) => {
    const response = await sendRequest({ url, method: 'POST', body: JSON.stringify(request), signal });
    if (response.sentAt !== undefined) learnTime(response.sentAt);
    if (response.status === 409) return { closed: 'closed' };
    const closed = parseClosedAnswer(response.body);
    return closed ? presentFields(closed) : parseResponse<ShopBoleto>(response, (body) => Object(body));
  };
}

/** Has a boleto made by the shop, within the usual time limit, and checks it. `now` is epoch ms. Rejects with a `CheckoutError`. */
export async function fetchBoleto(
  getBoleto: GetBoleto,
  { signal, ...request }: BoletoRequest,
  expectation: PixChargeExpectation,
  now: () => number,
): Promise<CheckedBoleto> {
  const given = await waitAtMost(async (waiting) => getBoleto({ ...request, signal: waiting }), { signal }).catch((error: unknown) => {
    throw isCheckoutError(error) ? error : new CheckoutError('bad-response', 'getBoleto failed.');
  });
  const closed = parseClosedAnswer(given);
  if (closed) throw createClosedError(closed);
  return checkBoleto(given, expectation, now());
}
