import * as z from 'zod/mini';
import { BRANDS } from '../../domain/card/brands.js';
import { parseAmount } from '../../domain/money.js';
import { integerSchema } from '../http/response-schemas.js';

/** One row of a fee table (`FeeRow`), each field by itself: `verifyFees` checks what they come to together. */
export const feeRowSchema = z.object({
  installments: integerSchema.check(z.gte(1)),
  whoPaysFee: z.optional(z.literal(['merchant', 'customer'])),
  rate: z.optional(z.number().check(z.gte(0), z.lt(1000))),
  total: z.optional(z.string().check(z.refine((text) => parseAmount(text) !== undefined))),
  brands: z.optional(z.array(z.literal(BRANDS)).check(z.minLength(1))),
});

/** A shop's fee table, which may come from a page's JSON. */
export const feeTableSchema = z.array(feeRowSchema);
