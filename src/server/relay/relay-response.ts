import { isSuccess } from '../../client/http/status-error.js';
import type { HttpResponse } from '../../client/http/request-rules.js';
import { HttpRefusal, respondJson, respondProblem, type ResponseHeaders } from '../http/response.js';

/**
 * The relay's response if nothing was sent to the service: a page may then say "not charged". `closed` is the same as in a `TokenAnswer`.
 */
interface NotSent {
  sent: false;
  closed?: 'paid' | 'closed' | 'busy';
  /** Seconds. */
  retryAfter?: number;
  message?: string;
}

/** The relay's own fields, which are removed from the service's responses. */
const OWN_FIELDS: readonly string[] = ['sent', 'closed', 'retryAfter'];

/** Creates a 503 response with `sent: false`: nothing was sent. */
export function respondNotSent(details: Omit<NotSent, 'sent'>): Response {
  const headers: ResponseHeaders = details.retryAfter === undefined ? {} : { 'Retry-After': String(details.retryAfter) };
  return respondJson({ sent: false, ...details } satisfies NotSent, { status: 503, headers });
}

/** Creates a refusal with `sent: false`, for a request whose attempt was certainly not sent before. */
export function createUnsentRefusal(status: number, message: string): HttpRefusal {
  return new HttpRefusal({ status, body: { message, sent: false } satisfies NotSent });
}

/** Creates the refusal of an order that the shop has closed. */
export function createClosedRefusal(): HttpRefusal {
  return new HttpRefusal({ status: 503, body: { closed: 'closed' } });
}

/**
 * Converts a refusal with status 503 to the relay's format: nothing was sent. A refusal with another status already means that, and is not
 * changed. Rethrows any other error.
 */
export function respondToRefusal(error: unknown): Response {
  if (!(error instanceof HttpRefusal)) throw error;
  if (error.status !== 503) return error.toResponse();
  const { closed, retryAfter } = error.body;
  return respondNotSent({
    ...((closed === 'busy' || closed === 'closed') && { closed }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  });
}

/**
 * Converts the service's response for a page: its status, its JSON object without the relay's own fields, and `Retry-After`. A 503 becomes
 * 502.
 */
export function passOn(response: HttpResponse): Response {
  const { status, body, retryAfterMs } = response;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  // These responses are not passed on: a redirect, a status that no `Response` accepts, and a success without a JSON object, which the
  // interface does not have.
  if (status < 200 || status > 599 || (status >= 300 && status < 400) || (isSuccess(response) && !isObject)) return respondLost();
  const fields = isObject ? Object.entries(body).filter(([name]) => !OWN_FIELDS.includes(name)) : [];
  const headers: ResponseHeaders = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  return respondJson(Object.fromEntries(fields), { status: status === 503 ? 502 : status, headers });
}

/** Creates a 502 response: the request was sent, and no response can be read. The page takes its charge for unconfirmed, which is true. */
export function respondLost(): Response {
  return respondProblem(502, 'The service gave no answer.');
}
