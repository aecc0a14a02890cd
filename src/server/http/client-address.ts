import type { ShopServerOptions } from '../options.js';
import { hashText } from './secret.js';

/** Where the visitor's address is known from. */
export type AddressOptions = Pick<ShopServerOptions, 'addressOf' | 'trustProxy'>;

/**
 * The visitor's address as a hash, IPv6 by its /64: by the shop's `addressOf`, else with `trustProxy` what its proxy added to
 * `X-Forwarded-For`, else the connection's, where `toNodeListener` made the request. `undefined` where nobody knows it.
 */
export async function readClientAddress(request: Request, { addressOf, trustProxy = false }: AddressOptions): Promise<string | undefined> {
  const address = addressOf?.(request) ?? (trustProxy ? readForwarded(request) : recallAddress(request));
  const network = findNetwork(address ?? '');
  return network === undefined ? undefined : hashText(network);
}

/** The last entry is the proxy's own; those before it are whatever the visitor sent. */
function readForwarded(request: Request): string | undefined {
  return request.headers.get('X-Forwarded-For')?.split(',').at(-1);
}

/**
 * The network that an address stands for: IPv4 as it is, also where it is mapped into IPv6, and of IPv6 the /64, which is one household's or
 * one server's, whoever may take any address in it. A port, brackets and a zone are passed over. `undefined` for what is no address.
 */
export function findNetwork(address: string): string | undefined {
  const text = address.trim();
  const [, bracketed, plain = text] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(text) ?? [];
  const bare = bracketed ?? plain;
  return bare.includes(':') ? findIpv6Network(bare) : parseIpv4(bare)?.join('.');
}

function parseIpv4(text: string): number[] | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function findIpv6Network(text: string): string | undefined {
  const groups = parseIpv6(text.replace(/%.*$/, ''));
  if (!groups) return undefined;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an address, by the URL parser, which knows every way of writing it. */
function parseIpv6(text: string): number[] | undefined {
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]`)) return undefined;
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

const addresses = new WeakMap<Request, string>();

/** Remembers who is at the other end of a request's connection. The request itself says nothing of it. */
export function rememberAddress(request: Request, address: string): void {
  addresses.set(request, address);
}

/** Who is at the other end of a request's connection, where whoever made the request remembered it. */
export function recallAddress(request: Request): string | undefined {
  return addresses.get(request);
}
