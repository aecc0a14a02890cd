import type { Ledger } from '../ledger/ledger.js';
import type { ShopServerOptions } from '../options.js';
import { createKeyedHash, createSecret } from './secret.js';

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
 * Finds the network of the visitor's address. The address comes from the shop's `addressOf`; else, with `trustProxy`, from the entry of
 * `X-Forwarded-For` that the outermost of the shop's proxies added; else from the connection, if `toNodeListener` created the request.
 * `undefined` if the address is unknown, or if it is no visitor's: all visitors share the address of a proxy.
 */
export function findVisitorNetwork(request: Request, { addressOf, trustProxy = false }: AddressOptions): string | undefined {
  // Each proxy adds the address that it was called from at the end; the visitor may have sent the entries before.
  const forwarded = request.headers.get('X-Forwarded-For')?.split(',').at(-Number(trustProxy));
  const address = addressOf?.(request) ?? (trustProxy ? forwarded : recallAddress(request));
  const network = typeof address === 'string' ? findNetwork(address) : undefined;
  return network === undefined || isInternal(network) ? undefined : network;
}

/** The IPv4 networks of no visitor: this machine, private, CGNAT, link-local, for tests of networks, multicast and reserved ones. */
const INTERNAL_IPV4 =
  /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|192\.0\.0|198\.1[89]|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|2(?:2[4-9]|[3-5]\d))\./;

/** The IPv6 networks of no visitor: this machine, local NAT64, unique-local, link-local, site-local and multicast ones. */
const INTERNAL_IPV6 = /^(?:0:0:0:0:|64:ff9b:1:|f[cd][\da-f]{2}:|fe[89a-f][\da-f]:|ff[\da-f]{2}:)/;

function isInternal(network: string): boolean {
  return INTERNAL_IPV4.test(network) || INTERNAL_IPV6.test(network);
}

/** The headers in which proxies name the visitor. */
const FORWARDING_HEADERS = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP'];

/**
 * Creates a check of requests that warns once: at the first request that a proxy seems to have passed on, if the settings name no proxy, or
 * find no visitor's address.
 */
export function createProxyCheck(options: AddressOptions, warn: (message: string) => void): (request: Request) => void {
  const { addressOf, trustProxy = false } = options;
  let isDone = addressOf !== undefined;
  return (request) => {
    if (isDone) return;
    const header = FORWARDING_HEADERS.find((name) => request.headers.has(name));
    if (header === undefined || (trustProxy && findVisitorNetwork(request, options) !== undefined)) return;
    isDone = true;
    const what = trustProxy
      ? `trustProxy is ${trustProxy}, but by it a request that came with ${header} has no visitor’s address`
      : `A request came with ${header}, so a proxy seems to be in front, but neither trustProxy nor addressOf is set`;
    warn(`${what}: limits take all visitors for one, or know no address. Set trustProxy to the number of your proxies, or give addressOf.`);
  };
}

/** The life of the key of addresses' hashes, ms. */
const KEY_LIFE_MS = 3_600_000;

/**
 * Creates the function that hashes a network, with a key that all instances share and that changes each hour. Counts by the hash thus begin
 * anew each hour at the latest, and nobody who has the database later finds an address by hashing all that there are.
 *
 * @param now Returns the time by the ledger's clock, epoch ms.
 */
export function createAddressHasher(ledger: Pick<Ledger, 'shareKey'>, now: () => number): (network: string) => Promise<string> {
  let current: { hash: (network: string) => Promise<string>; endsAt: number } | undefined;
  return async (network) => {
    if (!current || current.endsAt <= now()) {
      const { key, endsAt } = await ledger.shareKey('address', createSecret(), KEY_LIFE_MS, now());
      current = { hash: await createKeyedHash(key), endsAt };
    }
    return current.hash(network);
  };
}

/**
 * Finds the network of an address. This is an IPv4 address itself, even if it is mapped into IPv6 or translated (NAT64), and the /64 of an IPv6 address, since
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
  const isMapped = /^(?:0,0,0,0,0,65535|100,65435,0,0,0,0),/.test(groups.join());
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
