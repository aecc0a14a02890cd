import * as z from 'zod/mini';
import { integerSchema } from '../client/http/response-schemas.js';
import { createSchema } from '../domain/schema.js';
import type { ErrorCode } from '../domain/errors.js';

/** The codes of errors. No other code passes the channel. */
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
  'boleto-code-invalid',
  'boleto-mismatch',
  'store',
  'delete-unconfirmed',
] as const satisfies readonly ErrorCode[];

/** Creates the schema of a text of at most `maxLength` characters. */
export function boundedText(maxLength: number): z.ZodMiniString {
  return z.string().check(z.maxLength(maxLength));
}

/** The schema of the key of a text. */
export const textKeySchema = createSchema(() => z.string().check(z.regex(/^[a-zA-Z]{1,40}$/)));

/** The schema of a text that a shop has replaced. */
export const shopTextSchema = createSchema(() => boundedText(300));

/** The schema of the identifier of a call: visible ASCII without blanks. A charge has its `attemptId`. */
export const callIdSchema = createSchema(() => z.string().check(z.regex(/^[!-~]{1,128}$/)));

/** The schema of a bearer token; null if the service needs no token. */
export const tokenSchema = createSchema(() => z.nullable(z.string().check(z.regex(/^[!-~]{1,8192}$/))));

/** The schema of an instant or a time span, ms. */
export const millisecondsSchema = createSchema(() => z.number().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)));

/** The schema of a `CheckoutError` in a message. */
export const errorSchema = createSchema(() =>
  z.strictObject({
    code: z.literal(ERROR_CODES),
    /** For developers, in English. */
    message: boundedText(500),
    status: z.optional(integerSchema().check(z.gte(100), z.lte(599))),
    retryAfterMs: z.optional(millisecondsSchema()),
  }),
);

/** An error in a message. */
export type CarriedError = z.infer<ReturnType<typeof errorSchema>>;
