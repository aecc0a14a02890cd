import * as z from 'zod/mini';
import type { Brand } from '../../domain/card/brands.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { copyFeeRow, type BrandLimit, type FeeRow } from '../../domain/installments/fees.js';
import type { PaymentTerms } from '../../domain/installments/terms.js';
import { presentFields } from '../../domain/present-fields.js';
import { sendRequest } from '../http/send-request.js';
import { parseServiceUrl } from '../http/service-url.js';
import { parseResponse } from '../http/status-error.js';
import { waitAtMost, type WaitLimits } from '../http/wait-at-most.js';
import { feeTableSchema, termsSchema } from '../profile/fee-table-schema.js';
import { createSchema } from '../../domain/schema.js';

/** The request to the shop for the fees of an amount. */
export interface FeesRequest {
  /** The price of the order without any fee: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The card's brand, once it is known. */
  brand?: Brand;
  /** The signal that the table is no longer needed: the amount or the brand has changed, or the element has left the page. */
  signal: AbortSignal;
}

/**
 * The shop's answer: the rows of the table alone, or a response of the endpoint `fees-url`. The latter may have the terms that the shop's
 * server allows.
 */
export type FeesAnswer = (FeeRow | BrandLimit)[] | { fees: (FeeRow | BrandLimit)[]; terms?: PaymentTerms };

/** A parsed fee table, with its terms. */
export interface ShopFees {
  fees: (FeeRow | BrandLimit)[];
  /** The terms that the shop's server allows; absent if the server has no terms. */
  terms?: PaymentTerms;
}

const SAMPLE = '{ fees: [{ installments: 3, rate: 0.05 }], terms: { maxInstallments: 3, feePayer: "customer" } }';

/** The shop's source of fee tables. */
export type GetFees = (request: FeesRequest) => Promise<FeesAnswer> | FeesAnswer;

const answerSchema = createSchema(() => z.object({ fees: feeTableSchema(), terms: z.optional(termsSchema()) }));

/**
 * Creates a source that asks the shop's own endpoint: `POST` of JSON `{ orderId, amount, brand }`, with a response of `{ fees, terms? }`.
 * Throws `invalid-config` for a URL that cannot be used.
 */
export function createFeesUrlSource(feesUrl: string, orderId: string | undefined): GetFees {
  const url = parseServiceUrl(feesUrl, 'feesUrl');
  return async ({ signal, ...request }) => {
    const body = JSON.stringify({ ...presentFields({ orderId }), ...request });
    return parseResponse(await sendRequest({ url, method: 'POST', body, signal }), parseAnswer);
  };
}

/**
 * Fetches the table of an amount from a source, within 15 seconds. Validates the terms, and each row alone. Rejects with a `CheckoutError`:
 * `bad-response` for an invalid table, for invalid terms, and for a function of the page that fails.
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

/**
 * Parses the rows and terms of an answer, and fills in the defaults of the terms. Returns `undefined` if any part of the answer is invalid.
 */
function parseAnswer(body: unknown): ShopFees | undefined {
  const { data } = answerSchema().safeParse(body);
  return (
    data && {
      fees: data.fees.map(copyFeeRow),
      ...presentFields({ terms: data.terms && { ...DEFAULT_TERMS, ...presentFields(data.terms) } }),
    }
  );
}
