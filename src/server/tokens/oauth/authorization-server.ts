import { presentFields } from '../../../domain/present-fields.js';
import type { Configuration, CustomFetch, TokenEndpointResponse } from 'openid-client';
import { parseJson, readBody } from '../../../client/http/read-body.js';
import { REQUEST_RULES } from '../../../client/http/request-rules.js';
import { parseRetryAfter } from '../../../domain/retry-after.js';
import { CheckoutError, isCheckoutError } from '../../../domain/errors.js';
import { once } from '../../../domain/once.js';
import { isTokenText } from '../token-provider.js';
import type { TokenGrant } from './connection-keeper.js';
import type { OauthSettings } from './oauth-options.js';

type OpenidClient = Awaited<ReturnType<typeof importClient>>;

const importClient = () => import('openid-client');

/**
 * Loads the library for OAuth 2.0, a peer dependency that only shops with `oauthTokens` install. Rejects with `invalid-config` if it is
 * missing.
 */
export async function loadOpenidClient(load = importClient): Promise<OpenidClient> {
  try {
    return await load();
  } catch {
    throw new CheckoutError('invalid-config', 'oauthTokens needs the package openid-client, version 6: npm install openid-client@6');
  }
}

/** The beginning of a sign-in. */
interface SignInStart {
  /** The page on which the person signs in. */
  url: URL;
  /** The secret of PKCE: without it the code is useless (RFC 7636). */
  verifier: string;
}

/** The return of the browser from a sign-in. */
interface SignInReturn {
  code: string;
  state: string;
  verifier: string;
  /** The redirect URI with which the sign-in began. */
  redirectUri: string;
}

/** The service's authorization server: people sign in there, and it exchanges codes and refresh tokens for tokens. */
export class AuthorizationServer {
  readonly #settings: OauthSettings;
  readonly #now: () => number;
  readonly #load: () => Promise<OpenidClient>;

  constructor(settings: OauthSettings, now: () => number, load = once(() => loadOpenidClient())) {
    this.#settings = settings;
    this.#now = now;
    this.#load = load;
  }

  /** Loads the library. Rejects with `invalid-config` if it is missing. */
  async prepare(): Promise<void> {
    await this.#load();
  }

  /** Begins a sign-in: authorization code with PKCE by S256 (RFC 9700, 2.1.1). */
  async start(state: string, redirectUri: string): Promise<SignInStart> {
    const client = await this.#load();
    const { scope } = this.#settings;
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(this.#configure(client, 'token'), {
      redirect_uri: redirectUri,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...presentFields({ scope }),
      // Without it an OpenID provider ignores this scope, and gives no refresh token (OpenID Connect Core 1.0, 11).
      ...(scope?.split(' ').includes('offline_access') && { prompt: 'consent' }),
    });
    return { url, verifier };
  }

  /** Redeems the code of a sign-in for tokens. */
  redeemCode({ code, state, verifier, redirectUri }: SignInReturn): Promise<TokenGrant> {
    // Only these parameters are passed on: an `iss` is not documented, and is of no use with a single authorization server.
    const url = new URL(redirectUri);
    url.search = new URLSearchParams({ code, state }).toString();
    return this.#requestTokens('token', (client, configuration) =>
      client.authorizationCodeGrant(configuration, url, { expectedState: state, pkceCodeVerifier: verifier }),
    );
  }

  /** Redeems a refresh token for tokens. If the response has no new refresh token, the old one stays valid. */
  async refresh(refreshToken: string): Promise<TokenGrant> {
    const grant = await this.#requestTokens('refresh', (client, configuration) => client.refreshTokenGrant(configuration, refreshToken));
    return grant.status === 'granted' ? { ...grant, tokens: { refreshToken, ...grant.tokens } } : grant;
  }

  async #requestTokens(
    endpoint: 'token' | 'refresh',
    grant: (client: OpenidClient, configuration: Configuration) => Promise<TokenEndpointResponse>,
  ): Promise<TokenGrant> {
    let facts: TokenResponseFacts | undefined;
    const askedAt = this.#now();
    try {
      const client = await this.#load();
      const configuration = this.#configure(client, endpoint);
      configuration[client.customFetch] = createTokenFetch((received) => (facts = received), this.#now);
      return convertGrant(await grant(client, configuration), askedAt);
    } catch (error) {
      if (isCheckoutError(error)) return { status: 'failed', message: error.message };
      return convertFailure(endpoint, facts);
    }
  }

  /**
   * Creates the library's configuration. The library refreshes at its token endpoint, so the service's `/refresh` is configured as the
   * token endpoint.
   */
  #configure(client: OpenidClient, endpoint: 'token' | 'refresh'): Configuration {
    const { authUrl, clientId, clientSecret, clientAuthentication, limitMs } = this.#settings;
    const secretForm = clientAuthentication === 'form' ? client.ClientSecretPost : client.ClientSecretBasic;
    const metadata = { issuer: authUrl, authorization_endpoint: `${authUrl}/authorize`, token_endpoint: `${authUrl}/${endpoint}` };
    const authentication = clientSecret === undefined ? client.None() : secretForm(clientSecret);
    const configuration = new client.Configuration(metadata, clientId, undefined, authentication);
    configuration.timeout = limitMs / 1000;
    // Settings allow `http:` on loopback alone.
    if (authUrl.startsWith('http:')) client.allowInsecureRequests(configuration);
    return configuration;
  }
}

