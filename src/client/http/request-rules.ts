import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { isOwnOrigin } from './page-origin.js';
import { parseJson, readBody } from './read-body.js';
import { parseRetryAfter } from '../../domain/retry-after.js';
import { presentFields } from '../../domain/present-fields.js';
import { systemClock } from '../system-clock.js';
import { createAbortedError } from './wait-at-most.js';

/** The options of all requests: no redirect is followed, nothing is cached, no referrer is sent, and no cookies go to other origins. */
export const REQUEST_RULES = {
  redirect: 'error',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  credentials: 'omit',
} as const satisfies RequestInit;

/** The options of `Http`: those of `fetch`, and the function to be called instead of `fetch`. */
export interface HttpInit extends RequestInit {
  fetch: typeof globalThis.fetch;
}

/** A function that sends a request. */
export type Http = (url: URL, init: HttpInit) => Promise<Response>;

/** A function that sends one request by the common rules. */
export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

/** A request. */
export interface HttpRequest {
  url: URL;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The whole value of the `Authorization` header. */
  authorization?: string | undefined;
  /** The body as JSON text. */
  body?: string | undefined;
  /** The name and the value of the header by which the service recognizes a repeated request. */
  key?: { header: string; text: string } | undefined;
  signal?: AbortSignal | undefined;
  /** True if the content type is sent even without a body, as in a diagnosis. */
  contentType?: boolean;
  /** True if the request continues after the page is left. */
  keepalive?: boolean;
  /** Returns the present instant, epoch ms: by the server's clock if known. Default: the device's clock. */
  now?: () => number;
  /** True if a `GET` that failed is sent once more. Default: it is not. */
  canRepeat?: boolean;
}

/** A response with any status. */
export interface HttpResponse {
  status: number;
  /** The body as text, decoded as UTF-8 regardless of its charset; `undefined` if it is too long. */
  text: string | undefined;
  /** The body as JSON; `undefined` if it is not JSON. */
  body: unknown;
  /** The wait of the `Retry-After` header, ms, if the page may read it. */
  retryAfterMs: number | undefined;
  /** The server's time from its `Date` header, epoch ms, if the response is of the page's own origin. */
  sentAt: number | undefined;
  /** The outcome that the relay of the page's own origin has read, if it says so. The profile's parsers are for the service's own responses. */
  outcome?: string | undefined;
}

/** The header in which a relay says what it has read in the service's response: a result of a charge, or `created` for a Pix charge. */
export const OUTCOME_HEADER = 'Balcao-Outcome';

/** The errors of requests that certainly did not leave. */
const unsent = new WeakSet<object>();

/**
 * Sends one request through `http`, by the common rules. Its only headers are `Authorization`, `Content-Type`, `Accept` and the header of
 * the request's key. Rejects with `network` if no whole response can be read, and with `aborted` after the signal. The errors of `http` are
 * not passed on, since they contain the request.
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
      outcome: (isOwn && headers.get(OUTCOME_HEADER)) || undefined,
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
 * True if the request of this error failed before the browser can have used the network, and no other request to its address was running in
 * this page. The page's policy may have blocked it.
 */
export function hasNeverLeft(error: unknown): boolean {
  return isCheckoutError(error) && unsent.has(error);
}

function createHeaders({ authorization, body, key, contentType = body !== undefined }: HttpRequest): Record<string, string> {
  const type = contentType ? 'application/json' : undefined;
  const headers = { Accept: 'application/json', 'Content-Type': type, Authorization: authorization };
  return presentFields({ ...headers, ...(key && { [key.header]: key.text }) });
}

/** The number of running requests of this page, by address. */
const underWay = new Map<string, number>();

/**
 * Detects that the page's Content-Security-Policy blocked a request. A browser checks the policy within the call of `fetch`, so a blocked
 * request fails before the browser's next task. A network error comes later.
 */
class BlockDetector {
  /** True if the request failed at once, and no other request to its address was running. */
  neverLeft = false;
  readonly #address: string;
  #isAlone: boolean;

  constructor({ href }: URL) {
    const others = underWay.get(href) ?? 0;
    underWay.set(href, others + 1);
    this.#address = href;
    this.#isAlone = others === 0;
  }

  /** Sends the request. It must be called instead of `fetch`. */
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

  /** Removes the request from the running ones. Must be called after the request has ended. */
  end(): void {
    const others = (underWay.get(this.#address) ?? 1) - 1;
    if (others > 0) underWay.set(this.#address, others);
    else underWay.delete(this.#address);
  }
}
