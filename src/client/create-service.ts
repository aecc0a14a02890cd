import { CheckoutError } from '../domain/errors.js';
import { isOwnOrigin } from './http/page-origin.js';
import type { HttpResponse } from './http/request-rules.js';
import { sendRequest } from './http/send-request.js';
import { parseBaseUrl } from './http/service-url.js';
import { createStatusError, isSuccess } from './http/status-error.js';
import { createProfile } from './profile/default-profile.js';
import { assertEnvironment } from './profile/environment.js';
import { Service, type PaymentsClientOptions } from './service.js';
import { systemClock } from './system-clock.js';
import { createClosedError, parseTokenAnswer } from './tokens/token-answer.js';
import { TokenCache } from './tokens/token-cache.js';

/** Creates the service that all calls of a client share. Throws `invalid-config` for settings that cannot be used. */
export function createService(options: PaymentsClientOptions): Service {
  const { getToken, environment, clock = systemClock } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const profile = createProfile(options.profile);
  assertEnvironment(environment, profile.environment, 'profile.environment');
  const source = getToken && new TokenCache({ getToken, clock, environment, onServerTime: (now) => service.setTime(now) });
  const service: Service = new Service({
    ...options,
    baseUrl,
    profile,
    clock,
    sendRequest,
    findNotSent: isOwnOrigin(baseUrl) ? findNotSent : undefined,
    tokens: {
      isSingleUse: () => source?.isSingleUse('card-payment') === true,
      async get(need) {
        // On the page's own origin, the shop's server adds the token.
        if (isOwnOrigin(baseUrl)) return undefined;
        if (source) return source.get(need);
        throw new CheckoutError('invalid-config', 'Neither token-url nor getToken is set: the service asks for a bearer token.');
      },
    },
  });
  return service;
}

/**
 * Returns the reason why the shop's relay sent nothing to the service, or `undefined` for any other response. The relay responds with `{
 * sent: false }` and any status but one of success. `closed` has the same meaning as in a token source's answer. The response is about its
 * own request, not about an earlier request. Call this function only for a relay, which is of the page's own origin: the response of any
 * other server proves nothing.
 */
export function findNotSent(response: HttpResponse): CheckoutError | undefined {
  const { sent }: { sent?: unknown } = Object(response.body);
  if (isSuccess(response) || sent !== false) return undefined;
  const answer = parseTokenAnswer(response.body);
  return answer && 'closed' in answer ? createClosedError(answer) : createStatusError(response);
}
