import * as z from 'zod/mini';
import { integerSchema } from '../client/http/response-schemas.js';
import { once } from '../domain/once.js';
import type { ErrorCode } from '../domain/errors.js';

/** Every code of an error. No other code passes. */
const ERROR_CODES = [
  'invalid-config',
  'invalid-input',
  'invalid-request',
  'insecure-page',
  'offline',
  'blocked-by-page',
  'unauthorized',
  'forbidden',
  'not-found',
  'rate-limited',
  'timeout',
  'network',
  'server',
  'bad-response',
  'token-source',
  'order-closed',
  'aborted',
  'pix-code-invalid',
  'pix-amount-mismatch',
  'pix-receiver-mismatch',
  'store',
  'delete-unconfirmed',
] as const satisfies readonly ErrorCode[];

/** Text of at most so many characters. */
export function boundedText(maxLength: number): z.ZodMiniString {
  return z.string().check(z.maxLength(maxLength));
}

/** The key of a text. */
export const textKeySchema = once(() => z.string().check(z.regex(/^[a-zA-Z]{1,40}$/)));

/** A text of a shop's own. */
export const shopTextSchema = once(() => boundedText(300));

/** The name of a call: that of a charge is its `attemptId`. Visible ASCII without blanks. */
export const callIdSchema = once(() => z.string().check(z.regex(/^[!-~]{1,128}$/)));

/** A bearer token, or none where the service asks for none. */
export const tokenSchema = once(() => z.nullable(z.string().check(z.regex(/^[!-~]{1,8192}$/))));

/** Whole milliseconds. */
export const millisecondsSchema = once(() => z.number().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)));

/** A `CheckoutError` as the channel carries it. */
export const errorSchema = once(() =>
  z.strictObject({
    code: z.literal(ERROR_CODES),
    /** In English, for developers. */
    message: boundedText(500),
    status: z.optional(integerSchema().check(z.gte(100), z.lte(599))),
    retryAfterMs: z.optional(millisecondsSchema()),
  }),
);

/** An error as the channel carries it. */
export type CarriedError = z.infer<ReturnType<typeof errorSchema>>;
