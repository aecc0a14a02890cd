import * as z from 'zod/mini';
import { BRANDS } from '../../domain/known-brands.js';
import { parseAmount } from '../../domain/money.js';
import { once } from '../../domain/once.js';
import { integerSchema } from '../http/response-schemas.js';

/** Reais as a shop writes them, like `149.90`. */
export const amountSchema = once(() => z.string().check(z.refine((text) => parseAmount(text) !== undefined)));

/** A shop's fee table, which may come from a page's JSON: each field of a row (`FeeRow`) by itself. `verifyFees` checks them together. */
export const feeTableSchema = once(() => {
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

/** The terms that a shop's server holds a payment to (`PaymentTerms`), nothing else beside them. */
export const termsSchema = once(() =>
  z.strictObject({
    maxInstallments: z.optional(integerSchema().check(z.gte(1))),
    feePayer: z.optional(z.literal(['merchant', 'customer', 'choice'])),
    feeFreeUpTo: z.optional(integerSchema().check(z.gte(0))),
  }),
);
