import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { sendRequest, type HttpResponse } from '../http/send-request.js';
import { parseServiceUrl } from '../http/service-url.js';
import { isSuccess } from '../http/status-error.js';
import { findWrongField, readTokenAnswer } from './token-answer.js';
import type { GetToken, TokenAnswer } from './token.js';

/** What is likely wrong where the endpoint answers so. */
const HINTS: Readonly<Record<number, string>> = {
  401: ' (it refuses this page: session, CSRF rule?)',
  403: ' (it refuses this page: session, CSRF rule?)',
  404: ' (is its address right?)',
  405: ' (does it take POST?)',
};

/**
 * A token source that asks the shop's own endpoint: `POST` of JSON `{ purpose, orderId, attemptId, amount }`, answered by a
 * `TokenAnswer` (JSON, or the token as plain text). 409, or `{ closed }`, closes the order; `closed: 'busy'` only for now, and `Retry-After`
 * counts where it has no `retryAfter`. The shop's session cookie goes along on
 * the page's own origin, and nowhere else. Throws `invalid-config` for a URL that cannot be used.
 */
export function createTokenUrlSource(tokenUrl: string): GetToken {
  const url = parseServiceUrl(tokenUrl, 'tokenUrl');
  return async ({ signal, ...request }) => {
    const answer = await sendRequest({ url, method: 'POST', body: JSON.stringify(request), signal }).catch(() => {
      throw new CheckoutError('token-source', 'The token endpoint cannot be read: address, CORS for this page, or a redirect.');
    });
    return readHttpResponse(answer);
  };
}

function readHttpResponse(answer: HttpResponse): TokenAnswer {
  const { status, text = '', body, sentAt, retryAfterMs } = answer;
  const isPlain = body === undefined || typeof body === 'number';
  const read = readTokenAnswer(isPlain ? text.trim() : body);
  if (read && 'closed' in read) {
    const { closed, retryAfter = retryAfterMs && retryAfterMs / 1000 } = read;
    return presentFields({ closed, retryAfter });
  }
  if (status === 409) return { closed: 'closed' };
  const isHtml = isPlain && /^\s*</.test(text);
  if (isSuccess(answer) && read && !isHtml) {
    const { token, expiresIn, now = sentAt, environment } = read;
    return presentFields({ token, expiresIn, now, environment });
  }
  const field = findWrongField(body);
  const content = isHtml ? 'HTML' : field ? `a token whose ${field} cannot be used` : 'neither a token nor { closed }';
  const what = isSuccess(answer) ? ` and ${content}` : (HINTS[status] ?? '');
  throw new CheckoutError('token-source', `The token endpoint answered ${status}${what}.`, { status });
}
