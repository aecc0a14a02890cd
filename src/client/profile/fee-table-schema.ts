import * as z from 'zod/mini';
import { BRANDS } from '../../domain/known-brands.js';
import { parseAmount } from '../../domain/money.js';
import { createSchema } from '../../domain/schema.js';
import { integerSchema } from '../http/response-schemas.js';

/** The schema of an amount as a shop writes it: reais as decimal text, `149.90`. */
export const amountSchema = createSchema(() => z.string().check(z.refine((text) => parseAmount(text) !== undefined)));

/**
 * The schema of a shop's fee table, for example from a page's JSON. It validates each field of a row (`FeeRow`) alone. `verifyFees`
 * validates the fields together.
 */
export const feeTableSchema = createSchema(() => {
  const amount = amountSchema();
  const share = z.number().check(z.gte(0), z.lt(1000));
  const row = z.object({
    installments: integerSchema().check(z.gte(1)),
    whoPaysFee: z.optional(z.literal(['merchant', 'customer'])),
    rate: z.optional(share),
    total: z.optional(amount),
    brands: z.optional(z.array(z.literal(BRANDS)).check(z.minLength(1))),
    amount: z.optional(amount),
    cet: z.optional(share),
  });
  return z.array(row);
});

/** The schema of the terms that a shop's server allows (`PaymentTerms`), without any other field. */
export const termsSchema = createSchema(() =>
  z.strictObject({
    maxInstallments: z.optional(integerSchema().check(z.gte(1))),
    feePayer: z.optional(z.literal(['merchant', 'customer', 'choice'])),
    feeFreeUpTo: z.optional(integerSchema().check(z.gte(0))),
  }),
);
