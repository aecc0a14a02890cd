import { CheckoutError } from '../../domain/errors.js';
import { isOwnOrigin, normalizeBaseUrl, parsePageUrl } from './page-origin.js';

/** True if a host is this very machine: `localhost` and names below it, 127.0.0.0/8, `[::1]`. */
export function isLoopback({ hostname }: URL): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Says in English why a URL may be given neither a card nor a token, or `undefined` when it may: `https:`, loopback, or a
 * path of the page's own origin.
 */
export function checkServiceUrl(text: string): string | undefined {
  return findProblem(parsePageUrl(text));
}

function findProblem(url: URL | undefined): string | undefined {
  if (!url) return 'Give a whole address, like "https://payments.example/", or a path of this page, like "/payments/".';
  if (url.username || url.password) return 'Take the user name and password out.';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && (isLoopback(url) || isOwnOrigin(url)));
  return isSafe ? undefined : "Use https: (http: is for localhost and the page's own origin).";
}

/** Reads an address that `checkServiceUrl` allows. `setting` is its name in the error, which is `invalid-config`. */
export function parseServiceUrl(text: string, setting: string): URL {
  const url = typeof text === 'string' ? parsePageUrl(text) : undefined;
  const problem = findProblem(url);
  if (!url || problem) throw new CheckoutError('invalid-config', `${setting} cannot be used. ${problem}`);
  return url;
}

/** Reads the base URL, with a slash at its end, below which the profile's paths lie. */
export function parseBaseUrl(text: string): URL {
  const url = parseServiceUrl(typeof text === 'string' ? (normalizeBaseUrl(text) ?? text) : text, 'baseUrl');
  if (url.search || url.hash) throw new CheckoutError('invalid-config', 'baseUrl cannot be used. Leave out "?" and "#".');
  return url;
}

/** An identifier as one segment of a path. What would lead to another path (nothing, `.`, `..`) is refused as `invalid-input`. */
export function formatPathSegment(identifier: string): string {
  if (/^\.{0,2}$/.test(identifier)) throw new CheckoutError('invalid-input', 'The identifier is empty or no name.');
  return encodeURIComponent(identifier);
}
