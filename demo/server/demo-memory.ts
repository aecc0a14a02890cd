import { createMemory } from '../../src/sandbox/index.js';
import type { SandboxMemory } from '../../src/sandbox/index.js';
import type { ChargeMemory } from './charge-book.js';
import type { BankMemory } from './demo-bank.js';
import type { DemoOrder } from './order-book.js';

/** The demo's data except the shop's ledger, as plain data that can be cloned and stored. A real shop has a database. */
export interface DemoMemory {
  /** The memory of the payments service. */
  sandbox: SandboxMemory;
  /** The attempts of the charges, as a service's own records would show them. */
  charges: ChargeMemory;
  orders: Map<string, DemoOrder>;
  /** The books of the shop's bank. */
  bank: BankMemory;
  /** The customers who have received sample cards. */
  greeted: Set<string>;
}

/** Creates the memory of a new shop. */
export function createDemoMemory(): DemoMemory {
  return {
    sandbox: createMemory(),
    charges: { attempts: new Map(), charged: new Map() },
    orders: new Map(),
    bank: { isHybrid: true, boletos: [] },
    greeted: new Set(),
  };
}

/** Returns the memory without the recorded requests, which contain card numbers and must not be stored. */
export function withoutCards(memory: DemoMemory): DemoMemory {
  const { sandbox } = memory;
  return { ...memory, sandbox: { ...sandbox, ledger: { ...sandbox.ledger, requests: [], collected: [] } } };
}
