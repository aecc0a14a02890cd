import { OUTCOME_HEADER } from '../../client/http/request-rules.js';
import { isCheckoutError } from '../../domain/errors.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import { presentFields } from '../../domain/present-fields.js';
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
 * Responds with the result of a charge: by status and body as the interface has it, and by a header for a page whose profile would read the
 * service's own responses.
 */
export function respondCharge(result: ChargeResult): Response {
  const response = respondResult(result);
  response.headers.set(OUTCOME_HEADER, result.status);
  return response;
}

function respondResult(result: ChargeResult): Response {
  switch (result.status) {
    case 'approved':
      return respondJson(presentFields({ success: true, message: result.message, identifier: result.identifier }));
    case 'declined':
      return respondJson(presentFields({ success: false, message: result.message }), { status: 402 });
    case 'failed':
      // The error has no status after a 401 for which there was no other token.
      return result.sent ? respondFailure(result.error, 401) : respondNotSent({ closed: 'busy', retryAfter: 5 });
    case 'unconfirmed':
      return respondProblem(result.error.code === 'timeout' ? 504 : 502, result.error.message);
  }
}

/**
 * Responds with the error of a call of the service: with the status of the service's response and its `Retry-After`. 503 becomes 502, since
 * 503 means that nothing was sent. A refusal in a response of success becomes 422. `withoutStatus` is for an error without a response.
 */
export function respondFailure(error: unknown, withoutStatus = 502): Response {
  if (!isCheckoutError(error)) throw error;
  const { status = withoutStatus, code, message, retryAfterMs } = error;
  const headers: ResponseHeaders = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  if (status >= 400 && status <= 599 && status !== 503) return respondProblem(status, message, headers);
  return respondProblem(code === 'invalid-request' ? 422 : 502, message, headers);
}

/** Creates a 502 response: the request was sent, and no response can be read. The page takes its charge for unconfirmed, which is true. */
export function respondLost(): Response {
  return respondProblem(502, 'The service gave no answer.');
}
