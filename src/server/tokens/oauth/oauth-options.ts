import { parseServiceUrl } from '../../../client/http/service-url.js';
import { CheckoutError } from '../../../domain/errors.js';
import { checkNames, refuseUndefined } from '../../option-names.js';
import { checkLimitMs } from '../token-provider.js';

/** The settings of a connection with the service by OAuth 2.0. */
export interface OauthTokensOptions {
  /** The URL above `/authorize`, `/token` and `/refresh`: absolute, `https:` or loopback. */
  authUrl: string;
  clientId: string;
  /** The client's secret, from the environment. Without it the shop is a public client, which only PKCE protects. */
  clientSecret?: string;
  /** The place of the secret in a request: HTTP Basic, which RFC 6749, 2.3.1 requires of every service, or the form. Default `basic`. */
  clientAuthentication?: 'basic' | 'form';
  /** The requested scope. With `offline_access` a sign-in also asks for consent (`prompt=consent`). Default: none. */
  scope?: string;
  /**
   * The key by which the tokens are encrypted in the database: 32 bytes in base64 (`openssl rand -base64 32`), from the environment. With
   * several keys, the first one encrypts and all of them decrypt.
   */
  key: string | readonly string[];
  /**
   * Decides whether the sender of a request may connect the shop, by the shop's own check of a clerk's session. It is called when a sign-in
   * begins and when the service sends the browser back. The latter request is a navigation from another site, so it has no session cookie
   * with `SameSite=Strict`.
   */
  mayConnect: (request: Request) => Promise<boolean> | boolean;
  /** The path where a sign-in begins, below the server's base path. Default `connect`. */
  connectPath?: string;
  /** The path to which the service sends the browser back, below the base path. Default `connected`. The service must know this URL. */
  connectedPath?: string;
  /**
   * The path of the shop's origin to which the browser goes at the end. `?return=/path` at the beginning of a sign-in chooses another path.
   * Default `/`.
   */
  returnPath?: string;
  /** The name of the connection in the database. Default `oauth`. */
  name?: string;
  /** The time limit of the service for tokens, ms: from 1 to 60 s. Default 10 s. */
  limitMs?: number;
}

/** The settings, complete and checked. */
export type OauthSettings = Required<Omit<OauthTokensOptions, 'clientSecret' | 'scope' | 'key'>> &
  Pick<OauthTokensOptions, 'clientSecret' | 'scope'>;

/** The names of the settings. */
const NAMES: readonly (keyof OauthTokensOptions)[] = [
  ...(['authUrl', 'clientId', 'clientSecret', 'clientAuthentication', 'scope', 'key', 'mayConnect'] as const),
  ...(['connectPath', 'connectedPath', 'returnPath', 'name', 'limitMs'] as const),
];

/** Checks the settings except the key, and completes them. The resulting `authUrl` has no slash at its end. Throws `invalid-config`. */
export function checkOauthOptions(given: OauthTokensOptions): OauthSettings {
  checkNames('oauthTokens', given, NAMES);
  // Without a secret the shop would be a public client.
  refuseUndefined('oauthTokens: ', given, ['clientSecret', 'key']);
  const { key: _key, ...options } = given;
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

/**
 * Returns whether a text is a path of the shop's origin: one slash at its beginning, and nothing that a browser reads as another host (RFC
 * 9700, 4.11).
 */
export function isReturnPath(text: string): boolean {
  // Browsers read "\" as "/", and remove tabs and line breaks before they parse a URL.
  return /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) && new URL(text, 'https://shop.invalid').origin === 'https://shop.invalid';
}
