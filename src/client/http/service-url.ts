import { CheckoutError } from '../../domain/errors.js';
import { isLoopback, isOwnOrigin, normalizeBaseUrl, parsePageUrl } from './page-origin.js';

/**
 * Describes in English why neither a card nor a token may be sent to a URL, or returns `undefined` if they may. Allowed are `https:`,
 * loopback, and a path of the page's own origin.
 */
export function checkServiceUrl(text: string): string | undefined {
  return findProblem(parsePageUrl(text));
}

/** Finds the problem of a URL for a card or a token. Returns it in English, or `undefined`. */
function findProblem(url: URL | undefined): string | undefined {
  if (!url) return 'Give a whole address, like "https://payments.example/", or a path of this page, like "/payments/".';
  if (url.username || url.password) return 'Take the user name and password out.';
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && (isLoopback(url) || isOwnOrigin(url)));
  return isSafe ? undefined : "Use https: (http: is for localhost and the page's own origin).";
}

/**
 * Parses an address that `checkServiceUrl` allows. Otherwise throws `invalid-config` whose message begins with `setting`, the name of the
 * setting.
 */
export function parseServiceUrl(text: string, setting: string): URL {
  const url = typeof text === 'string' ? parsePageUrl(text) : undefined;
  const problem = findProblem(url);
  if (!url || problem) throw new CheckoutError('invalid-config', `${setting} cannot be used. ${problem}`);
  return url;
}

/** Parses the base URL, with a slash at its end. The profile's paths are below it. */
export function parseBaseUrl(text: string): URL {
  const url = parseServiceUrl(typeof text === 'string' ? (normalizeBaseUrl(text) ?? text) : text, 'baseUrl');
  if (url.search || url.hash) throw new CheckoutError('invalid-config', 'baseUrl cannot be used. Leave out "?" and "#".');
  return url;
}

/**
 * Encodes an identifier as one segment of a path. Throws `invalid-input` for an identifier that would lead to another path (empty, `.`,
 * `..`).
 */
export function formatPathSegment(identifier: string): string {
  if (/^\.{0,2}$/.test(identifier)) throw new CheckoutError('invalid-input', 'The identifier is empty or no name.');
  return encodeURIComponent(identifier);
}
