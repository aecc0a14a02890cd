import { isOwnOrigin, parsePageUrl } from '../../client/http/page-origin.js';
import { checkServiceUrl } from '../../client/http/service-url.js';
import { CheckoutError } from '../../domain/errors.js';

/**
 * Explains in English why the address of a frame of card fields cannot be used, or returns `undefined` if it can. It must be an `https:` or
 * loopback URL of another origin than the page, without a fragment.
 */
export function checkFrameUrl(text: string): string | undefined {
  const url = parsePageUrl(text);
  if (!url) return 'Give the address of the frame, like frame-url="https://pay.provider.example/shop-1/v1/".';
  if (isOwnOrigin(url)) return "It is of this page's own origin, which isolates nothing: serve the frame from another one.";
  return checkServiceUrl(text) ?? (url.hash ? 'Leave out "#".' : undefined);
}

/** Parses an address that `checkFrameUrl` allows. Throws `invalid-config` for any other. */
export function parseFrameUrl(text: string): URL {
  const problem = checkFrameUrl(text);
  if (problem) throw new CheckoutError('invalid-config', `frame-url="${text}" cannot be used. ${problem}`);
  return new URL(text);
}
