import { CheckoutError, type ErrorCode } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import type { HttpResponse } from './send-request.js';
import { answerSchema } from '../schemas.js';

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
 * The error that an answer's status stands for by a table of codes; beyond it `server` or `bad-response`. A status of success is one
 * too, where its body is not what was promised.
 */
export function createStatusError({ status, retryAfterMs }: HttpResponse, codes = CODES): CheckoutError {
  const code = codes[status] ?? (status >= 500 ? 'server' : 'bad-response');
  return new CheckoutError(
    code,
    `The answer was ${status}${code === 'bad-response' ? ' and not what was promised' : ''}.`,
    presentFields({ status, retryAfterMs: status === 429 ? retryAfterMs : undefined }),
  );
}

/** Whether the status says success. */
export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status < 300;
}

/** What an answer says of itself; nothing where its body is no object. */
export function readFields({ body }: HttpResponse): { success?: unknown; message?: unknown; identifier?: unknown } {
  return answerSchema.safeParse(body).data ?? {};
}

/** Throws unless the status says success and the body does not say otherwise. */
export function assertSuccess(answer: HttpResponse): void {
  if (!isSuccess(answer)) throw createStatusError(answer);
  const { status } = answer;
  if (readFields(answer).success === false) throw new CheckoutError('invalid-request', 'The request was refused.', { status });
}

/** What `read` makes of the body of a good answer; `bad-response` where that is `undefined`. */
export function takeAnswer<T>(answer: HttpResponse, read: (body: unknown) => T | undefined): T {
  assertSuccess(answer);
  const value = read(answer.body);
  if (value === undefined) throw createStatusError(answer);
  return value;
}
