import type { Configuration, CustomFetch, TokenEndpointResponse } from 'openid-client';
import { parseJson, readBody } from '../../../client/http/read-body.js';
import { REQUEST_RULES } from '../../../client/http/request-rules.js';
import { parseRetryAfter } from '../../../client/http/retry-after.js';
import { CheckoutError, isCheckoutError } from '../../../domain/errors.js';
import { once } from '../../../domain/once.js';
import { isTokenText } from '../token-provider.js';
import type { TokenGrant } from './connection-keeper.js';
import type { OauthSettings } from './oauth-options.js';

type OpenidClient = Awaited<ReturnType<typeof importClient>>;

const importClient = () => import('openid-client');

/** The library by which OAuth 2.0 is spoken, a peer that only shops with `oauthTokens` install. Rejects with `invalid-config` where it is missing. */
export async function loadOpenidClient(load = importClient): Promise<OpenidClient> {
  try {
    return await load();
  } catch {
    throw new CheckoutError('invalid-config', 'oauthTokens needs the package openid-client, version 6: npm install openid-client@6');
  }
}

/** A sign-in that is to begin. */
export interface SignInStart {
  /** Where the person signs in. */
  url: URL;
  /** The secret of PKCE, by which the code is good for nobody else (RFC 7636). */
  verifier: string;
}

/** A sign-in that came back. */
export interface SignInReturn {
  code: string;
  state: string;
  verifier: string;
  /** The very one that it began with. */
  redirectUri: string;
}

/** The service's authorization server: where people sign in, and what codes and refresh tokens are exchanged for. */
export class AuthorizationServer {
  readonly #settings: OauthSettings;
  readonly #now: () => number;
  readonly #load: () => Promise<OpenidClient>;

  constructor(settings: OauthSettings, now: () => number, load = once(() => loadOpenidClient())) {
    this.#settings = settings;
    this.#now = now;
    this.#load = load;
  }

  /** Whether the library is there: rejects with `invalid-config`. */
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
      ...(scope !== undefined && { scope }),
    });
    return { url, verifier };
  }

  /** Exchanges the code of a sign-in. */
  exchange({ code, state, verifier, redirectUri }: SignInReturn): Promise<TokenGrant> {
    // Of what came back only this: an `iss` of the only authorization server there is says nothing, and nobody documents it.
    const url = new URL(redirectUri);
    url.search = new URLSearchParams({ code, state }).toString();
    return this.#ask('token', (client, configuration) =>
      client.authorizationCodeGrant(configuration, url, { expectedState: state, pkceCodeVerifier: verifier }),
    );
  }

  /** Exchanges a refresh token. Where the answer has no new one, the old one stays good. */
  async refresh(refreshToken: string): Promise<TokenGrant> {
    const grant = await this.#ask('refresh', (client, configuration) => client.refreshTokenGrant(configuration, refreshToken));
    return grant.status === 'granted' ? { ...grant, tokens: { refreshToken, ...grant.tokens } } : grant;
  }

  async #ask(
    endpoint: 'token' | 'refresh',
    exchange: (client: OpenidClient, configuration: Configuration) => Promise<TokenEndpointResponse>,
  ): Promise<TokenGrant> {
    let facts: TokenAnswerFacts | undefined;
    const askedAt = this.#now();
    try {
      const client = await this.#load();
      const configuration = this.#configure(client, endpoint);
      configuration[client.customFetch] = createTokenFetch((answered) => (facts = answered), this.#now);
      return readGrant(await exchange(client, configuration), askedAt);
    } catch (error) {
      if (isCheckoutError(error)) return { status: 'failed', message: error.message };
      return judgeFailure(endpoint, facts);
    }
  }

  /** The library refreshes at its token endpoint: for the service's own `/refresh` that is the token endpoint. */
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

function readGrant(
  { access_token: token, expires_in: life, refresh_token: refreshToken }: TokenEndpointResponse,
  askedAt: number,
): TokenGrant {
  if (!isTokenText(token)) return { status: 'failed', message: 'The service answered with a token that no header can carry.' };
  return {
    status: 'granted',
    tokens: {
      token,
      ...(life !== undefined && life > 0 && { expiresAt: askedAt + life * 1000 }),
      ...(refreshToken !== undefined && { refreshToken }),
    },
  };
}

/** What a failure means, by what was answered; the library's errors hold the answer, and end here. */
function judgeFailure(endpoint: string, facts: TokenAnswerFacts | undefined): TokenGrant {
  if (!facts) return { status: 'failed', message: `The service's /${endpoint} gave no answer that can be read.` };
  const { status, error, retryAfterMs: waitMs } = facts;
  if (error === 'invalid_grant' && (status === 400 || status === 401)) return { status: 'refused' };
  const isClient = error === 'invalid_client' || error === 'unauthorized_client';
  const hint = isClient ? ' (it does not know clientId, or clientSecret is wrong)' : status < 300 ? ' and not with tokens' : '';
  return { status: 'failed', message: `The service's /${endpoint} answered ${status}${hint}.`, ...(waitMs !== undefined && { waitMs }) };
}

/** What an answer of a token endpoint says of itself. */
export interface TokenAnswerFacts {
  status: number;
  /** The error code of OAuth 2.0 (RFC 6749, 5.2): `invalid_grant`. */
  error?: string;
  retryAfterMs?: number;
}

/**
 * A `fetch` for `openid-client` by this package's rules (no redirect, a cap on the answer's size), which gives it only what it is asked for:
 *
 * - `"refresh_token": null` says the same as none, and would be an error;
 * - an ID token is of no use here, and could not be verified: nobody documents the issuer;
 * - `WWW-Authenticate` beside a 401 would hide the error in the body. It is read here, where the body has none.
 */
export function createTokenFetch(onAnswer: (facts: TokenAnswerFacts) => void, now: () => number): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const form = body instanceof URLSearchParams ? body : null;
    const response = await globalThis.fetch(url, { ...REQUEST_RULES, method, headers, body: form, ...(signal && { signal }) });
    const fields = readFields(parseJson(await readBody(response)));
    const error = fields['error'] ?? readChallenge(response.headers.get('WWW-Authenticate'));
    const retryAfterMs = parseRetryAfter(response.headers.get('Retry-After'), now());
    onAnswer({
      status: response.status,
      ...(typeof error === 'string' && { error }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
    return Response.json(fields, { status: response.status });
  };
}

const FIELDS: readonly string[] = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'error'];

function readFields(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => FIELDS.includes(name) && value !== null && value !== ''));
}

/** The `error` of a challenge (RFC 6750, 3). */
function readChallenge(header: string | null): string | undefined {
  return /\berror="?([\w-]+)/.exec(header ?? '')?.[1];
}
