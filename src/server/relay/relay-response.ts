import { isSuccess } from '../../client/http/status-error.js';
import type { HttpResponse } from '../../client/http/request-rules.js';
import { HttpRefusal, respondJson, type ResponseHeaders } from '../http/response.js';

/** What a page of the relay reads where nothing was sent to the service: it may then say "not charged". `closed` as in a `TokenAnswer`. */
export interface NotSent {
  sent: false;
  closed?: 'paid' | 'closed' | 'busy';
  /** Seconds. */
  retryAfter?: number;
  message?: string;
}

/** Fields of ours, which no word of the service may bring along. */
const OWN_FIELDS: readonly string[] = ['sent', 'closed', 'retryAfter'];

/** 503 that says that nothing was sent. */
export function respondNotSent(details: Omit<NotSent, 'sent'> = {}): Response {
  const headers: ResponseHeaders = details.retryAfter === undefined ? {} : { 'Retry-After': String(details.retryAfter) };
  return respondJson({ sent: false, ...details } satisfies NotSent, { status: 503, headers });
}

/** A refusal that says that nothing was sent: of what a page asks for, once it is known that the attempt was not sent before. */
export function createUnsentRefusal(status: number, message: string): HttpRefusal {
  return new HttpRefusal({ status, body: { message, sent: false } satisfies NotSent });
}

/** A refusal of ours in the relay's words: nothing was sent. A clear 4xx says that already, and stays. */
export function respondRefusal(refusal: HttpRefusal): Response {
  if (refusal.status !== 503) return refusal.toResponse();
  const { closed, retryAfter } = refusal.body;
  return respondNotSent({
    ...(closed === 'busy' && { closed }),
    ...(typeof retryAfter === 'number' && { retryAfter }),
  });
}

/** The service's response as a page may see it: its status, its JSON object without the fields that are ours, and when to come again. */
export function passOn(response: HttpResponse): Response {
  const { status, body, retryAfterMs } = response;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  // A redirect goes nowhere, what has no status that may be passed on is no response, and what is no JSON object is none of the interface's.
  if (status < 200 || status > 599 || (status >= 300 && status < 400) || (isSuccess(response) && !isObject)) return respondLost();
  const fields = isObject ? Object.entries(body).filter(([name]) => !OWN_FIELDS.includes(name)) : [];
  const headers: ResponseHeaders = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  return respondJson(Object.fromEntries(fields), { status: status === 503 ? 502 : status, headers });
}

/** 502: it was sent, and no answer can be read. To a page that is unconfirmed, which it is. */
export function respondLost(): Response {
  return respondJson({ message: 'The service gave no answer.' }, { status: 502 });
}
