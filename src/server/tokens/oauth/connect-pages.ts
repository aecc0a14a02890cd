import * as z from 'zod/mini';
import { once } from '../../../domain/once.js';
import { parseJson, readBody } from '../../../client/http/read-body.js';
import { isOwnPage } from '../../http/origin.js';
import { createNotFound, respondProblem, RESPONSE_RULES, type ResponseHeaders } from '../../http/response.js';
import { createSecret, createSecretCookie, hashText, type SecretCookie } from '../../http/secret.js';
import { callInTime } from '../../time-limits.js';
import type { SealedBox } from '../sealed-box.js';
import type { ProviderContext } from '../token-provider.js';
import type { AuthorizationServer } from './authorization-server.js';
import { type ConnectFault, respondConnectFault, respondConfirmation } from './connect-html.js';
import type { ConnectionKeeper } from './connection-keeper.js';
import { isReturnPath, type OauthSettings } from './oauth-options.js';

/** The longest time of a sign-in, ms. */
const SIGN_IN_LIFE_MS = 600_000;

/** The dependencies of the pages. */
interface ConnectPagesOptions {
  settings: OauthSettings;
  server: AuthorizationServer;
  keeper: ConnectionKeeper;
  box: SealedBox;
  context: ProviderContext;
}

/** The data of a sign-in between its beginning and its end. */
const signInSchema = once(() =>
  z.object({
    /** The secret of PKCE. */
    verifier: z.string(),
    /** A hash of the secret in the browser's cookie. */
    cookieHash: z.string(),
    /** The path to which the browser goes at the end. */
    returnPath: z.string(),
    /** True if the person agreed to replace the account that is connected. */
    isReplacing: z.catch(z.boolean(), false),
  }),
);

type SignInData = z.infer<ReturnType<typeof signInSchema>>;

/**
 * The pages with which a clerk connects the shop. The state, the secret of PKCE and the cookie belong to one sign-in. It works once, for
 * ten minutes, in the browser that began it (RFC 9700, 2.1 and 4.7).
 */
export class ConnectPages {
  readonly #options: ConnectPagesOptions;
  readonly #cookie: SecretCookie;

  constructor(options: ConnectPagesOptions) {
    this.#options = options;
    this.#cookie = createSecretCookie('balcao-sign-in', options.context.publicOrigin);
  }

