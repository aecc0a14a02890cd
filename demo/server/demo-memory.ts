import { createMemory } from '../../src/sandbox/index.js';
import type { SandboxMemory } from '../../src/sandbox/index.js';
import type { ChargeMemory } from './charge-book.js';
import type { DemoOrder } from './order-book.js';

/** What the demo knows beside the shop's ledger, as plain data that can be cloned and stored. A real shop has a database. */
export interface DemoMemory {
  /** The payments service. */
  sandbox: SandboxMemory;
  /** Which charges are whose, as the service's own records would show. */
  charges: ChargeMemory;
  orders: Map<string, DemoOrder>;
  /** Customers who were given sample cards. */
  greeted: Set<string>;
}

/** The memory of a shop that nobody has been to. */
export function createDemoMemory(): DemoMemory {
  return { sandbox: createMemory(), charges: { attempts: new Map(), charged: new Map() }, orders: new Map(), greeted: new Set() };
}

/** What may be stored: everything but the requests as they came, which have card numbers in them. */
export function withoutCards(memory: DemoMemory): DemoMemory {
  const { sandbox } = memory;
  return { ...memory, sandbox: { ...sandbox, ledger: { ...sandbox.ledger, requests: [], collected: [] } } };
}
