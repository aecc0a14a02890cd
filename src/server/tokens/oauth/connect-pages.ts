import { readBody } from '../../../client/http/read-body.js';
import { isOwnPage } from '../../http/origin.js';
import { respondNotFound, respondProblem, RESPONSE_RULES, type ResponseHeaders } from '../../http/response.js';
import { formatHex, hashText } from '../../http/secret.js';
import { callInTime } from '../../time-limits.js';
import type { SealedBox } from '../sealed-box.js';
import type { ProviderContext } from '../token-provider.js';
import type { AuthorizationServer } from './authorization-server.js';
import { type ConnectFault, respondConnectFault, respondQuestion } from './connect-html.js';
import type { ConnectionKeeper } from './connection-keeper.js';
import { isReturnPath, type OauthSettings } from './oauth-options.js';

/** How long a sign-in may take, ms. */
const SIGN_IN_LIFE_MS = 600_000;

/** What the pages work with. */
export interface ConnectPagesOptions {
  settings: OauthSettings;
  server: AuthorizationServer;
  keeper: ConnectionKeeper;
  box: SealedBox;
  context: ProviderContext;
}

/** What a sign-in is begun with. */
interface Beginning {
  secret: string;
  returnPath: string;
  /** Whether the person knows that another account is connected. */
  isReplacing: boolean;
}

/**
 * The pages by which a clerk connects the shop. State, secret of PKCE and cookie belong to one sign-in, which is good once, for ten minutes, in the
 * browser that began it (RFC 9700, 2.1 and 4.7).
 */
export class ConnectPages {
  readonly #options: ConnectPagesOptions;
  readonly #cookie: SignInCookie;

  constructor(options: ConnectPagesOptions) {
    this.#options = options;
    this.#cookie = createSignInCookie(options.context.publicOrigin, SIGN_IN_LIFE_MS);
  }

