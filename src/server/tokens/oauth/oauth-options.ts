import { parseServiceUrl } from '../../../client/http/service-url.js';
import { CheckoutError } from '../../../domain/errors.js';
import { checkLimitMs } from '../token-provider.js';

/** Settings of a connection with the service by OAuth 2.0. */
export interface OauthTokensOptions {
  /** Below it are `/authorize`, `/token` and `/refresh`: an absolute address, `https:` or loopback. */
  authUrl: string;
  clientId: string;
  /** From the environment. Without one the shop is a public client, which PKCE alone protects. */
  clientSecret?: string;
  /** How the secret goes over the wire: by HTTP Basic, which RFC 6749, 2.3.1 demands of every service, or in the form. Default `basic`. */
  clientAuthentication?: 'basic' | 'form';
  /** Default: none is asked for. */
  scope?: string;
  /**
   * What the tokens are encrypted with in the database: 32 bytes in base64 (`openssl rand -base64 32`), from the environment. With several, the
   * first encrypts and all decrypt.
   */
  key: string | readonly string[];
  /**
   * Whether whoever sent this request may connect the shop: the shop's own check of a clerk's session. It is asked at the beginning of a sign-in
   * and when the service sends the browser back, which is a navigation from another site: a session cookie that is `SameSite=Strict` is not in it.
   */
  mayConnect: (request: Request) => Promise<boolean> | boolean;
  /** Where a sign-in begins, below the server's base path. Default `connect`. */
  connectPath?: string;
  /** Where the service sends the browser back to, below the base path. Default `connected`. The service must know this address. */
  connectedPath?: string;
  /** Where the browser goes at the end, a path of the own origin; `?return=/path` at the beginning says another. Default `/`. */
  returnPath?: string;
  /** The name of the connection in the database. Default `oauth`. */
  name?: string;
  /** How long the service may take for tokens, ms: from 1 to 60 s. Default 10 s. */
  limitMs?: number;
}

/** The settings, complete and checked. */
export type OauthSettings = Required<Omit<OauthTokensOptions, 'clientSecret' | 'scope' | 'key'>> &
  Pick<OauthTokensOptions, 'clientSecret' | 'scope'>;

/** Checks the settings but for the key, and completes them. `authUrl` has no slash at its end then. Throws `invalid-config`. */
export function checkOauthOptions({ key: _key, ...options }: OauthTokensOptions): OauthSettings {
  const settings: OauthSettings = {
    connectPath: 'connect',
    connectedPath: 'connected',
    returnPath: '/',
    name: 'oauth',
    limitMs: 10_000,
    clientAuthentication: 'basic',
    ...options,
  };
  const { clientId, mayConnect, connectPath, connectedPath, returnPath, name, limitMs } = settings;
  check(typeof mayConnect === 'function', 'mayConnect is missing: without it anybody could connect the shop with an account of their own.');
  check(typeof clientId === 'string' && clientId !== '', 'clientId is missing.');
  check(isPath(connectPath) && isPath(connectedPath), 'connectPath and connectedPath must be paths below the base path, like "connect".');
  check(connectPath !== connectedPath, 'connectPath and connectedPath must differ.');
  check(isReturnPath(returnPath), 'returnPath must be a path of the own origin, like "/".');
  check(/^[\w-]{1,64}$/.test(name), 'name must be of letters, digits, "-" and "_".');
  checkLimitMs(limitMs);
  return { ...settings, authUrl: parseAuthUrl(options.authUrl) };
}

function parseAuthUrl(text: string): string {
  check(URL.canParse(text), 'authUrl cannot be used. Give a whole address, like "https://auth.service.example/oauth".');
  const { href, search, hash } = parseServiceUrl(text, 'authUrl');
  check(!search && !hash, 'authUrl cannot be used. Leave out "?" and "#".');
  return href.replace(/\/$/, '');
}

function isPath(text: string): boolean {
  return /^[\w-]+(\/[\w-]+)*$/.test(text);
}

function check(isGood: boolean, problem: string): void {
  if (!isGood) throw new CheckoutError('invalid-config', problem);
}

/** Whether a text is a path of the own origin: one slash at its beginning, and nothing that a browser reads as another host (RFC 9700, 4.11). */
export function isReturnPath(text: string): boolean {
  // Browsers read "\" as "/", and leave out tabs and line breaks before they look.
  return /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) && new URL(text, 'https://shop.invalid').origin === 'https://shop.invalid';
}
