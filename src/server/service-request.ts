import type { HttpResponse } from '../client/http/request-rules.js';
import { assertNotAborted } from '../client/http/wait-at-most.js';
import type { ServiceProfile } from '../client/profile/service-profile.js';
import type { ServiceCall } from '../client/service.js';
import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import { presentFields } from '../domain/present-fields.js';
import type { ReportEvent } from './events.js';
import type { ServiceToken } from './tokens/token-provider.js';

/** A request of the shop to the service. */
export interface ServiceRequest {
  /** The shop's name of the operation, for events: letters and dashes. */
  operation: string;
  method: ServiceCall['method'];
  /** The path below `service.baseUrl`, with its query: `account/business`. Encode identifiers by `encodeURIComponent`. */
  path: string;
  /** A value that is sent as JSON. Default: no body. */
  body?: unknown;
  /** Aborts the wait. What was sent may still happen. */
  signal?: AbortSignal;
}

/** The service's response with any status. */
export interface ServiceResponse {
  status: number;
  /** The body as JSON; `undefined` if it is not JSON, or longer than 256 KiB. The token of the request is masked in it. */
  body: unknown;
}

/** The service, for the operations that the shop's server does not need itself. */
export interface ShopService {
  /**
   * Sends any other operation of the service: with a token of the shop's source for cards (its purpose is `card-token`), only below
   * `service.baseUrl`, within the profile's `timeLimits.otherMs` each for the token and the response. Redirects are not followed. Resolves with
   * a response of any status.
   *
   * Nothing is sent twice: not after a broken connection, and not after a 401 either. Only a `GET` is sent once more with a new token after a
   * 401. After any other 401 the next request gets a new token.
   *
   * Rejects with a `CheckoutError` that contains nothing of the request and the response. `invalid-input`, `token-source` and
   * `invalid-config`: nothing was sent. `network`, `timeout` and `aborted`: nobody knows whether it happened. A payment by card or Pix is
   * refused, since the ledger would not know of it.
   */
  request(request: ServiceRequest): Promise<ServiceResponse>;
}

/** The part of the link to the service that a request uses. */
export interface ServicePort {
  profile: Pick<ServiceProfile, 'paths'>;
  getToken(purpose: ServiceCall['purpose'], details: { rejected?: string }): Promise<ServiceToken>;
  /** Sends a call once, within its time limit. */
  service: {
    exchange(call: ServiceCall, token: string, signal: AbortSignal | undefined): Promise<HttpResponse>;
    /** Waits within the time limit of a purpose, and until the signal. */
    wait<T>(work: () => Promise<T>, purpose: ServiceCall['purpose'], signal: AbortSignal | undefined): Promise<T>;
  };
}

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies ServiceCall['method'][];

/** Creates the function `shop.service.request`. `now` returns the time for events, epoch ms. */
export function createServiceRequests(
  port: ServicePort,
  { report, now }: { report: ReportEvent; now: () => number },
): ShopService['request'] {
  /** The last token that the service refused: the source must not return it again. */
  let rejected: string | undefined;

  const exchange = async (call: ServiceCall, signal: AbortSignal | undefined): Promise<HttpResponse> => {
    const getToken = () => port.getToken(call.purpose, presentFields({ rejected }));
    const { token } = await port.service.wait(getToken, call.purpose, signal).catch(toUnsent);
    const response = await port.service.exchange(call, token, signal);
    if (response.status === 401) rejected = token;
    return response;
  };

  return async ({ operation, method, path, body, signal }) => {
    checkRequest({ operation, method, path }, port.profile.paths);
    assertNotAborted(signal);
    const call = presentFields({ purpose: 'card-token' as const, method, path, body: formatBody(method, body) });
    const startedAt = now();
    try {
      const first = await exchange(call, signal);
      const { status, body: answer } = first.status === 401 && method === 'GET' ? await exchange(call, signal) : first;
      report({ type: 'service-request', operation, status, durationMs: now() - startedAt });
      return { status, body: answer };
    } catch (error) {
      // Any other error may contain anything.
      const known = isCheckoutError(error) ? error : new CheckoutError('network', 'The request broke.');
      report({ type: 'failure', operation, message: 'The service gave no answer that can be read. It is not asked again.', error: known });
      throw known;
    }
  };
}

/** Rethrows the error of a token source. A token that came too late is none: nothing was sent, while `timeout` says that nobody knows. */
function toUnsent(error: unknown): never {
  const isLate = isCheckoutError(error) && error.code === 'timeout';
  throw isLate ? new CheckoutError('token-source', 'The token source gave no answer in time.') : error;
}

/** Throws `invalid-input` for a request that must not be sent. The message contains none of its values. */
function checkRequest(
  { operation, method, path }: Pick<ServiceRequest, 'operation' | 'method' | 'path'>,
  paths: ServiceProfile['paths'],
): void {
  if (typeof operation !== 'string' || !/^[a-z]+(?:-[a-z]+)*$/i.test(operation) || operation.length > 64)
    refuse('operation', 'Give a name of letters and dashes, like "open-account".');
  if (!METHODS.includes(method)) refuse('method', `Give one of ${METHODS.join(', ')}.`);
  if (typeof path !== 'string' || !isBelowBase(path))
    refuse('path', 'Give a path below service.baseUrl, like "account/business": without "..", another address, blanks or "#".');
  const sent = normalizePath(path);
  if ([paths.processPayment, paths.generatePixQrCode].some((each) => normalizePath(each) === sent))
    refuse('path', 'The ledger must know of each payment: charge by the relay, or by a page with a token.');
}

function refuse(field: string, fix: string): never {
  throw new CheckoutError('invalid-input', `${field} cannot be used. ${fix}`);
}

/** Returns whether a path, however often it is decoded, stays below the base URL that it is appended to. */
function isBelowBase(path: string): boolean {
  if (!/^\/?[\w%~!$&'()*+,;=:@.-][\w%~!$&'()*+,;=:@./-]*(?:\?[\w%~!$&'()*+,;=:@./?[\]-]*)?$/.test(path)) return false;
  const plain = decodePath(cutQuery(path));
  if (plain === undefined || /^[a-z][a-z\d+.-]*:|^\/\/|\\|\p{Cc}/iu.test(plain)) return false;
  return !plain.split('/').some((part) => /^\.{1,2}(?:;|$)/.test(part));
}

function cutQuery(path: string): string {
  return path.replace(/\?.*$/s, '');
}

/** Decodes a path until nothing changes; `undefined` if that is impossible. A `?` that was encoded is a part of the path. */
function decodePath(path: string): string | undefined {
  try {
    const next = decodeURIComponent(path);
    return next === path ? path : decodePath(next);
  } catch {
    return undefined;
  }
}

/** Returns a path in one form: paths that a server may take for the same become equal. */
function normalizePath(path: string): string {
  return cutQuery(decodePath(cutQuery(path)) ?? path)
    .replace(/#.*$/s, '')
    .replace(/;[^/]*/g, '')
    .split('/')
    .filter(Boolean)
    .join('/')
    .toLowerCase();
}

function formatBody(method: string, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (method === 'GET') refuse('body', 'A GET has none.');
  try {
    const text: unknown = JSON.stringify(body);
    if (typeof text === 'string') return text;
  } catch {
    // It refers to itself, or contains a bigint.
  }
  return refuse('body', 'Give a value that can be written as JSON.');
}
