import * as z from 'zod/mini';

/** Text that is not empty. */
export const textSchema = z.string().check(z.minLength(1));

/** An identifier of the service: non-empty text, or a safe integer, which some services send. */
export const identifierSchema = z.union([textSchema, z.int()]);

/** Any object: whether it says that the call worked, and what else of it a charge is read from. */
export const responseSchema = z.object({
  success: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  identifier: z.optional(z.unknown()),
});