function convertGrant(
  { access_token: token, expires_in: life, refresh_token: refreshToken }: TokenEndpointResponse,
  askedAt: number,
): TokenGrant {
  if (!isTokenText(token)) return { status: 'failed', message: 'The service answered with a token that no header can carry.' };
  return {
    status: 'granted',
    tokens: {
      token,
      ...(life !== undefined && life > 0 && { expiresAt: askedAt + life * 1000 }),
      ...presentFields({ refreshToken }),
    },
  };
}

/** Converts a failure by the facts of the response. The library's errors contain the response, so they end here. */
function convertFailure(endpoint: string, facts: TokenResponseFacts | undefined): TokenGrant {
  if (!facts) return { status: 'failed', message: `The service's /${endpoint} gave no answer that can be read.` };
  const { status, error, retryAfterMs: waitMs } = facts;
  if (error === 'invalid_grant' && (status === 400 || status === 401)) return { status: 'refused' };
  const isClient = error === 'invalid_client' || error === 'unauthorized_client';
  const hint = isClient ? ' (it does not know clientId, or clientSecret is wrong)' : status < 300 ? ' and not with tokens' : '';
  return { status: 'failed', message: `The service's /${endpoint} answered ${status}${hint}.`, ...presentFields({ waitMs }) };
}

/** The facts of a token endpoint's response. */
interface TokenResponseFacts {
  status: number;
  /** The error code of OAuth 2.0 (RFC 6749, 5.2): `invalid_grant`. */
  error?: string;
  retryAfterMs?: number;
}

/**
 * Creates a `fetch` for `openid-client` by this package's rules (no redirect, a limit of the response's size). It passes on only the needed
 * fields:
 *
 * - `"refresh_token": null` means that there is none, and would be an error for the library;
 * - an ID token is of no use here, and could not be verified: the issuer is not documented;
 * - `WWW-Authenticate` beside a 401 would hide the error in the body. It is read here if the body has no error.
 */
function createTokenFetch(onResponse: (facts: TokenResponseFacts) => void, now: () => number): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const form = body instanceof URLSearchParams ? body : null;
    const response = await globalThis.fetch(url, { ...REQUEST_RULES, method, headers, body: form, ...(signal && { signal }) });
    const fields = selectFields(parseJson(await readBody(response)));
    const error = fields['error'] ?? parseChallenge(response.headers.get('WWW-Authenticate'));
    const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), now());
    onResponse({
      status: response.status,
      ...(typeof error === 'string' && { error }),
      ...presentFields({ retryAfterMs }),
    });
    return Response.json(fields, { status: response.status });
  };
}

const FIELDS: readonly string[] = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'error'];

function selectFields(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => FIELDS.includes(name) && value !== null && value !== ''));
}

/** Finds the `error` of a challenge (RFC 6750, 3). */
function parseChallenge(header: string | null): string | undefined {
  return /\berror="?([\w-]+)/.exec(header ?? '')?.[1];
}
