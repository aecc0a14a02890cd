import { CheckoutError } from '../../domain/errors.js';
import { isOwnOrigin } from './page-origin.js';
import { parseRetryAfter } from './retry-after.js';
import { systemClock } from '../system-clock.js';
import { createAbortedError } from './wait-at-most.js';

/** No answer of the service or the shop is near this long; what is longer is not what was promised and is not read on. */
const MAX_ANSWER_BYTES = 262_144;

/** What all requests share. */
const DISCREET: RequestInit = { cache: 'no-store', referrerPolicy: 'no-referrer', credentials: 'omit' };

/** One request. */
export interface HttpRequest {
  url: URL;
  method: 'GET' | 'POST' | 'DELETE';
  /** The whole `Authorization` header. */
  authorization?: string | undefined;
  /** JSON text. */
  body?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Names the content type without a body too, as a probe does. */
  contentType?: boolean;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
  /** The server's clock where it is known, epoch ms; the device's by default. */
  now?: () => number;
}

/** One answer, whatever its status. */
export interface HttpAnswer {
  status: number;
  /** The body as text, at any charset read as UTF-8; `undefined` when it is too long. */
  text: string | undefined;
  /** The body as JSON; `undefined` when it is none. */
  body: unknown;
  /** What the `Retry-After` header asks to wait, where the page may read it. */
  retryAfterMs: number | undefined;
  /** The server's clock by its `Date` header, epoch ms, where the answer is of the page's own origin. */
  sentAt: number | undefined;
}

/**
 * Sends one request, once, by the rules that all of them share: no redirect is followed, nothing is cached, no referrer, no
 * cookies across origins, no headers but `Authorization`, `Content-Type` and `Accept`. Rejects with `network` when no whole
 * answer may be read and with `aborted` after the signal. The one place that meets the errors of `fetch`; it drops them.
 */
export async function sendRequest(request: HttpRequest): Promise<HttpAnswer> {
  const { url, method, body = null, signal = null, keepalive = false, now = systemClock.now } = request;
  const isOwn = isOwnOrigin(url);
  try {
    const response = await fetch(url.href, {
      ...DISCREET,
      method,
      headers: createHeaders(request),
      body,
      signal,
      keepalive,
      redirect: 'error',
      ...(isOwn && { credentials: 'same-origin' }),
    });
    const text = await readText(response);
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
    throw new CheckoutError('network', `No answer of ${url.origin} could be read: connection, CORS or redirect.`);
  }
}

/** Whether a server can be reached at all, read or not: a request that needs no leave of CORS. `GET` without token or cookies. */
export async function canReach(url: URL): Promise<boolean> {
  try {
    await fetch(url.href, { ...DISCREET, mode: 'no-cors' });
    return true;
  } catch {
    return false;
  }
}

/** JSON from text; `undefined` for what is none. */
function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function createHeaders({ authorization, body, contentType = body !== undefined }: HttpRequest): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(contentType && { 'Content-Type': 'application/json' }),
    ...(authorization !== undefined && { Authorization: authorization }),
  };
}

async function readText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    byteCount += part.value.byteLength;
    if (byteCount > MAX_ANSWER_BYTES) {
      // The rest is unwanted, and whether its sender hears of that does not matter.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
