import * as z from 'zod/mini';
import { createSchema } from '../../domain/schema.js';

/** The schema of text that is not empty. */
export const textSchema = createSchema(() => z.string().check(z.minLength(1)));

/** The schema of a safe integer. `z.int` has the same meaning, but it would bundle the limits of every other number format. */
export const integerSchema = createSchema(() => z.number().check(z.refine(Number.isSafeInteger)));

/** The schema of a service's identifier: non-empty text, or a safe integer, which some services send. */
export const identifierSchema = createSchema(() => z.union([textSchema(), integerSchema()]));

/** The schema of a response to a charge or another call: any object, with these optional fields. */
export const responseSchema = createSchema(() =>
  z.object({
    success: z.optional(z.unknown()),
    message: z.optional(z.unknown()),
    identifier: z.optional(z.unknown()),
  }),
);
