import { isLoopback, parsePageUrl } from '../../client/http/page-origin.js';

/**
 * Parses the address of a frame of card fields. Returns `undefined` if no frame may be loaded from it; `checkFrameUrl` then says why. It
 * must be a whole `https:` or loopback URL of another origin than the page, without credentials and without a fragment.
 */
export function parseFrameUrl(text: string): URL | undefined {
  const url = /^https?:\/\/[^#]+$/i.test(text) ? parsePageUrl(text) : undefined;
  if (!url || url.username || url.password || isOwnServer(url)) return undefined;
  return url.protocol === 'https:' || isLoopback(url) ? url : undefined;
}

/** True if a URL leads to the page's own server: dots at the end of the host make another origin of the same server. */
export function isOwnServer({ origin }: URL): boolean {
  const [own, other] = [self.origin, origin].map((each) => each.replace(/\.+(?=:|$)/, ''));
  return own === other;
}
