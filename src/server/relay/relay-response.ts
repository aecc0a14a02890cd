import { isSuccess } from '../../client/http/status-error.js';
import type { HttpResponse } from '../../client/http/request-rules.js';
import { HttpRefusal, respondJson, respondProblem, type ResponseHeaders } from '../http/response.js';

/** The response of the relay where nothing was sent to the service: a page may then say "not charged". `closed` as in a `TokenAnswer`. */
interface NotSent {
  sent: false;
  closed?: 'paid' | 'closed' | 'busy';
  /** Seconds. */
  retryAfter?: number;
  message?: string;
}

/** The relay's own fields: the service's response must not bring them along. */
const OWN_FIELDS: readonly string[] = ['sent', 'closed', 'retryAfter'];

/** 503 with `sent: false`: nothing was sent. */
export function respondNotSent(details: Omit<NotSent, 'sent'>): Response {
  const headers: ResponseHeaders = details.retryAfter === undefined ? {} : { 'Retry-After': String(details.retryAfter) };
  return respondJson({ sent: false, ...details } satisfies NotSent, { status: 503, headers });
}

/** A refusal with `sent: false`, of what a page asks for, once it is known that the attempt was not sent before. */
export function createUnsentRefusal(status: number, message: string): HttpRefusal {
  return new HttpRefusal({ status, body: { message, sent: false } satisfies NotSent });
}

/** Converts a refusal to the relay's format: nothing was sent. A clear 4xx means that already, and is not changed. Rethrows any other error. */
export function respondToRefusal(error: unknown): Response {
  if (!(error instanceof HttpRefusal)) throw error;
  if (error.status !== 503) return error.toResponse();
  const { closed, retryAfter } = error.body;
  return respondNotSent({
    ...(closed === 'busy' && { closed }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  });
}

/** The service's response as a page may see it: its status, its JSON object without the relay's own fields, and `Retry-After`. */
export function passOn(response: HttpResponse): Response {
  const { status, body, retryAfterMs } = response;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  // A redirect is not followed, other statuses cannot be passed on, and the interface has no successful response without a JSON object.
  if (status < 200 || status > 599 || (status >= 300 && status < 400) || (isSuccess(response) && !isObject)) return respondLost();
  const fields = isObject ? Object.entries(body).filter(([name]) => !OWN_FIELDS.includes(name)) : [];
  const headers: ResponseHeaders = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  return respondJson(Object.fromEntries(fields), { status: status === 503 ? 502 : status, headers });
}

/** 502: the request was sent, and no answer can be read. For a page the charge is unconfirmed, which is true. */
export function respondLost(): Response {
  return respondProblem(502, 'The service gave no answer.');
}
