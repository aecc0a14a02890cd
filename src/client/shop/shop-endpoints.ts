import type { Clock } from '../../domain/clock.js';
import type { Attempt } from '../../domain/order/attempt.js';
import { parseResolution, type NotifyShop, type Resolution } from '../../domain/order/resolution.js';
import { sendRequest } from '../http/send-request.js';
import { parseResponseDetails } from '../http/service-message.js';
import { parseServiceUrl } from '../http/service-url.js';
import { isSuccess } from '../http/status-error.js';
import { waitAtMost } from '../http/wait-at-most.js';

/**
 * Creates a function that queries the shop's endpoint about an attempt (`POST` of the attempt as JSON). The function never rejects: any
 * result but a valid one in a response of 2xx within 15 seconds is `unknown`. Throws `invalid-config` at once for a URL that cannot be
 * used.
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
 * Creates a function that notifies the shop's endpoint of an attempt's state (`POST` of the attempt as JSON), even while the page is being
 * left. The function resolves with `true` only after a response of 2xx, and never rejects. Throws `invalid-config` at once for a URL that
 * cannot be used.
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

/** Parses the shop's resolution. Its details are cleaned like the details of the service's responses. */
function parseSafeResolution(body: unknown): Resolution {
  const { status } = parseResolution(body);
  return status === 'charged' ? { status, ...parseResponseDetails(Object(body)) } : { status };
}
