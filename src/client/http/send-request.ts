import ky from 'ky';
import { once } from '../../domain/once.js';
import { REQUEST_RULES, sendByRules, type HttpRequest, type HttpResponse } from './request-rules.js';

/**
 * Sends a request once, and returns a response of any status. The callers limit the time (`waitAtMost`), since the limit includes the body.
 */
const http = once(() => ky.create({ retry: 0, timeout: false, throwHttpErrors: false }));

/** The statuses of transient failures, after which the next request may succeed. */
const TRANSIENT: readonly number[] = [500, 502, 503, 504];

/**
 * Sends a request, and retries it once after a network error or a transient status. ky itself retries a network error. It does not throw
 * for a status here (`throwHttpErrors`), so the hook requests that retry. A second response is returned with any status.
 */
const retryingHttp = once(() =>
  http().extend({
    retry: { limit: 1, methods: ['get'] },
    hooks: {
      afterResponse: [({ response, retryCount }) => (retryCount === 0 && TRANSIENT.includes(response.status) ? ky.retry() : undefined)],
    },
  }),
);

/** Sends one request by the common rules (`sendByRules`). A request with `canRepeat` is sent at most twice. */
export function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  return sendByRules(request, request.canRepeat ? retryingHttp() : http());
}

/**
 * Returns whether a server can be reached, even if its response cannot be read. Sends a `GET` without token and cookies, in a mode that
 * needs no CORS.
 */
export async function canReach(url: URL): Promise<boolean> {
  try {
    await http()(url, { ...REQUEST_RULES, mode: 'no-cors', redirect: 'follow' });
    return true;
  } catch {
    return false;
  }
}
