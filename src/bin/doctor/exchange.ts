import { parseJson, readBody } from '../../client/http/read-body.js';
import { defaultProfile } from '../../client/profile/default-profile.js';
import { describeBreak } from './describe-break.js';

/** How a request carries the token: `Bearer TOKEN`, the bare token, or not at all. */
export type AuthorizationForm = 'bearer' | 'jwt' | 'none';

/** One request of the doctor. */
export interface DoctorRequest {
  method: 'GET' | 'OPTIONS' | 'POST' | 'DELETE';
  /** Below the base URL. */
  path: string;
  /** Default `bearer`. */
  authorization?: AuthorizationForm;
  /** Sent as JSON. */
  body?: object;
  headers?: Readonly<Record<string, string>>;
  /** How long the response may take, ms. Default: what the default profile lets any call but a charge take. */
  limitMs?: number;
}

/** A whole response. */
export interface ServiceResponse {
  kind: 'response';
  status: number;
  headers: Headers;
  /** The body as text; `undefined` where it is too long. */
  text: string | undefined;
  /** The body as JSON; `undefined` where it is none. */
  body: unknown;
}

/** A response, or that none came and why. */
export type Reply = ServiceResponse | { kind: 'silence'; reason: string };

/** The service, one request at a time. No redirect is followed, since a token must not go to another address. */
export class ServiceExchange {
  readonly baseUrl: URL;
  readonly #token: string;
  readonly #signal: AbortSignal;

  constructor({ baseUrl, token, signal }: { baseUrl: URL; token: string; signal: AbortSignal }) {
    this.baseUrl = baseUrl;
    this.#token = token;
    this.#signal = signal;
  }

  /** Sends a request once. Never rejects. */
  async send(request: DoctorRequest): Promise<Reply> {
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
      return { kind: 'silence', reason: describeBreak(error, limitMs) };
    }
  }
}
