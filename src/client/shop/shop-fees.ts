import * as z from 'zod/mini';
import type { Brand } from '../../domain/card/brands.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { FeeRow } from '../../domain/installments/plans.js';
import type { PaymentTerms } from '../../domain/installments/terms.js';
import { presentFields } from '../../domain/present-fields.js';
import { sendRequest } from '../http/send-request.js';
import { parseServiceUrl } from '../http/service-url.js';
import { parseResponse } from '../http/status-error.js';
import { waitAtMost, type WaitLimits } from '../http/wait-at-most.js';
import { feeTableSchema, termsSchema } from '../profile/fee-table-schema.js';
import { once } from '../../domain/once.js';

/** The question to the shop when the fees of an amount are needed. */
export interface FeesRequest {
  /** The price of the order without any fee: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The card's brand, once it is known. */
  brand?: Brand;
  /** Aborted when nobody waits for the table any more: the amount or the brand is another, or the element has left the page. */
  signal: AbortSignal;
}

/** The shop's answer: the rows of the table, alone or as the endpoint of `fees-url` gives them, with the terms that its server holds a payment to. */
export type FeesAnswer = FeeRow[] | { fees: FeeRow[]; terms?: PaymentTerms };

/** A fee table as it was read, and the terms that came with it. */
export interface ShopFees {
  fees: FeeRow[];
  /** Absent where the shop's server holds a payment to none. */
  terms?: PaymentTerms;
}

const SAMPLE = '{ fees: [{ installments: 3, rate: 0.05 }], terms: { maxInstallments: 3, feePayer: "customer" } }';

/** The shop's source of fee tables. */
export type GetFees = (request: FeesRequest) => Promise<FeesAnswer> | FeesAnswer;

const answerSchema = once(() => z.object({ fees: feeTableSchema(), terms: z.optional(termsSchema()) }));

/**
 * A source that asks the shop's own endpoint: `POST` of JSON `{ orderId, amount, brand }`, answered by `{ fees, terms? }`. Throws `invalid-config`
 * for a URL that cannot be used.
 */
export function createFeesUrlSource(feesUrl: string, orderId: string | undefined): GetFees {
  const url = parseServiceUrl(feesUrl, 'feesUrl');
  return async ({ signal, ...request }) => {
    const body = JSON.stringify({ ...presentFields({ orderId }), ...request });
    return parseResponse(await sendRequest({ url, method: 'POST', body, signal }), parseAnswer);
  };
}

/**
 * Asks a source for the table of an amount, for 15 seconds at most, and checks each row by itself, and the terms. Rejects with a `CheckoutError`:
 * `bad-response` for what is no table or holds terms that are none, and for a function of the page that fails.
 */
export async function fetchShopFees(getFees: GetFees, { signal, ...request }: FeesRequest, limits: WaitLimits = {}): Promise<ShopFees> {
  const answer = await waitAtMost(async (waiting) => getFees({ ...request, signal: waiting }), { ...limits, signal }).catch(
    (error: unknown) => {
      throw isCheckoutError(error) ? error : new CheckoutError('bad-response', 'getFees failed.');
    },
  );
  const read = parseAnswer(Array.isArray(answer) ? { fees: answer } : answer);
  if (!read) throw new CheckoutError('bad-response', `The shop has answered no fee table, or no terms, that can be used: ${SAMPLE}.`);
  return read;
}

const DEFAULT_TERMS = { maxInstallments: 1, feePayer: 'merchant' } as const;

/** The rows and terms of an answer, with their defaults; `undefined` where one of them, or the whole, is not what was asked for. */
function parseAnswer(body: unknown): ShopFees | undefined {
  const { data } = answerSchema().safeParse(body);
  return (
    data && {
      fees: data.fees.map((row) => presentFields(row)),
      ...presentFields({ terms: data.terms && { ...DEFAULT_TERMS, ...presentFields(data.terms) } }),
    }
  );
}
