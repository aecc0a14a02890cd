import { parseJson, readBody } from '../../client/http/read-body.js';
import { cleanServiceMessage } from '../../client/http/service-message.js';
import { defaultProfile } from '../../client/profile/default-profile.js';
import type { CardData } from '../../domain/payment.js';

/** The form of a request's `Authorization` header: `Bearer TOKEN`, the bare token, or no header. */
export type ProbeAuthorization = 'bearer' | 'jwt' | 'none';

/** One request of the doctor. */
interface ProbeRequest {
  method: 'GET' | 'OPTIONS' | 'POST' | 'DELETE';
  /** The path, relative to the base URL. */
  path: string;
  /** Default `bearer`. */
  authorization?: ProbeAuthorization;
  /** Sent as JSON. */
  body?: object;
  headers?: Readonly<Record<string, string>>;
  /** The time limit of the response, ms. Default: that of the default profile for every call except a charge. */
  limitMs?: number;
}

/** A whole response. */
export interface ServiceResponse {
  kind: 'response';
  status: number;
  headers: Headers;
  /** The body as text; `undefined` if it is too long. */
  text: string | undefined;
  /** The parsed JSON body; `undefined` if the body is not JSON. */
  body: unknown;
}

/** A response, or the reason why no response came. */
export type Reply = ServiceResponse | { kind: 'silence'; reason: string };

/** A client that sends single requests to the service. Follows no redirect, because the token must not go to another address. */
export class ServiceProbe {
  readonly baseUrl: URL;
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor({ baseUrl, token, signal }: { baseUrl: URL; token: string; signal: AbortSignal }) {
    this.baseUrl = baseUrl;
    this.#token = token;
    this.#signal = signal;
  }

  /** Sends a request once. Never rejects. */
  async send(request: ProbeRequest): Promise<Reply> {
    const { method, path, authorization = 'bearer', body, headers, limitMs = defaultProfile.timeLimits.otherMs } = request;
    try {
      const response = await fetch(this.baseUrl.href + path.replace(/^\/+/, ''), {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(limitMs)]),
        headers: {
          Accept: 'application/json',
          ...(body && { 'Content-Type': 'application/json' }),
          ...(authorization !== 'none' && { Authorization: `${authorization === 'bearer' ? 'Bearer ' : ''}${this.#token}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await readBody(response);
      return { kind: 'response', status: response.status, headers: response.headers, text, body: parseJson(text) };
    } catch (error) {
      return { kind: 'silence', reason: explainFailure(error, limitMs) };
    }
  }
}

/** The meaning of the codes of Node's network errors. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no server has this name (DNS)',
  EAI_AGAIN: 'its name cannot be looked up now (DNS)',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'the connection took too long',
  UND_ERR_CONNECT_TIMEOUT: 'the connection took too long',
};

/** Returns the reason why no response came, in a few words that repeat nothing of the request. */
function explainFailure(error: unknown, limitMs: number): string {
  const { name, cause }: { name?: unknown; cause?: unknown } = Object(error);
  if (name === 'TimeoutError') return `no response came within ${limitMs / 1000} s`;
  if (name === 'AbortError') return 'it was stopped';
  const { code }: { code?: unknown } = Object(cause);
  if (typeof code !== 'string') return 'the connection broke';
  return REASONS[code] ?? `${describeCode(code)} (${code})`;
}

function describeCode(code: string): string {
  if (/CERT|SIGNATURE/.test(code)) return 'its certificate is not trusted';
  return /TLS|SSL|EPROTO/.test(code) ? 'it does not speak https there, or not in a way that Node does' : 'the connection broke';
}

/**
 * The meaning of a reply to a request that creates something. After `refused` and `unauthorized` nothing was created, so the request may be
 * sent in another form. After `unclear` something may have been created, or the service asks for fewer requests: nothing more is sent.
 */
type Verdict = 'accepted' | 'refused' | 'unauthorized' | 'unclear';

/** The statuses that say that the service did nothing. 408 and 409 are missing because another request may still be in progress. */
const REFUSALS: readonly number[] = [400, 402, 404, 405, 406, 410, 413, 415, 422];

/** Judges a reply by its status, and by the field `success` if the body has one. */
export function judgeReply(reply: Reply): Verdict {
  if (reply.kind === 'silence') return 'unclear';
  const { status } = reply;
  if (status >= 200 && status < 300) return getField(reply.body, 'success') === false ? 'refused' : 'accepted';
  if (status === 401 || status === 403) return 'unauthorized';
  return REFUSALS.includes(status) ? 'refused' : 'unclear';
}

/** Returns a field of a body; `undefined` if the body does not have it. */
export function getField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? new Map<string, unknown>(Object.entries(body)).get(name) : undefined;
}

/** Returns whether an identifier can be a path segment: not empty, and neither `.` nor `..`, which would lead to another path. */
export function isSegment(identifier: string): boolean {
  return !/^\.{0,2}$/.test(identifier);
}

/** Formats a reply: the status, and the service's message, in which the digits of the card and the token are redacted. */
export function formatReply(reply: Reply, card?: CardData): string {
  if (reply.kind === 'silence') return reply.reason;
  const message = cleanServiceMessage(getField(reply.body, 'message'), card);
  return message === undefined ? String(reply.status) : `${reply.status} "${message}"`;
}

/** Formats the names of a body's fields. A developer sees the shape of the response without its values, which may be secret. */
export function formatFieldNames(body: unknown): string {
  const names = typeof body === 'object' && body !== null ? Object.keys(body).slice(0, 20) : [];
  const safe = names.map((name) => cleanServiceMessage(name)).filter((name) => name !== undefined);
  return safe.length > 0 ? `its fields are ${safe.join(', ')}` : 'it is no JSON object';
}

/** Lists the HTTP methods that a response names in `Allow`, such as a 405 or a response to `OPTIONS`. */
export function listAllowed({ headers }: ServiceResponse): string[] {
  return (headers.get('Allow') ?? '')
    .split(',')
    .map((verb) => verb.trim().toUpperCase())
    .filter((verb) => verb !== '');
}
