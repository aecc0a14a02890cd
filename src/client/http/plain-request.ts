import { REQUEST_RULES, sendByRules, type Http, type HttpRequest, type HttpResponse } from './request-rules.js';

/** Sends a request by `fetch`, without cookies for any origin, the page's own included. */
const plainHttp: Http = (url, { fetch, ...init }) => fetch(url, { ...init, credentials: 'omit' });

/**
 * Sends one request once, by the common rules (`sendByRules`), without ky. It is for a frame of card fields: the frame never retries a
 * request, and its provider must answer for every package in it.
 */
export function sendPlainRequest(request: HttpRequest): Promise<HttpResponse> {
  return sendByRules(request, plainHttp);
}

/**
 * Fetches the headers of an address. Returns `undefined` if they cannot be read, for example because the page's policy forbids the request.
 */
export async function fetchHeaders(url: URL): Promise<Headers | undefined> {
  try {
    return (await globalThis.fetch(url, { ...REQUEST_RULES, method: 'HEAD' })).headers;
  } catch {
    return undefined;
  }
}
