import { createLedgerMemory, memoryLedger } from '../../src/server/ledger/memory-ledger.js';
import { createShopServer, type ShopServer } from '../../src/server/shop-server.js';
import type { FetchHandler } from '../../src/sandbox/node.js';

/**
 * Shops' servers at `/__relay/ROOM/`, whose service is the room of that name at a breaking service: they charge for their pages, and break the
 * connection of each charge that they see for the first time, once it was answered. Every order costs R$ 149,90.
 */
export function createBreakingRelays(serviceOrigin: string): FetchHandler {
  const shops = new Map<string, ShopServer>();
  const seen = new Set<string>();
  const open = (room: string, publicOrigin: string): ShopServer => {
    const baseUrl = `${serviceOrigin}/${room}/`;
    return createShopServer({
      service: { baseUrl },
      tokens: async () => (await fetch(`${baseUrl}__sandbox/token`, { method: 'POST', body: '{}' })).json(),
      orders: { find: (id) => ({ id, amountCents: 14_990 }), settled: () => Promise.resolve() },
      ledger: memoryLedger(createLedgerMemory()),
      publicOrigin,
      basePath: `/__relay/${room}/`,
      relayCards: true,
      limits: { declinesPerAddress: 10_000, declinesPerSession: 10_000 },
      onEvent: () => undefined,
      sweepEveryMs: 0,
    });
  };
  return async (request) => {
    const { origin, pathname } = new URL(request.url);
    const room = pathname.split('/')[2] ?? '';
    const shop = shops.get(room) ?? open(room, origin);
    shops.set(room, shop);
    const response = await shop(request);
    if (!pathname.endsWith('/card/processPayment') || seen.has(pathname)) return response;
    seen.add(pathname);
    throw new Error('The connection breaks here.');
  };
}
