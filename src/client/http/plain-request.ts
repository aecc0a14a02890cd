import { REQUEST_RULES, sendByRules, type Http, type HttpRequest, type HttpResponse } from './request-rules.js';

/** Nothing but `fetch`, and no cookie for any origin, its own too. */
const plainHttp: Http = (url, { fetch, ...init }) => fetch(url, { ...init, credentials: 'omit' });

/**
 * Sends one request once by the rules that all of them share (`sendByRules`), without ky: for a frame of card fields, where every package is one
 * more that a provider has to answer for, and nothing is ever asked again by itself.
 */
export function sendPlainRequest(request: HttpRequest): Promise<HttpResponse> {
  return sendByRules(request, plainHttp);
}

/** The headers that an address is sent with. `undefined` where they cannot be read, as where the page's policy forbids it. */
export async function fetchHeaders(url: URL): Promise<Headers | undefined> {
  try {
    return (await globalThis.fetch(url, { ...REQUEST_RULES, method: 'HEAD' })).headers;
  } catch {
    return undefined;
  }
}
