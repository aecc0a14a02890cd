import type { CheckoutError } from '../../domain/errors.js';
import type { HttpResponse } from '../http/request-rules.js';
import { createStatusError, isSuccess } from '../http/status-error.js';
import { createClosedError, readTokenAnswer } from '../tokens/token-answer.js';

/**
 * Why the shop's relay sent nothing to the service: `{ sent: false }` by any status but one of success, and `closed` as a token source says it. It
 * answers the request that got it, and says nothing of one before. To be asked only of a relay, which is of the page's own origin: from anybody else these words prove nothing. `undefined` for every other response.
 */
export function readNotSent(response: HttpResponse): CheckoutError | undefined {
  const { sent }: { sent?: unknown } = Object(response.body);
  if (isSuccess(response) || sent !== false) return undefined;
  const answer = readTokenAnswer(response.body);
  return answer && 'closed' in answer ? createClosedError(answer) : createStatusError(response);
}