  /** `GET` begins, or asks first where the shop is connected; `POST` is the answer to that. */
  async connect(request: Request): Promise<Response> {
    if (!(await this.#isAllowed(request))) return respondNotFound();
    if (request.method === 'GET') return this.#begin(request);
    if (request.method === 'POST') return this.#goOn(request);
    return respondProblem(405, 'This page takes GET and POST.', { Allow: 'GET, POST' });
  }

  /** Where the service sends the browser back to. */
  async connected(request: Request): Promise<Response> {
    if (!(await this.#isAllowed(request))) return respondNotFound();
    if (request.method !== 'GET') return respondProblem(405, 'This page takes GET.', { Allow: 'GET' });
    const result = await this.#finish(request, new URL(request.url).searchParams);
    // A state of nobody's must not end the sign-in that this browser may be in.
    const isOwn = 'returnPath' in result || (result.fault !== 'unknown' && result.fault !== 'foreign-browser');
    const headers = isOwn ? { 'Set-Cookie': this.#cookie.clear() } : {};
    if ('returnPath' in result) return respondRedirect(`${this.#options.context.publicOrigin}${result.returnPath}`, headers);
    this.#options.context.report({ type: 'failure', operation: 'connect', message: `A sign-in came to nothing: ${result.fault}.` });
    return respondConnectFault(result.fault, headers);
  }

  async #isAllowed(request: Request): Promise<boolean> {
    // Anything but `true` is no: a promise that a shop forgot to await must not open this.
    const isAllowed: unknown = await callInTime('mayConnect', () => this.#options.settings.mayConnect(request));
    return isAllowed === true;
  }

  async #begin(request: Request): Promise<Response> {
    const { settings, keeper } = this.#options;
    const returnPath = new URL(request.url).searchParams.get('return') ?? settings.returnPath;
    if (!isReturnPath(returnPath)) return respondConnectFault('return-path');
    const secret = createSignInSecret();
    if (!(await keeper.isConnected())) return this.#start({ secret, returnPath, isReplacing: false });
    const headers = { 'Set-Cookie': this.#cookie.write(secret) };
    return respondQuestion({ proof: await hashText(secret), returnPath }, new URL(settings.authUrl).origin, headers);
  }

  async #goOn(request: Request): Promise<Response> {
    const secret = this.#cookie.read(request);
    if (secret === undefined || !isOwnPage(request, this.#options.context.publicOrigin)) return respondConnectFault('foreign-page');
    const form = new URLSearchParams(await readBody(new Response(request.body)));
    if (form.get('proof') !== (await hashText(secret))) return respondConnectFault('foreign-page');
    const returnPath = form.get('return') ?? '';
    if (!isReturnPath(returnPath)) return respondConnectFault('return-path');
    return this.#start({ secret, returnPath, isReplacing: true });
  }

  async #start({ secret, returnPath, isReplacing }: Beginning): Promise<Response> {
    const { server, box, context } = this.#options;
    const state = createSignInSecret();
    const { url, verifier } = await server.start(state, this.#redirectUri);
    const text = formatSignIn({ verifier, cookieHash: await hashText(secret), returnPath, isReplacing });
    const key = await hashText(state);
    await context.ledger.addSignIn({ key, sealed: await box.seal(text, this.#boxName(key)), endsAt: context.now() + SIGN_IN_LIFE_MS });
    return respondRedirect(url.href, { 'Set-Cookie': this.#cookie.write(secret) });
  }

  async #finish(request: Request, parameters: URLSearchParams): Promise<{ returnPath: string } | { fault: ConnectFault }> {
    const { server, keeper, box, context } = this.#options;
    const state = readSingle(parameters, 'state');
    if (state === undefined) return { fault: 'unknown' };
    const key = await hashText(state);
    const stored = await context.ledger.consumeSignIn(key, context.now());
    if (!stored || stored.endsAt <= context.now()) return { fault: 'unknown' };
    const signIn = parseSignIn(await box.open(stored.sealed, this.#boxName(key)));
    if (!signIn) return { fault: 'unknown' };
    const secret = this.#cookie.read(request);
    if (secret === undefined || (await hashText(secret)) !== signIn.cookieHash) return { fault: 'foreign-browser' };
    const code = readSingle(parameters, 'code');
    if (code === undefined || parameters.has('error'))
      return { fault: parameters.get('error') === 'access_denied' ? 'denied' : 'not-granted' };

    const { verifier, returnPath, isReplacing } = signIn;
    const grant = await server.exchange({ code, state, verifier, redirectUri: this.#redirectUri });
    if (grant.status === 'failed') context.report({ type: 'failure', operation: 'connect', message: grant.message });
    if (grant.status !== 'granted') return { fault: 'not-granted' };
    return (await keeper.connect(grant.tokens, isReplacing)) ? { returnPath } : { fault: 'connected-meanwhile' };
  }

  /** The same at both ends, to the letter (RFC 9700, 2.1): never from the request, whose `Host` anybody can say. */
  get #redirectUri(): string {
    const { context, settings } = this.#options;
    return `${context.publicOrigin}${context.basePath}${settings.connectedPath}`;
  }

  #boxName(key: string): string {
    return `sign-in ${this.#options.settings.name} ${key}`;
  }
}

/** A parameter that is there once, and not empty. */
function readSingle(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name);
  return others.length === 0 && value ? value : undefined;
}

function respondRedirect(to: string, headers: ResponseHeaders): Response {
  return new Response(null, { status: 303, headers: { Location: to, 'Referrer-Policy': 'no-referrer', ...headers, ...RESPONSE_RULES } });
}

/** 256 random bits. */
const SECRET_BYTES = 32;

/** The cookie that ties a sign-in to the browser that began it. */
export interface SignInCookie {
  /** The secret that a request brings; `undefined` where it brings none of our form. */
  read(request: Request): string | undefined;
  /** The `Set-Cookie` header that gives a browser this secret, for as long as a sign-in takes. */
  write(secret: string): string;
  /** The header that takes it away. */
  clear(): string;
}

/** A new secret. */
export function createSignInSecret(): string {
  return formatHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/**
 * `Lax`, since the service sends the browser back by a navigation from another site. `__Host-` binds it to this host alone; browsers take that
 * over https only, so on loopback it is without.
 */
export function createSignInCookie(publicOrigin: string, lifeMs: number): SignInCookie {
  const isSecure = publicOrigin.startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}balcao-sign-in`;
  const rules = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    read(request) {
      const pairs = (request.headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
      const values = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
      return values.find((value) => /^[\da-f]{64}$/.test(value));
    },
    write: (secret) => `${name}=${secret}; Max-Age=${Math.round(lifeMs / 1000)}; ${rules}`,
    clear: () => `${name}=; Max-Age=0; ${rules}`,
  };
}

/** What is known of a sign-in between its beginning and its end. */
export interface SignInFacts {
  /** The secret of PKCE. */
  verifier: string;
  /** A hash of the secret in the browser's cookie. */
  cookieHash: string;
  /** Where the browser goes at the end. */
  returnPath: string;
  /** Whether the person agreed to replace the account that is connected. */
  isReplacing: boolean;
}

/** The facts as the text that is encrypted. */
export function formatSignIn({ verifier, cookieHash, returnPath, isReplacing }: SignInFacts): string {
  return JSON.stringify({ verifier, cookieHash, returnPath, isReplacing });
}

/** Reads that text again; `undefined` where it is another. */
export function parseSignIn(text: string | undefined): SignInFacts | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: { [Key in keyof SignInFacts]?: unknown } = value;
  const { verifier, cookieHash, returnPath, isReplacing } = fields;
  const isWhole = typeof verifier === 'string' && typeof cookieHash === 'string' && typeof returnPath === 'string';
  return isWhole ? { verifier, cookieHash, returnPath, isReplacing: isReplacing === true } : undefined;
}
