import { isBrand, type Brand } from '../../domain/card/brands.js';
import { CheckoutError } from '../../domain/errors.js';
import { copyFeeRow, problemOfShape, type BrandLimit, type FeeRow } from '../../domain/installments/fees.js';
import { parseTerms } from '../../domain/installments/terms.js';
import { presentFields, type PresentFields } from '../../domain/present-fields.js';
import { feeTableSchema } from '../../client/profile/fee-table-schema.js';
import { findAmountCents, requireIdentifier } from '../http/body.js';
import type { Endpoint } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondJson } from '../http/response.js';
import type { ShopServerOptions } from '../options.js';
import { requireOrder } from './guards.js';

type GetFees = NonNullable<ShopServerOptions['getFees']>;

/**
 * Creates `fees`, which responds with the costs of an amount's plans, by the shop's `getFees`, and with the terms of the order. Without
 * `getFees` there are no rows, and a request without an order gets 404. An order that does not belong to the sender gets 404, and a request
 * without an amount 422.
 */
export function createFeesEndpoint(options: Pick<ShopServerOptions, 'getFees' | 'orders'>): Endpoint {
  const { getFees } = options;
  return {
    name: 'fees',
    methods: ['POST'],
    pattern: 'fees',
    origin: 'own',
    handle: async (call) => {
      const asked = parseFeesRequest((await call.json()).body);
      if (!getFees && asked.orderId === undefined) throw createNotFound();
      const order = asked.orderId === undefined ? undefined : await requireOrder({ options }, asked.orderId, call.request);
      const fees = getFees ? await fetchFeeTable(getFees, { ...asked, ...(order && { orderId: order.id }) }) : [];
      return respondJson(presentFields({ fees, terms: order && parseTerms(order.terms) }));
    },
  };
}

/**
 * Fetches the shop's fee table. Rejects with `invalid-config` if `getFees` returns no fee table, and with any error that `getFees` throws.
 */
export async function fetchFeeTable(getFees: GetFees, asked: Parameters<GetFees>[0]): Promise<(FeeRow | BrandLimit)[]> {
  const table: unknown = await getFees(asked);
  const { data } = feeTableSchema().safeParse(table);
  if (!data) {
    const rows: readonly unknown[] = Array.isArray(table) ? table : [];
    const problems = rows.map((row, index) => ({ index, problem: problemOfShape(row) }));
    const wrong = problems.find(({ problem }) => problem !== undefined);
    const rule = wrong ? `row ${wrong.index}: ${wrong.problem}` : 'it must return an array of rows, [] if there are none';
    throw new CheckoutError('invalid-config', `getFees returned no fee table: ${rule}.`);
  }
  return data.map(copyFeeRow);
}

function parseFeesRequest(
  body: Record<string, unknown>,
): PresentFields<{ orderId: string | undefined; amountCents: number; brand: Brand | undefined }> {
  const amountCents = findAmountCents(body, 'amount');
  if (amountCents === undefined) throw createRefusal(422, 'amount must be reais as decimal text, above 0: "149.90".');
  const orderId = body['orderId'] === undefined ? undefined : requireIdentifier(body, 'orderId');
  // `unknown` and the brand of a newer page count as no brand: the shop's rows for all brands then apply.
  const brand = isBrand(body['brand']) ? body['brand'] : undefined;
  return presentFields({ orderId, amountCents, brand });
}
