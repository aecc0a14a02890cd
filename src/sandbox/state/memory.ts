import type { FaultPlan } from '../faults/fault-plans.js';
import { createLedger } from './ledger.js';
import type { Ledger } from './ledger.js';

/**
 * What a sandbox has in mind, as plain data that can be cloned and stored. `ledger.requests` and `ledger.collected` hold bodies as they
 * came, card numbers included: leave them out of what outlives a test.
 */
export interface SandboxMemory {
  ledger: Ledger;
  /** Tokens, and when they end, epoch ms. */
  tokens: Map<string, number>;
  /** Faults that wait for requests. */
  plans: FaultPlan[];
  /** How far the sandbox's clock is ahead of the one that it was given. */
  aheadMs: number;
}

/** The memory of a sandbox to which nothing has happened. */
export function createMemory(): SandboxMemory {
  return { ledger: createLedger(), tokens: new Map(), plans: [], aheadMs: 0 };
}
