import type { FaultPlan } from '../faults/fault-plans.js';
import { createLedger } from './ledger.js';
import type { KeptAnswer } from './key-book.js';
import type { Grants } from '../oauth/grants.js';
import type { Ledger } from './ledger.js';

/**
 * The memory of a sandbox, as plain data that can be cloned and stored. `ledger.requests` and `ledger.collected` hold bodies as they came,
 * including card numbers: do not store them beyond a test.
 */
export interface SandboxMemory {
  ledger: Ledger;
  /** Tokens, and when they expire, epoch ms. */
  tokens: Map<string, number>;
  /** What charges with an idempotency key were answered, by key. */
  answers: Map<string, KeptAnswer>;
  /** Planned faults. */
  plans: FaultPlan[];
  /** Codes and refresh tokens of OAuth 2.0; absent in a memory of before the sandbox had them. */
  grants?: Grants;
  /** How far the sandbox's clock is ahead of the given one. */
  aheadMs: number;
}

/** Creates the memory of a new sandbox. */
export function createMemory(): SandboxMemory {
  return { ledger: createLedger(), tokens: new Map(), answers: new Map(), plans: [], aheadMs: 0 };
}
