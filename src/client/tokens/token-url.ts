import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { HttpResponse } from '../http/request-rules.js';
import { sendRequest } from '../http/send-request.js';
import { parseServiceUrl } from '../http/service-url.js';
import { isSuccess } from '../http/status-error.js';
import { findWrongField, parseTokenAnswer } from './token-answer.js';
import type { GetToken, TokenAnswer } from './token.js';

/** The likely causes of a response that is not JSON, by status. */
const HINTS: Readonly<Record<number, string>> = {
  401: ' (it refuses this page: session, CSRF rule?)',
  403: ' (it refuses this page: session, CSRF rule?)',
  404: ' (is its address right?)',
  405: ' (does it take POST?)',
};

/** The statuses with which a token endpoint refuses an order or a session, if the response is JSON. */
const REFUSALS: readonly number[] = [401, 403, 404];

/** The errors of endpoints that exist, but returned no token for the request. */
const refused = new WeakSet<object>();

/** True if an error means that the token endpoint exists, but returned no token for this purpose, order or session. */
export function isTokenRefusal(error: unknown): boolean {
  return isCheckoutError(error) && refused.has(error);
}

/**
 * Creates a token source that asks the shop's own endpoint: `POST` of JSON `{ purpose, orderId, attemptId, amount }`, with a `TokenAnswer`
 * as response (JSON, or the token as plain text). A status of 409, or `{ closed }`, closes the order; `closed: 'busy'` closes it only for
 * now. `Retry-After` counts if the response has no `retryAfter`. The shop's session cookie is sent on the page's own origin, and nowhere
 * else. Throws `invalid-config` for a URL that cannot be used.
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

/** Parses a response of the token endpoint. Throws `token-source` with the likely cause if it has no token. */
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
