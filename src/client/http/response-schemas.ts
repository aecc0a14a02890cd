import * as z from 'zod/mini';
import { once } from '../../domain/once.js';

/** Text that is not empty. */
export const textSchema = once(() => z.string().check(z.minLength(1)));

/** A safe integer. `z.int` says the same, and brings the limits of every other kind of number along. */
export const integerSchema = once(() => z.number().check(z.refine(Number.isSafeInteger)));

/** An identifier of the service: non-empty text, or a safe integer, which some services send. */
export const identifierSchema = once(() => z.union([textSchema(), integerSchema()]));

/** Any object: whether it says that the call worked, and what else of it a charge is read from. */
export const responseSchema = once(() =>
  z.object({
    success: z.optional(z.unknown()),
    message: z.optional(z.unknown()),
    identifier: z.optional(z.unknown()),
  }),
);
