import type { Clock } from '../../domain/clock.js';
import type { Attempt } from '../../domain/order/attempt.js';
import { parseResolution, type NotifyShop, type Resolution } from '../../domain/order/resolution.js';
import { sendRequest } from '../http/send-request.js';
import { parseResponseDetails } from '../http/service-message.js';
import { parseServiceUrl } from '../http/service-url.js';
import { isSuccess } from '../http/status-error.js';
import { waitAtMost } from '../http/wait-at-most.js';

/**
 * Asks the shop's endpoint (`POST` of the attempt as JSON) what became of an attempt. Never rejects: whatever is not a clear word in
 * an answer of 2xx within 15 seconds is `unknown`. Throws `invalid-config` at once for a URL that cannot be used.
 *
 * @example
 * ```js
 * import { createResolver } from 'balcao/client';
 *
 * const resolve = createResolver('https://shop.example/resolve');
 * const attempt = { attemptId: 'a-1', orderId: '42', method: 'card', amount: '149.90', startedAt: Date.now(), state: 'unconfirmed' };
 * await resolve(attempt); // { status: 'not-charged' }
 * ```
 */
export function createResolver(
  resolveUrl: string,
  clock?: Clock,
): (attempt: Attempt, options?: { signal?: AbortSignal }) => Promise<Resolution> {
  const url = parseServiceUrl(resolveUrl, 'resolveUrl');
  return async (attempt, options) => {
    try {
      const response = await waitAtMost((signal) => sendRequest({ url, method: 'POST', body: JSON.stringify(attempt), signal }), {
        clock,
        ...options,
      });
      return isSuccess(response) ? parseSafeResolution(response.body) : { status: 'unknown' };
    } catch {
      return { status: 'unknown' };
    }
  };
}

/**
 * Notifies the shop's endpoint of the state of an attempt (`POST` of the attempt as JSON), also while the page is left. `true` only after
 * an answer of 2xx; never rejects. Throws `invalid-config` at once for a URL that cannot be used.
 *
 * @example
 * ```js
 * import { createNotifier } from 'balcao/client';
 *
 * const notify = createNotifier('https://shop.example/notify');
 * await notify({ attemptId: 'a-1', orderId: '42', method: 'card', amount: '149.90', startedAt: Date.now(), state: 'approved' }); // true
 * ```
 */
export function createNotifier(notifyUrl: string): NotifyShop {
  const url = parseServiceUrl(notifyUrl, 'notifyUrl');
  return (attempt) => sendRequest({ url, method: 'POST', body: JSON.stringify(attempt), keepalive: true }).then(isSuccess, () => false);
}

/** The shop's word, with details as safe as those of the service. */
function parseSafeResolution(body: unknown): Resolution {
  const { status } = parseResolution(body);
  return status === 'charged' ? { status, ...parseResponseDetails(Object(body)) } : { status };
}
