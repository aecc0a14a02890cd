import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { Departure } from './departure.js';
import { isOwnOrigin } from './page-origin.js';
import { parseJson, readBody } from './read-body.js';
import { parseRetryAfter } from './retry-after.js';
import { presentFields } from '../../domain/present-fields.js';
import { systemClock } from '../system-clock.js';
import { createAbortedError } from './wait-at-most.js';

/** What all requests share: no redirect is followed, nothing is cached, no referrer, no cookies across origins. */
export const REQUEST_RULES = {
  redirect: 'error',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  credentials: 'omit',
} as const satisfies RequestInit;

/** What is given to `Http`: what `fetch` takes, and what stands in for `fetch`. */
export interface HttpInit extends RequestInit {
  fetch: typeof globalThis.fetch;
}

/** What puts a request on its way. */
export type Http = (url: URL, init: HttpInit) => Promise<Response>;

/** Sends one request by the rules that all of them share. */
export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

/** One request. */
export interface HttpRequest {
  url: URL;
  method: 'GET' | 'POST' | 'DELETE';
  /** The whole `Authorization` header. */
  authorization?: string | undefined;
  /** JSON text. */
  body?: string | undefined;
  /** The header by which the service knows a repeated request, and what is in it. */
  key?: { header: string; text: string } | undefined;
  signal?: AbortSignal | undefined;
  /** Names the content type without a body too, as a probe does. */
  contentType?: boolean;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
  /** The server's clock where it is known, epoch ms; the device's by default. */
  now?: () => number;
  /** Whether a `GET` that failed is sent once more. Default: it is not. */
  canRepeat?: boolean;
}

/** One response, whatever its status. */
export interface HttpResponse {
  status: number;
  /** The body as text, at any charset read as UTF-8; `undefined` when it is too long. */
  text: string | undefined;
  /** The body as JSON; `undefined` when it is none. */
  body: unknown;
  /** What the `Retry-After` header asks to wait, where the page may read it. */
  retryAfterMs: number | undefined;
  /** The server's clock by its `Date` header, epoch ms, where the response is of the page's own origin. */
  sentAt: number | undefined;
}

/**
 * Sends one request through `http` by the rules that all of them share, with no headers but `Authorization`, `Content-Type`, `Accept` and the
 * one with the request's key. Rejects with `network` when no whole response may be read and with `aborted` after the signal; errors of `http`,
 * which hold the request, end here.
 */
export async function sendByRules(request: HttpRequest, http: Http): Promise<HttpResponse> {
  const { url, method, body, signal, keepalive = false, now = systemClock.now } = request;
  const isOwn = isOwnOrigin(url);
  const departure = new Departure(url);
  try {
    const response = await http(url, {
      ...REQUEST_RULES,
      method,
      fetch: departure.fetch,
      headers: createHeaders(request),
      keepalive,
      body: body ?? null,
      signal: signal ?? null,
      credentials: isOwn ? 'same-origin' : 'omit',
    });
    const text = await readBody(response);
    const { status, headers } = response;
    return {
      status,
      text,
      body: parseJson(text),
      retryAfterMs: parseRetryAfter(headers.get('Retry-After'), now()),
      sentAt: (isOwn && Date.parse(headers.get('Date') ?? '')) || undefined,
    };
  } catch {
    if (signal?.aborted) throw createAbortedError();
    const error = new CheckoutError('network', `No answer of ${url.origin} could be read: connection, CORS or redirect.`);
    if (departure.neverLeft) unsent.add(error);
    throw error;
  } finally {
    departure.end();
  }
}

/** The errors of requests that certainly did not leave. */
const unsent = new WeakSet<object>();

/**
 * Whether the request of this error broke before the browser can have turned to the network, with no other request to its address under way
 * in this page: what may have kept it is the page's policy.
 */
export function hasNeverLeft(error: unknown): boolean {
  return isCheckoutError(error) && unsent.has(error);
}

function createHeaders({ authorization, body, key, contentType = body !== undefined }: HttpRequest): Record<string, string> {
  const type = contentType ? 'application/json' : undefined;
  const headers = { Accept: 'application/json', 'Content-Type': type, Authorization: authorization };
  return presentFields({ ...headers, ...(key && { [key.header]: key.text }) });
}
