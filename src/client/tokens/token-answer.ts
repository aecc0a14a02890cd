import * as z from 'zod/mini';
import { OrderClosedError } from '../../domain/order/order-closed-error.js';
import { presentFields } from '../../domain/present-fields.js';
import { capRetryAfter } from '../../domain/retry-after.js';
import { textSchema } from '../http/response-schemas.js';
import { createSchema } from '../../domain/schema.js';

/** The schema of the answer that an order accepts no payment. The answer counts even if its `retryAfter` is invalid. */
const closedSchema = createSchema(() =>
  z.object({
    closed: z.literal(['paid', 'closed', 'busy']),
    retryAfter: z.catch(z.optional(z.number().check(z.gte(0))), undefined),
  }),
);

/**
 * The schema of an answer with a token. `expiresIn` is in seconds. `now` is in epoch ms: a number below 10^12 would be seconds, and is refused.
 * `environment` is the service's environment. `singleUse` means that each token serves only one request.
 *
 * Many services send an `environment` with their own words, which shops pass on. So it is validated only if a page sets `environment`. A
 * value that is not text is treated as an empty text.
 */
const tokenSchema = createSchema(() =>
  z.object({
    token: textSchema(),
    expiresIn: z.optional(z.number().check(z.gt(0))),
    now: z.optional(z.number().check(z.gt(1e12), z.lt(8e15))),
    environment: z.catch(z.optional(z.string()), ''),
    singleUse: z.optional(z.boolean()),
  }),
);

/** The answer that an order accepts no payment. `retryAfter` is in seconds. */
export type ClosedAnswer = z.infer<ReturnType<typeof closedSchema>>;

/** The answer of a token source: a token with its details, or that the order accepts no payment. */
export type ParsedTokenAnswer = ClosedAnswer | z.infer<ReturnType<typeof tokenSchema>>;

/** Finds the invalid field of an answer that has a token. Returns `undefined` if the token itself is invalid, or if no field is. */
export function findWrongField(answer: unknown): string | undefined {
  const [field = 'token'] = tokenSchema().safeParse(answer).error?.issues[0]?.path ?? [];
  return field === 'token' ? undefined : String(field);
}

/** Parses the answer that an order accepts no payment. Returns `undefined` for any other value. */
export function parseClosedAnswer(answer: unknown): ClosedAnswer | undefined {
  return closedSchema().safeParse(answer).data;
}

/** Parses the answer of a token source, which may be any value. Returns `undefined` for an invalid answer. */
export function parseTokenAnswer(answer: unknown): ParsedTokenAnswer | undefined {
  return typeof answer === 'string' ? { token: answer } : (parseClosedAnswer(answer) ?? tokenSchema().safeParse(answer).data);
}

/** Creates the error for the answer that an order accepts no payment. Its wait is limited like the service's own. */
export function createClosedError({ closed, retryAfter }: ClosedAnswer): OrderClosedError {
  return new OrderClosedError(
    closed,
    presentFields({ retryAfterMs: retryAfter === undefined ? undefined : capRetryAfter(retryAfter * 1000) }),
  );
}
