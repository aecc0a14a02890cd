import { CheckoutError, type ErrorCode } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { HttpResponse } from './request-rules.js';
import { responseSchema } from './response-schemas.js';

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
 * The error that a response's status stands for by a table of codes; beyond it `server` or `bad-response`. A status of success is one
 * too, where its body is not what was promised.
 */
export function createStatusError({ status, retryAfterMs }: HttpResponse, codes = CODES): CheckoutError {
  const code = codes[status] ?? (status >= 500 ? 'server' : 'bad-response');
  return new CheckoutError(
    code,
    `The answer was ${status}${code === 'bad-response' ? ' and not what was promised' : ''}.`,
    presentFields({ status, retryAfterMs: status === 429 || status === 503 ? retryAfterMs : undefined }),
  );
}

/** True if the status says success. */
export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

/** The fields of a response's body; none where it is no object. */
export function parseFields({ body }: Pick<HttpResponse, 'body'>): { success?: unknown; message?: unknown; identifier?: unknown } {
  return responseSchema().safeParse(body).data ?? {};
}

/** Throws unless the status says success and the body does not say otherwise. */
export function assertSuccess(response: HttpResponse): void {
  if (!isSuccess(response)) throw createStatusError(response);
  const { status } = response;
  if (parseFields(response).success === false) throw new CheckoutError('invalid-request', 'The request was refused.', { status });
}

/** The same for a deletion: what is not there any more, by 404 or 410, is deleted. */
export function assertDeleted(response: HttpResponse): void {
  if (response.status !== 404 && response.status !== 410) assertSuccess(response);
}

/** The value that `read` returns for the body of a successful response; throws `bad-response` where that is `undefined`. */
export function parseResponse<T>(response: HttpResponse, read: (body: unknown) => T | undefined): T {
  assertSuccess(response);
  const value = read(response.body);
  if (value === undefined) throw createStatusError(response);
  return value;
}
