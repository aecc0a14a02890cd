import type { ShopServerOptions } from '../options.js';
import { hashText } from './secret.js';

/** The settings that decide how a visitor's address is found. */
export type AddressOptions = Pick<ShopServerOptions, 'addressOf' | 'trustProxy'>;

/** The remote addresses of connections. A `Request` itself has none. */
const connectionAddresses = new WeakMap<Request, string>();

/** Stores the remote address of a request's connection. */
export function rememberAddress(request: Request, address: string): void {
  connectionAddresses.set(request, address);
}

/** Returns the remote address of a request's connection, if it was stored. */
export function recallAddress(request: Request): string | undefined {
  return connectionAddresses.get(request);
}

/**
 * Returns a hash of the visitor's address; of an IPv6 address its /64 counts. The address comes from the shop's `addressOf`; else, with
 * `trustProxy`, from the entry that the proxy added to `X-Forwarded-For`; else from the connection, if `toNodeListener` created the
 * request. `undefined` if the address is unknown.
 */
export async function findClientAddress(request: Request, { addressOf, trustProxy = false }: AddressOptions): Promise<string | undefined> {
  // The proxy adds the last entry; the visitor may have sent the others.
  const forwarded = request.headers.get('X-Forwarded-For')?.split(',').at(-1);
  const address = addressOf?.(request) ?? (trustProxy ? forwarded : recallAddress(request));
  const network = findNetwork(address ?? '');
  return network === undefined ? undefined : hashText(network);
}

/**
 * Finds the network of an address. This is an IPv4 address itself, even if it is mapped into IPv6, and the /64 of an IPv6 address, since
 * one household or server may use any address in it. A port, brackets and a zone are ignored. `undefined` for any other text.
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
  const [high = 0, low = 0] = groups.slice(6);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Parses an address into its eight groups, by the URL parser, which knows every notation. */
function parseIpv6(text: string): number[] | undefined {
  if (!/^[\da-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]`)) return undefined;
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
