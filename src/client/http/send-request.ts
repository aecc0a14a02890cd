import ky from 'ky';
import { once } from '../../domain/once.js';
import { REQUEST_RULES, sendByRules, type HttpRequest, type HttpResponse } from './request-rules.js';

/** Sends once, whatever comes back. Time limits are the callers' (`waitAtMost`): they cover the body too. */
const http = once(() => ky.create({ retry: 0, timeout: false, throwHttpErrors: false }));

/** Failures of a server that may be over with the next request. */
const TRANSIENT: readonly number[] = [500, 502, 503, 504];

/** The same for what may be asked again: once more after a broken connection or an answer that says "not now". */
const retryingHttp = once(() =>
  http().extend({
    retry: { limit: 1, methods: ['get'] },
    hooks: {
      afterResponse: [({ response, retryCount }) => (retryCount === 0 && TRANSIENT.includes(response.status) ? ky.retry() : undefined)],
    },
  }),
);

/** Sends one request by the rules that all of them share (`sendByRules`). One that `canRepeat` is sent twice at most. */
export function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  return sendByRules(request, request.canRepeat ? retryingHttp() : http());
}

/** True if a server can be reached at all, read or not: a request that needs no leave of CORS. `GET` without token or cookies. */
export async function canReach(url: URL): Promise<boolean> {
  try {
    await http()(url, { ...REQUEST_RULES, mode: 'no-cors', redirect: 'follow' });
    return true;
  } catch {
    return false;
  }
}
