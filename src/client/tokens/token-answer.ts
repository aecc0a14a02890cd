import * as z from 'zod/mini';
import { OrderClosedError } from '../../domain/order/order-closed-error.js';
import { presentFields } from '../../domain/present-fields.js';
import { capRetryAfter } from '../../domain/retry-after.js';
import { textSchema } from '../http/response-schemas.js';
import { once } from '../../domain/once.js';

/** A token source's answer that the order takes no payment. It counts even where its wait cannot be read. */
const closedSchema = once(() =>
  z.object({
    closed: z.literal(['paid', 'closed', 'busy']),
    retryAfter: z.catch(z.optional(z.number().check(z.gte(0))), undefined),
  }),
);

/**
 * A token with what is known of it: `expiresIn` in seconds, `now` in epoch ms (a smaller number would be seconds), the service it is of,
 * whether it serves one request alone.
 * Many services send an `environment` of their own words, which shops pass on: it is checked where a page asks for one. Anything but text does not count.
 */
const tokenSchema = once(() =>
  z.object({
    token: textSchema(),
    expiresIn: z.optional(z.number().check(z.gt(0))),
    now: z.optional(z.number().check(z.gt(1e12), z.lt(8e15))),
    environment: z.catch(z.optional(z.string()), ''),
    singleUse: z.optional(z.boolean()),
  }),
);

/** The answer that the order takes no payment; `retryAfter` in seconds. */
export type ClosedAnswer = z.infer<ReturnType<typeof closedSchema>>;

/** The answer of a token source: that the order takes no payment, or a token with what is known of it. */
export type ParsedTokenAnswer = ClosedAnswer | z.infer<ReturnType<typeof tokenSchema>>;

/** The field that makes nonsense of a token's answer, where it is not the token itself. */
export function findWrongField(answer: unknown): string | undefined {
  const [field = 'token'] = tokenSchema().safeParse(answer).error?.issues[0]?.path ?? [];
  return field === 'token' ? undefined : String(field);
}

/** Reads what a token source answered, which may be anything. `undefined` for nonsense. */
export function parseTokenAnswer(answer: unknown): ParsedTokenAnswer | undefined {
  return typeof answer === 'string' ? { token: answer } : (closedSchema().safeParse(answer).data ?? tokenSchema().safeParse(answer).data);
}

/** The error of an answer that the order takes no payment. Its wait is capped like the service's own. */
export function createClosedError({ closed, retryAfter }: ClosedAnswer): OrderClosedError {
  return new OrderClosedError(
    closed,
    presentFields({ retryAfterMs: retryAfter === undefined ? undefined : capRetryAfter(retryAfter * 1000) }),
  );
}
