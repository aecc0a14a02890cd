import type { CheckoutError } from '../../domain/errors.js';
import type { HttpResponse } from '../http/request-rules.js';
import { createStatusError } from '../http/status-error.js';
import { createClosedError } from '../tokens/closed-error.js';
import { readTokenAnswer } from '../tokens/token-answer.js';

/**
 * Why the shop's relay sent nothing to the service: 503 with `{ sent: false }`, and `closed` as a token source says it. To be asked only of
 * a relay, which is of the page's own origin: from anybody else these words prove nothing. `undefined` for every other response.
 */
export function readNotSent(response: HttpResponse): CheckoutError | undefined {
  const { sent }: { sent?: unknown } = Object(response.body);
  if (response.status !== 503 || sent !== false) return undefined;
  const answer = readTokenAnswer(response.body);
  return answer && 'closed' in answer ? createClosedError(answer) : createStatusError(response);
}
