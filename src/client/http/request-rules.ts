import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { isOwnOrigin } from './page-origin.js';
import { parseJson, readBody } from './read-body.js';
import { parseRetryAfter } from '../../domain/retry-after.js';
import { presentFields } from '../../domain/present-fields.js';
import { systemClock } from '../system-clock.js';
import { createAbortedError } from './wait-at-most.js';

/** The options of all requests: no redirect is followed, nothing is cached, no referrer, no cookies across origins. */
export const REQUEST_RULES = {
  redirect: 'error',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  credentials: 'omit',
} as const satisfies RequestInit;

/** The options of `Http`: those of `fetch`, and the function to call in place of `fetch`. */
export interface HttpInit extends RequestInit {
  fetch: typeof globalThis.fetch;
}

/** Sends a request. */
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
  /** True if the request outlives the page. */
  keepalive?: boolean;
  /** The server's clock where it is known, epoch ms; the device's by default. */
  now?: () => number;
  /** True if a `GET` that failed is sent once more. Default: it is not. */
  canRepeat?: boolean;
}

/** One response, whatever its status. */
export interface HttpResponse {
  status: number;
  /** The body as text, at any charset read as UTF-8; `undefined` when it is too long. */
  text: string | undefined;
  /** The body as JSON; `undefined` when it is none. */
  body: unknown;
  /** The wait of the `Retry-After` header, ms, where the page may read it. */
  retryAfterMs: number | undefined;
  /** The server's clock by its `Date` header, epoch ms, where the response is of the page's own origin. */
  sentAt: number | undefined;
}

/** The errors of requests that certainly did not leave. */
const unsent = new WeakSet<object>();

/**
 * Sends one request through `http` by the rules that all of them share, with no headers but `Authorization`, `Content-Type`, `Accept` and the
 * one with the request's key. Rejects with `network` when no whole response may be read and with `aborted` after the signal; errors of `http`,
 * which hold the request, end here.
 */
export async function sendByRules(request: HttpRequest, http: Http): Promise<HttpResponse> {
  const { url, method, body, signal, keepalive = false, now = systemClock.now } = request;
  const isOwn = isOwnOrigin(url);
  const detector = new BlockDetector(url);
  try {
    const response = await http(url, {
      ...REQUEST_RULES,
      method,
      fetch: detector.fetch,
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
    if (detector.neverLeft) unsent.add(error);
    throw error;
  } finally {
    detector.end();
  }
}

/**
 * True if the request of this error broke before the browser can have turned to the network, with no other request to its address under way
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

/** How many requests of this page are under way, by their address. */
const underWay = new Map<string, number>();

/**
 * Detects that the page's Content-Security-Policy blocked one request. A browser looks at the policy within the call of `fetch`: a request
 * that it blocks breaks before the browser's next task. One that the network breaks does so later.
 */
class BlockDetector {
  /** True where the request broke at once, with no other to its address under way. */
  neverLeft = false;
  readonly #address: string;
  #isAlone: boolean;

  constructor({ href }: URL) {
    const others = underWay.get(href) ?? 0;
    underWay.set(href, others + 1);
    this.#address = href;
    this.#isAlone = others === 0;
  }

  /** Must be called in place of `fetch`. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    let isNextTask = false;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      isNextTask = true;
      port1.close();
    };
    port2.postMessage(undefined);
    try {
      return await globalThis.fetch(input, init);
    } catch (error) {
      this.neverLeft = !isNextTask && this.#isAlone && underWay.get(this.#address) === 1;
      throw error;
    }
  };

  /** Must be called once the request is over. */
  end(): void {
    const others = (underWay.get(this.#address) ?? 1) - 1;
    if (others > 0) underWay.set(this.#address, others);
    else underWay.delete(this.#address);
  }
}
