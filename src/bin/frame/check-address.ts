import { isLoopback } from '../../client/http/service-url.js';

/** What a policy can name: a header's list has no escapes, so that a host with `;` or `*` would write a policy of its own. */
const NAMED_HOST = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/;

/** Says what is wrong with the base URL of a service, and how to mend it; `undefined` where nothing is. */
export function checkService(service: unknown): string | undefined {
  const url = parseUrl(service);
  if (!url || !isSafe(url)) return 'must be the base URL of the service, like "https://payments.example/v1/" (http: is for this machine)';
  if (url.username || url.password) return 'must have no user name and no password in it';
  if (url.search || url.hash) return 'must have no "?" and no "#" in it';
  return checkHost(url);
}

/** Says what is wrong with an origin of a shop's pages, and how to mend it; `undefined` where nothing is. */
export function checkOrigin(origin: unknown): string | undefined {
  const url = parseUrl(origin);
  if (!url || !isSafe(url)) return 'must be an origin, like "https://shop.example" (http: is for this machine)';
  if (url.origin !== origin) return `must be scheme and host alone: "${url.origin}"`;
  return checkHost(url);
}

/** Whether an address that is in order is of this machine, and without https. */
export function isLocalHttp(address: string): boolean {
  return new URL(address).protocol === 'http:';
}

function parseUrl(text: unknown): URL | undefined {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
}

function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

function checkHost({ hostname }: URL): string | undefined {
  if (hostname.startsWith('[')) return 'must have a name or an IPv4 address: a Content-Security-Policy cannot name an IPv6 one';
  return NAMED_HOST.test(hostname) ? undefined : 'must have a host of letters, digits, "-", "_" and "." alone';
}
