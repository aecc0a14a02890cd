import type { Ledger } from './ledger.js';
import { createLedgerMemory, type LedgerMemory } from './memory/ledger-memory.js';
import { createMemoryCards } from './memory/memory-cards.js';
import { createMemoryConnections } from './memory/memory-connections.js';
import { createMemoryCounts } from './memory/memory-counts.js';
import { createMemoryOrders } from './memory/memory-orders.js';
import { createMemoryPayments } from './memory/memory-payments.js';
import { createLocalNews } from './local-news.js';

export { createLedgerMemory, type LedgerMemory } from './memory/ledger-memory.js';

/**
 * A ledger in memory, for tests and for a demo without a server: one process, no SQL in `settled`.
 *
 * @param memory What it knows, changed in place: whoever stores it can go on with it later.
 */
export function memoryLedger(memory: LedgerMemory = createLedgerMemory()): Ledger {
  const news = createLocalNews();
  return {
    warning: 'The ledger is in memory: it forgets every order and payment when the process ends. A live shop uses PostgreSQL.',
    async start() {
      // There is nothing to begin.
    },
    async close() {
      news.clear();
    },
    async ping() {
      // It is always there.
    },
    async now() {
      return Date.now();
    },
    async distrust() {
      return undefined;
    },
    async trust() {
      // Nothing can be restored, so there is nothing to be trusted again.
    },
    ...createMemoryOrders(memory),
    ...createMemoryPayments(memory),
    ...createMemoryCards(memory),
    ...createMemoryConnections(memory),
    ...createMemoryCounts(memory),
    subscribe: news.subscribe,
    async announce(chargeId) {
      news.publish(chargeId);
    },
  };
}