  /**
   * Handles the page on which a sign-in begins. `GET` begins a sign-in, or asks for confirmation if the shop is connected. `POST` is the
   * confirmation.
   */
  async connect(request: Request): Promise<Response> {
    if (!(await this.#isAllowed(request))) return createNotFound().toResponse();
    if (request.method === 'GET') return this.#begin(request);
    if (request.method === 'POST') return this.#confirm(request);
    return respondProblem(405, 'This page takes GET and POST.', { Allow: 'GET, POST' });
  }

  /** Handles the page to which the service sends the browser back. */
  async connected(request: Request): Promise<Response> {
    if (!(await this.#isAllowed(request))) return createNotFound().toResponse();
    if (request.method !== 'GET') return respondProblem(405, 'This page takes GET.', { Allow: 'GET' });
    const result = await this.#finish(request, new URL(request.url).searchParams);
    // An unknown state must not end another sign-in of this browser.
    const isOwn = 'returnPath' in result || (result.fault !== 'unknown' && result.fault !== 'foreign-browser');
    const headers = isOwn ? { 'Set-Cookie': this.#formatCookie('', 0) } : {};
    if ('returnPath' in result) return respondRedirect(`${this.#options.context.publicOrigin}${result.returnPath}`, headers);
    this.#options.context.report({ type: 'failure', operation: 'connect', message: `A sign-in came to nothing: ${result.fault}.` });
    return respondConnectFault(result.fault, headers);
  }

  async #isAllowed(request: Request): Promise<boolean> {
    // Any value but `true` means no: a promise that a shop forgot to await must not allow anything.
    const isAllowed: unknown = await callInTime('mayConnect', () => this.#options.settings.mayConnect(request));
    return isAllowed === true;
  }

  /** Begins a sign-in, or asks for confirmation if the shop is connected. */
  async #begin(request: Request): Promise<Response> {
    const { settings, keeper } = this.#options;
    const returnPath = new URL(request.url).searchParams.get('return') ?? settings.returnPath;
    if (!isReturnPath(returnPath)) return respondConnectFault('return-path');
    const secret = createSecret();
    if (!(await keeper.isConnected())) return this.#start({ secret, returnPath, isReplacing: false });
    const headers = { 'Set-Cookie': this.#formatCookie(secret, SIGN_IN_LIFE_MS / 1000) };
    return respondConfirmation({ proof: await hashText(secret), returnPath }, new URL(settings.authUrl).origin, headers);
  }

  /** Checks the confirmation, and begins a sign-in that replaces the connected account. */
  async #confirm(request: Request): Promise<Response> {
    const secret = this.#cookie.find(request);
    if (secret === undefined || !isOwnPage(request, this.#options.context.publicOrigin)) return respondConnectFault('foreign-page');
    const form = new URLSearchParams(await readBody(new Response(request.body)));
    if (form.get('proof') !== (await hashText(secret))) return respondConnectFault('foreign-page');
    const returnPath = form.get('return') ?? '';
    if (!isReturnPath(returnPath)) return respondConnectFault('return-path');
    return this.#start({ secret, returnPath, isReplacing: true });
  }

  /** Stores a sign-in, and redirects the browser to the service. */
  async #start({
    secret,
    returnPath,
    isReplacing,
  }: Pick<SignInData, 'returnPath' | 'isReplacing'> & { secret: string }): Promise<Response> {
    const { server, box, context } = this.#options;
    const state = createSecret();
    const { url, verifier } = await server.start(state, this.#redirectUri);
    const data: SignInData = { verifier, cookieHash: await hashText(secret), returnPath, isReplacing };
    const key = await hashText(state);
    await context.ledger.addSignIn({
      key,
      sealed: await box.seal(JSON.stringify(data), this.#boxName(key)),
      endsAt: context.now() + SIGN_IN_LIFE_MS,
    });
    return respondRedirect(url.href, { 'Set-Cookie': this.#formatCookie(secret, SIGN_IN_LIFE_MS / 1000) });
  }

  /** Checks the browser's return from a sign-in, and connects the shop with the tokens. */
  async #finish(request: Request, parameters: URLSearchParams): Promise<{ returnPath: string } | { fault: ConnectFault }> {
    const { server, keeper, box, context } = this.#options;
    const state = findSingle(parameters, 'state');
    if (state === undefined) return { fault: 'unknown' };
    const key = await hashText(state);
    const stored = await context.ledger.consumeSignIn(key, context.now());
    if (!stored || stored.endsAt <= context.now()) return { fault: 'unknown' };
    const { data: signIn } = signInSchema().safeParse(parseJson(await box.open(stored.sealed, this.#boxName(key))));
    if (!signIn) return { fault: 'unknown' };
    const secret = this.#cookie.find(request);
    if (secret === undefined || (await hashText(secret)) !== signIn.cookieHash) return { fault: 'foreign-browser' };
    const code = findSingle(parameters, 'code');
    if (code === undefined || parameters.has('error'))
      return { fault: parameters.get('error') === 'access_denied' ? 'denied' : 'not-granted' };

    const { verifier, returnPath, isReplacing } = signIn;
    const grant = await server.redeemCode({ code, state, verifier, redirectUri: this.#redirectUri });
    if (grant.status === 'failed') context.report({ type: 'failure', operation: 'connect', message: grant.message });
    if (grant.status !== 'granted') return { fault: 'not-granted' };
    return (await keeper.connect(grant.tokens, isReplacing)) ? { returnPath } : { fault: 'connected-meanwhile' };
  }

  /**
   * The redirect URI, exactly the same at the beginning and at the end of a sign-in (RFC 9700, 2.1). It is never taken from the request,
   * whose `Host` anybody can choose.
   */
  get #redirectUri(): string {
    const { context, settings } = this.#options;
    return `${context.publicOrigin}${context.basePath}${settings.connectedPath}`;
  }

  /** Formats the cookie of a sign-in. It is `Lax`, since the service sends the browser back by a navigation from another site. */
  #formatCookie(secret: string, lifeSeconds: number): string {
    const { name, security } = this.#cookie;
    return `${name}=${secret}; Max-Age=${lifeSeconds}; Path=/; HttpOnly; SameSite=Lax${security}`;
  }

  #boxName(key: string): string {
    return `sign-in ${this.#options.settings.name} ${key}`;
  }
}

/** Finds the value of a parameter that occurs once and is not empty. */
function findSingle(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name);
  return others.length === 0 && value ? value : undefined;
}

function respondRedirect(to: string, headers: ResponseHeaders): Response {
  return new Response(null, { status: 303, headers: { Location: to, 'Referrer-Policy': 'no-referrer', ...headers, ...RESPONSE_RULES } });
}
