/** The global object of a page or a worker, which has the address of this code. Node's global object does not. */
const scope: { readonly location?: Location; readonly origin?: string; readonly isSecureContext?: boolean } = globalThis;

/**
 * Returns the base address of relative URLs; `undefined` if there is none. A frame with `srcdoc` has its parent's origin. A file has no
 * origin, nor has such a frame in a sandbox: it is named `null`.
 */
function pageAddress(): string | undefined {
  const href = scope.location?.href;
  if (href?.startsWith('http')) return href;
  return scope.origin === 'null' ? undefined : scope.origin;
}

/** Parses an absolute URL, or one relative to the page. Returns `undefined` for any other text. */
export function parsePageUrl(text: string): URL | undefined {
  try {
    return new URL(text, pageAddress());
  } catch {
    return undefined;
  }
}

/**
 * Normalizes the address of a service, so that settings, requests and the keys of orders have the same text. The result is absolute, with
 * scheme, host, port and path as `URL` writes them, and a slash at the end. Returns `undefined` for a text that is no address.
 */
export function normalizeBaseUrl(text: string): string | undefined {
  const url = parsePageUrl(text);
  if (url && !url.pathname.endsWith('/')) url.pathname += '/';
  return url?.href;
}

/** True if a URL is of the page's own origin. A sandboxed frame has no origin of its own. */
export function isOwnOrigin({ origin }: URL): boolean {
  return origin === scope.origin && origin !== 'null';
}

/** True if a URL's host is this machine: `localhost` and names below it, 127.0.0.0/8, `[::1]`. */
export function isLoopback({ hostname }: URL): boolean {
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** True if the browser treats the page as insecure: `http:` on a public host. */
export function isInsecurePage(): boolean {
  return scope.isSecureContext === false;
}
