/** The global object of a page or a worker, which knows where this code runs; Node's does not. */
const scope: { readonly location?: Location; readonly origin?: string; readonly isSecureContext?: boolean } = globalThis;

/** The address that relative URLs are read against; `undefined` where there is no page. A frame's `srcdoc` has its parent's origin. */
function pageAddress(): string | undefined {
  const href = scope.location?.href;
  return href?.startsWith('http') ? href : scope.origin;
}

/** Reads an absolute URL, or one relative to the page. `undefined` when it is neither. */
export function parsePageUrl(text: string): URL | undefined {
  try {
    return new URL(text, pageAddress());
  } catch {
    return undefined;
  }
}

/**
 * Writes the address of a service the one way that names it: absolute, as `URL` writes scheme, host, port and path, with a slash at its
 * end. Settings, requests and the keys of orders share it. `undefined` for what is no address.
 */
export function normalizeBaseUrl(text: string): string | undefined {
  const url = parsePageUrl(text);
  if (url && !url.pathname.endsWith('/')) url.pathname += '/';
  return url?.href;
}

/** True if a URL is of the page's own origin. A sandboxed frame has none of its own. */
export function isOwnOrigin({ origin }: URL): boolean {
  return origin === scope.origin && origin !== 'null';
}

/** True if the browser calls the page insecure: `http:` on a public host. */
export function isInsecurePage(): boolean {
  return scope.isSecureContext === false;
}
