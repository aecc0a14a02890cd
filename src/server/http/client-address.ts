import type { ShopServerOptions } from '../options.js';
import { hashText } from './hash.js';
import { findNetwork } from './network-address.js';
import { recallAddress } from './request-address.js';

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
