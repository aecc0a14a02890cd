import * as z from 'zod/mini';
import { BRANDS } from '../../domain/card/brands.js';
import { parseAmount } from '../../domain/money.js';
import { integerSchema } from '../http/response-schemas.js';
import { once } from '../../domain/once.js';

const amountSchema = once(() => z.string().check(z.refine((text) => parseAmount(text) !== undefined)));
const shareSchema = once(() => z.number().check(z.gte(0), z.lt(1000)));

/** One row of a fee table (`FeeRow`), each field by itself: `verifyFees` checks what they come to together. */
export const feeRowSchema = once(() =>
  z.object({
    installments: integerSchema().check(z.gte(1)),
    whoPaysFee: z.optional(z.literal(['merchant', 'customer'])),
    rate: z.optional(shareSchema()),
    total: z.optional(amountSchema()),
    brands: z.optional(z.array(z.literal(BRANDS)).check(z.minLength(1))),
    amount: z.optional(amountSchema()),
    cet: z.optional(shareSchema()),
  }),
);

/** A shop's fee table, which may come from a page's JSON. */
export const feeTableSchema = once(() => z.array(feeRowSchema()));
