import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { sendPlainRequest } from '../../client/http/plain-request.js';
import { parseServiceUrl } from '../../client/http/service-url.js';
import { isSuccess } from '../../client/http/status-error.js';
import { KeptToken } from './kept-token.js';
import {
  checkLimitMs,
  parseServiceToken,
  type ProviderContext,
  type ProviderHealth,
  type ServiceToken,
  type TokenProvider,
} from './token-provider.js';

/** A token as a login answers it: alone, or with its life in seconds and the service that it is of. */
export type LoginAnswer = string | { token: string; expiresIn?: number; environment?: string };

/** Settings of a login. */
export interface LoginTokensOptions {
  /** Where the login is: an absolute address, `https:` or loopback. */
  url: string;
  /** What is sent as JSON, or a function that returns it at each login: from the environment, never from the code. */
  body: object | (() => object | Promise<object>);
  /** Reads the body of a good answer; `undefined` for what has no token. Default: `token` or `access_token`, its life in `expiresIn` or `expires_in`, seconds. */
  readToken?: (body: unknown) => LoginAnswer | undefined;
  /** How long a login may take, ms: from 1 to 60 s. Default 10 s. */
  limitMs?: number;
}

/** Milliseconds. */
const DEFAULT_LIMIT_MS = 10_000;

/**
 * Tokens by a login with a `POST` of JSON. One login at a time in this process, for all who wait; its token is kept while it has life enough, or,
 * where nobody tells its life, until the service refuses it. After a login that failed nobody tries for a second, then two, up to a minute (or as
 * long as `Retry-After` asks): callers are refused at once meanwhile. Nothing of what is sent or answered is in any error or event but the status.
 * Throws `invalid-config`.
 */
export function loginTokens({ url: text, body, readToken = readDefault, limitMs = DEFAULT_LIMIT_MS }: LoginTokensOptions): TokenProvider {
  if (!URL.canParse(text)) throw new CheckoutError('invalid-config', 'url cannot be used. Give the whole address of the login.');
  const url = parseServiceUrl(text, 'url');
  let context: Pick<ProviderContext, 'now' | 'report'> = { now: () => Date.now(), report: () => undefined };

  const logIn = async (signal: AbortSignal): Promise<ServiceToken> => {
    const sent = JSON.stringify(typeof body === 'function' ? await body() : body);
    const askedAt = context.now();
    const response = await sendPlainRequest({ url, method: 'POST', body: sent, signal });
    const { status, retryAfterMs } = response;
    if (!isSuccess(response)) {
      throw new CheckoutError('token-source', `The login was answered with ${status}.`, presentFields({ status, retryAfterMs }));
    }
    const token = parseServiceToken(readToken(response.body), askedAt);
    if (token) return token;
    throw new CheckoutError('token-source', `The login was answered with ${status} and no token that can be read.`, { status });
  };

  const options = { renew: ({ signal }: { signal: AbortSignal }) => logIn(signal), keepsUnknownLife: true, operation: 'login' };
  const createKept = (): KeptToken => new KeptToken({ ...options, limitMs: checkLimitMs(limitMs) }, context);
  let kept = createKept();
  return {
    attach: ({ now, report }) => {
      context = { now, report };
      kept = createKept();
    },
    getToken: (need) => kept.get(need),
    health: () => Promise.resolve<ProviderHealth>(kept.isFailing ? 'failing' : 'ready'),
  };
}

/** Services send the life as a number, or as its digits. */
function readDefault(body: unknown): LoginAnswer | undefined {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const token = fields['token'] ?? fields['access_token'];
  if (typeof token !== 'string') return undefined;
  const life = Number(fields['expiresIn'] ?? fields['expires_in']);
  const { environment } = fields;
  return { token, ...(life > 0 && { expiresIn: life }), ...(typeof environment === 'string' && { environment }) };
}
