import { OrderClosedError } from '../../domain/order/order-closed-error.js';
import { presentFields } from '../../domain/present-fields.js';
import { capWait } from '../http/retry-after.js';
import type { ClosedAnswer } from './token-answer.js';

/** The error of word that an order takes no payment. Its wait is capped like the service's own. */
export function createClosedError({ closed, retryAfter }: ClosedAnswer): OrderClosedError {
  return new OrderClosedError(closed, presentFields({ retryAfterMs: retryAfter === undefined ? undefined : capWait(retryAfter * 1000) }));
}
