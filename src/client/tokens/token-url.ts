import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { HttpResponse } from '../http/request-rules.js';
import { sendRequest } from '../http/send-request.js';
import { parseServiceUrl } from '../http/service-url.js';
import { isSuccess } from '../http/status-error.js';
import { findWrongField, parseTokenAnswer } from './token-answer.js';
import type { GetToken, TokenAnswer } from './token.js';

/** Likely causes of an endpoint's answer that is not JSON. */
const HINTS: Readonly<Record<number, string>> = {
  401: ' (it refuses this page: session, CSRF rule?)',
  403: ' (it refuses this page: session, CSRF rule?)',
  404: ' (is its address right?)',
  405: ' (does it take POST?)',
};

/** Responses by which an endpoint that is there refuses an order or a session, where they are JSON. */
const REFUSALS: readonly number[] = [401, 403, 404];

/** The errors of endpoints that were found and gave no token for what they were asked. */
const refused = new WeakSet<object>();

/** True if this error of a token endpoint says that it was found, but gives no token for this purpose, order or session. */
export function isTokenRefusal(error: unknown): boolean {
  return isCheckoutError(error) && refused.has(error);
}

/**
 * A token source that asks the shop's own endpoint: `POST` of JSON `{ purpose, orderId, attemptId, amount }`, answered by a
 * `TokenAnswer` (JSON, or the token as plain text). 409, or `{ closed }`, closes the order; `closed: 'busy'` only for now, and `Retry-After`
 * counts where it has no `retryAfter`. The shop's session cookie goes along on
 * the page's own origin, and nowhere else. Throws `invalid-config` for a URL that cannot be used.
 *
 * @example
 * ```js
 * import { createTokenUrlSource } from 'balcao/client';
 *
 * const getToken = createTokenUrlSource('https://shop.example/token');
 * const { token } = await getToken({ purpose: 'card-payment', orderId: '42', signal: AbortSignal.timeout(15_000) });
 * typeof token; // 'string'
 * ```
 */
export function createTokenUrlSource(tokenUrl: string): GetToken {
  const url = parseServiceUrl(tokenUrl, 'tokenUrl');
  return async ({ signal, ...request }) => {
    const answer = await sendRequest({ url, method: 'POST', body: JSON.stringify(request), signal }).catch(() => {
      throw new CheckoutError('token-source', 'The token endpoint cannot be read: address, CORS for this page, or a redirect.');
    });
    return parseTokenResponse(answer);
  };
}

function parseTokenResponse(answer: HttpResponse): TokenAnswer {
  const { status, text = '', body, sentAt, retryAfterMs } = answer;
  const isPlain = body === undefined || typeof body === 'number';
  const read = parseTokenAnswer(isPlain ? text.trim() : body);
  if (read && 'closed' in read) {
    const { closed, retryAfter = retryAfterMs && retryAfterMs / 1000 } = read;
    return presentFields({ closed, retryAfter });
  }
  if (status === 409) return { closed: 'closed' };
  const isHtml = isPlain && /^\s*</.test(text);
  if (isSuccess(answer) && read && !isHtml) {
    const { now = sentAt } = read;
    return presentFields({ ...read, now });
  }
  if (REFUSALS.includes(status) && typeof body === 'object') {
    const hint = 'found, but it gives no token for this: the order, the session, a CSRF rule?';
    const refusal = new CheckoutError('token-source', `The token endpoint answered ${status} (${hint}).`, { status });
    refused.add(refusal);
    throw refusal;
  }
  const field = findWrongField(body);
  const content = isHtml ? 'HTML' : field ? `a token whose ${field} cannot be used` : 'neither a token nor { closed }';
  const what = isSuccess(answer) ? ` and ${content}` : (HINTS[status] ?? '');
  throw new CheckoutError('token-source', `The token endpoint answered ${status}${what}.`, { status });
}
