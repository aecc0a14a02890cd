import { isBrand, type Brand } from '../../domain/card/brands.js';
import { CheckoutError } from '../../domain/errors.js';
import type { FeeRow } from '../../domain/installments/plans.js';
import { readTerms } from '../../domain/installments/terms.js';
import { presentFields, type PresentFields } from '../../domain/present-fields.js';
import { feeTableSchema } from '../../client/profile/fee-table-schema.js';
import type { Endpoint } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondJson } from '../http/response.js';
import type { ShopOrders, ShopServerOptions } from '../options.js';
import { requireOrder } from './guards.js';
import { readAmountField, requireIdentifier } from '../http/body.js';

type GetFees = NonNullable<ShopServerOptions['getFees']>;

/** What the fees' endpoint works with. */
export interface FeesEndpointParts {
  /** Without it there are no rows, and of no order no answer. */
  getFees?: GetFees | undefined;
  orders: Pick<ShopOrders, 'find'>;
}

/**
 * `fees`: what the plans of an amount cost, by the shop's `getFees`, and the terms of the order. 404 for an order that is not of whoever asks;
 * 422 for no amount.
 */
export function createFeesEndpoint({ getFees, orders }: FeesEndpointParts): Endpoint {
  return {
    name: 'fees',
    methods: ['POST'],
    pattern: 'fees',
    origin: 'own',
    handle: async (call) => {
      const asked = readAsked((await call.readJson()).body);
      if (!getFees && asked.orderId === undefined) throw createNotFound();
      const order = asked.orderId === undefined ? undefined : await requireOrder({ options: { orders } }, asked.orderId, call.request);
      const terms = order && readTerms(order.terms);
      const fees = getFees ? await askFeeTable(getFees, { ...asked, ...(order && { orderId: order.id }) }) : [];
      return respondJson({ fees, ...(terms && { terms }) });
    },
  };
}

/** The shop's fee table. Rejects with `invalid-config` for what is none, and with whatever `getFees` throws. */
export async function askFeeTable(getFees: GetFees, asked: Parameters<GetFees>[0]): Promise<FeeRow[]> {
  const { data } = feeTableSchema().safeParse(await getFees(asked));
  if (!data) throw new CheckoutError('invalid-config', 'getFees returned no fee table.');
  return data.map((row) => presentFields(row));
}

interface Asked {
  orderId: string | undefined;
  amountCents: number;
  brand: Brand | undefined;
}

function readAsked(body: Record<string, unknown>): PresentFields<Asked> {
  const amountCents = readAmountField(body, 'amount');
  if (amountCents === undefined) throw createRefusal(422, 'amount must be reais as decimal text, above 0: "149.90".');
  const orderId = body['orderId'] === undefined ? undefined : requireIdentifier(body, 'orderId');
  // `unknown`, or a brand of a newer page, counts as none: the shop's rows for all brands then hold.
  const brand = isBrand(body['brand']) ? body['brand'] : undefined;
  return presentFields({ orderId, amountCents, brand });
}
