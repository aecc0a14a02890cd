import { FaultPlans } from './faults/faults.js';
import { Holds } from './faults/holds.js';
import { IdempotencyStore } from './idempotency.js';
import { GrantStore, createGrants } from './oauth/grant-store.js';
import { SignInPlans } from './oauth/sign-in-plans.js';
import { RequestLog } from './request-log.js';
import { TokenStore } from './tokens.js';
import type { Clock } from '../domain/clock.js';
import type { ServiceRecords, SandboxMemory } from './memory.js';
import type { ServiceVariant } from './variant.js';

/** The parts of a sandbox that its modules share. */
export interface SandboxCore {
  readonly basePath: string;
  readonly clock: Clock;
  /** The service's records: its charges, cards, requests and notices. */
  readonly ledger: ServiceRecords;
  readonly firstIdentifier: number;
  readonly tokens: TokenStore;
  readonly idempotency: IdempotencyStore;
  readonly faultPlans: FaultPlans;
  readonly grants: GrantStore;
  readonly signInPlans: SignInPlans;
  readonly holds: Holds;
  readonly log: RequestLog;
  variant: ServiceVariant;
}

/**
 * Creates the parts of a sandbox, which continue from its memory and write to it. Adds `memory.grants` if an older sandbox wrote the memory
 * without them. `memory.aheadMs` shifts the clock.
 */
export function createSandboxCore(basePath: string, baseClock: Clock, memory: SandboxMemory, variant: ServiceVariant): SandboxCore {
  const { ledger } = memory;
  const clock: Clock = {
    now: () => baseClock.now() + memory.aheadMs,
    schedule: (callback, delayMs) => baseClock.schedule(callback, delayMs),
  };
  const grants = (memory.grants ??= createGrants());
  const tokens = new TokenStore(memory.tokens, () => clock.now());
  return {
    basePath,
    clock,
    ledger,
    firstIdentifier: memory.firstIdentifier ?? 700_000_001,
    tokens,
    idempotency: new IdempotencyStore(memory.answers),
    faultPlans: new FaultPlans(memory.plans),
    grants: new GrantStore(grants, tokens, () => clock.now()),
    signInPlans: new SignInPlans(grants.plans),
    holds: new Holds(clock),
    log: new RequestLog(ledger, clock),
    variant,
  };
}
