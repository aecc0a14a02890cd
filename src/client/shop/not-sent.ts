import * as z from 'zod/mini';
import type { CheckoutError } from '../../domain/errors.js';
import { OrderClosedError } from '../../domain/order/order-closed-error.js';
import { once } from '../../domain/once.js';
import { presentFields } from '../../domain/present-fields.js';
import type { HttpResponse } from '../http/request-rules.js';
import { capWait } from '../http/retry-after.js';
import { createStatusError } from '../http/status-error.js';

/** What the shop's relay says where it sent nothing to the service; `closed` and `retryAfter`, in seconds, as a token source has them. */
const notSentSchema = once(() =>
  z.object({
    sent: z.literal(false),
    closed: z.catch(z.optional(z.literal(['paid', 'closed', 'busy'])), undefined),
    retryAfter: z.catch(z.optional(z.number().check(z.gte(0))), undefined),
  }),
);

/**
 * Why the shop's relay sent nothing: 503 with `{ sent: false }`. To be asked only of a relay, which is of the page's own origin: from anybody
 * else these words prove nothing. `undefined` for every other response.
 */
export function readNotSent(response: HttpResponse): CheckoutError | undefined {
  const { data } = response.status === 503 ? notSentSchema().safeParse(response.body) : {};
  if (!data) return undefined;
  const { closed, retryAfter } = data;
  if (closed === undefined) return createStatusError(response);
  return new OrderClosedError(closed, presentFields({ retryAfterMs: retryAfter === undefined ? undefined : capWait(retryAfter * 1000) }));
}
