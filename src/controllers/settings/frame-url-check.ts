import { parsePageUrl } from '../../client/http/page-origin.js';
import { checkServiceUrl } from '../../client/http/service-url.js';
import { CheckoutError } from '../../domain/errors.js';
import { isOwnServer, parseFrameUrl } from './frame-url.js';

/** Explains in English why the address of a frame of card fields cannot be used, or returns `undefined` if it can. */
export function checkFrameUrl(text: string): string | undefined {
  if (parseFrameUrl(text)) return undefined;
  const url = parsePageUrl(text);
  if (url && isOwnServer(url)) return "It is of this page's own origin, which isolates nothing: serve the frame from another one.";
  if (!/^https?:\/\/./i.test(text)) return 'Give the address of the frame, like frame-url="https://pay.provider.example/shop-1/v1/".';
  return checkServiceUrl(text) ?? 'Leave out "#".';
}

/** Parses an address that `checkFrameUrl` allows. Throws `invalid-config` for any other. */
export function requireFrameUrl(text: string): URL {
  const url = parseFrameUrl(text);
  if (url) return url;
  throw new CheckoutError('invalid-config', `frame-url="${text}" cannot be used. ${checkFrameUrl(text)}`);
}
