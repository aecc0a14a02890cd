import { CheckoutError, type ErrorCode } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { HttpResponse } from './request-rules.js';
import { responseSchema } from './response-schemas.js';

/** The error codes by status. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-request',
  401: 'unauthorized',
  402: 'invalid-request',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-found',
  408: 'timeout',
  410: 'not-found',
  413: 'invalid-request',
  415: 'invalid-request',
  422: 'invalid-request',
  429: 'rate-limited',
};

/**
 * Creates the error for a response's status, by a table of codes. A status outside of the table is `server` or `bad-response`. A success
 * status is an error too, if the body is not as promised.
 */
export function createStatusError({ status, retryAfterMs }: HttpResponse, codes = CODES): CheckoutError {
  const code = codes[status] ?? (status >= 500 ? 'server' : 'bad-response');
  return new CheckoutError(
    code,
    `The answer was ${status}${code === 'bad-response' ? ' and not what was promised' : ''}.`,
    presentFields({ status, retryAfterMs: status === 429 || status === 503 ? retryAfterMs : undefined }),
  );
}

/** True if the status is one of success. */
export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

/** Parses the fields of a response's body. Returns no fields if the body is no object. */
export function parseFields({ body }: Pick<HttpResponse, 'body'>): { success?: unknown; message?: unknown; identifier?: unknown } {
  return responseSchema().safeParse(body).data ?? {};
}

/** Throws unless the status is one of success and the body does not contradict it. */
export function assertSuccess(response: HttpResponse): void {
  if (!isSuccess(response)) throw createStatusError(response);
  const { status } = response;
  if (parseFields(response).success === false) throw new CheckoutError('invalid-request', 'The request was refused.', { status });
}

/** Throws unless a deletion has succeeded. 404 and 410 count as success, since nothing is left to delete. */
export function assertDeleted(response: HttpResponse): void {
  if (response.status !== 404 && response.status !== 410) assertSuccess(response);
}

/** Returns the value of `read` for the body of a successful response. Throws `bad-response` if `read` returns `undefined`. */
export function parseResponse<T>(response: HttpResponse, read: (body: unknown) => T | undefined): T {
  assertSuccess(response);
  const value = read(response.body);
  if (value === undefined) throw createStatusError(response);
  return value;
}
