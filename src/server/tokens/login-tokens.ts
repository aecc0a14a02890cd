import { CheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { sendPlainRequest } from '../../client/http/plain-request.js';
import { parseServiceUrl } from '../../client/http/service-url.js';
import { isSuccess } from '../../client/http/status-error.js';
import { checkNames, refuseUndefined } from '../option-names.js';
import { keepTokens, type TokenCall } from './kept-token.js';
import { checkLimitMs, parseServiceToken, type ServiceToken, type TokenProvider } from './token-provider.js';

/** The token in the response to a login: alone, or with its life in seconds and its environment. */
export type LoginAnswer = string | { token: string; expiresIn?: number; environment?: string };

/** The settings of a login. */
export interface LoginTokensOptions {
  /** The URL of the login: absolute, `https:` or loopback. */
  url: string;
  /**
   * The body, which is sent as JSON, or a function that returns it at each login. Take secrets from the environment, never from the code.
   */
  body: object | (() => object | Promise<object>);
  /**
   * Parses the body of a successful response; `undefined` if it has no token. Default: `token` or `access_token`, with its life in
   * `expiresIn` or `expires_in`, seconds.
   */
  readToken?: (body: unknown) => LoginAnswer | undefined;
  /** The time limit of a login, ms: from 1 to 60 s. Default 10 s. */
  limitMs?: number;
}

/** The default time limit, ms. */
const DEFAULT_LIMIT_MS = 10_000;

/**
 * Creates a source of tokens by a login with a `POST` of JSON. Simultaneous callers in this process share one login. Its token is kept
 * while it has enough life or, if its life is unknown, until the service refuses it. After a failed login, calls are refused at once for a
 * second, then for two, up to a minute, or for as long as `Retry-After` requires. Errors and events contain nothing of the request, and
 * only the status of the response. Throws `invalid-config`.
 *
 * @example
 * const tokens = loginTokens({
 *   url: 'https://service.example/login',
 *   body: () => ({ email: process.env.SERVICE_EMAIL, password: process.env.SERVICE_PASSWORD }),
 * });
 * console.log(await tokens.health?.()); // 'ready'
 */
export function loginTokens(options: LoginTokensOptions): TokenProvider {
  checkNames('loginTokens', options, ['url', 'body', 'readToken', 'limitMs']);
  const { url: text, body, readToken = parseLoginAnswer, limitMs = DEFAULT_LIMIT_MS } = options;
  if (body === undefined) throw new CheckoutError('invalid-config', 'loginTokens: body is missing. Give what the login is sent.');
  if (body === null || (typeof body !== 'object' && typeof body !== 'function'))
    throw new CheckoutError('invalid-config', 'loginTokens: body cannot be used. Give an object, or a function that returns one.');
  if (typeof readToken !== 'function') throw new CheckoutError('invalid-config', 'loginTokens: readToken cannot be used. Give a function.');
  if (typeof body === 'object') refuseUndefined('loginTokens: body.', body, Object.keys(body));
  if (!URL.canParse(text)) throw new CheckoutError('invalid-config', 'url cannot be used. Give the whole address of the login.');
  const url = parseServiceUrl(text, 'url');
  const renew = async ({ signal }: TokenCall, now: () => number): Promise<ServiceToken> => {
    const sent = JSON.stringify(typeof body === 'function' ? await body() : body);
    const askedAt = now();
    const response = await sendPlainRequest({ url, method: 'POST', body: sent, signal });
    const { status, retryAfterMs } = response;
    if (!isSuccess(response)) {
      throw new CheckoutError('token-source', `The login was answered with ${status}.`, presentFields({ status, retryAfterMs }));
    }
    const token = parseServiceToken(readToken(response.body), askedAt);
    if (token) return token;
    throw new CheckoutError('token-source', `The login was answered with ${status} and no token that can be read.`, { status });
  };
  return keepTokens({ renew, isShared: true, keepsUnknownLife: true, limitMs: checkLimitMs(limitMs), operation: 'login' });
}

/** Parses the response to a login. Services send the life as a number or as its digits. */
function parseLoginAnswer(body: unknown): LoginAnswer | undefined {
  const { token, access_token, expiresIn, expires_in, environment }: Readonly<Record<string, unknown>> = Object(body);
  const text = token ?? access_token;
  if (typeof text !== 'string') return undefined;
  const life = Number(expiresIn ?? expires_in);
  return { token: text, ...(life > 0 && { expiresIn: life }), ...(typeof environment === 'string' && { environment }) };
}
