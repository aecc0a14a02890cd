import * as z from 'zod/mini';
import { isFeeTableRow, type BrandLimit, type FeeRow } from '../../domain/installments/fees.js';
import { BRANDS } from '../../domain/known-brands.js';
import { parseAmount } from '../../domain/money.js';
import { createSchema } from '../../domain/schema.js';
import { integerSchema } from '../http/response-schemas.js';

/** The schema of an amount as a shop writes it: reais as decimal text, `149.90`. */
export const amountSchema = createSchema(() => z.string().check(z.refine((text) => parseAmount(text) !== undefined)));

/**
 * The schema of a shop's fee table, for example from a page's JSON. It validates the shape of each row (`FeeRow` or `BrandLimit`) alone.
 * `verifyFees` validates the fields together.
 */
export const feeTableSchema = createSchema(() => z.array(z.custom<FeeRow | BrandLimit>(isFeeTableRow)));

/** The schema of the terms that a shop's server allows (`PaymentTerms`), without any other field. */
export const termsSchema = createSchema(() =>
  z.strictObject({
    maxInstallments: z.optional(integerSchema().check(z.gte(1))),
    feePayer: z.optional(z.literal(['merchant', 'customer', 'choice'])),
    feeFreeUpTo: z.optional(integerSchema().check(z.gte(0))),
    maxInstallmentsByBrand: z.optional(z.partialRecord(z.literal(BRANDS), integerSchema().check(z.gte(1)))),
  }),
);
