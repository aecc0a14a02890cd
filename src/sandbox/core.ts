import { FaultPlans } from './faults/faults.js';
import { Holds } from './faults/holds.js';
import { KeyBook } from './idempotency.js';
import { GrantBook, createGrants } from './oauth/grant-book.js';
import { SignInPlans } from './oauth/sign-in-plans.js';
import { RequestLog } from './request-log.js';
import { TokenBook } from './tokens.js';
import type { Clock } from '../domain/clock.js';
import type { ServiceRecords, SandboxMemory } from './memory.js';
import type { ServiceVariant } from './variant.js';

/** The parts of a sandbox, as its modules share them. */
export interface SandboxCore {
  readonly basePath: string;
  readonly clock: Clock;
  readonly ledger: ServiceRecords;
  readonly tokens: TokenBook;
  readonly keys: KeyBook;
  readonly plans: FaultPlans;
  readonly grants: GrantBook;
  readonly signInPlans: SignInPlans;
  readonly holds: Holds;
  readonly log: RequestLog;
  variant: ServiceVariant;
}

/** Creates the parts of a sandbox, which continue from its memory; `memory.aheadMs` shifts the clock. */
export function createSandboxCore(basePath: string, baseClock: Clock, memory: SandboxMemory, variant: ServiceVariant): SandboxCore {
  const { ledger } = memory;
  const clock: Clock = {
    now: () => baseClock.now() + memory.aheadMs,
    schedule: (callback, delayMs) => baseClock.schedule(callback, delayMs),
  };
  const grants = (memory.grants ??= createGrants());
  const tokens = new TokenBook(memory.tokens, () => clock.now());
  return {
    basePath,
    clock,
    ledger,
    tokens,
    keys: new KeyBook(memory.answers),
    plans: new FaultPlans(memory.plans),
    grants: new GrantBook(grants, tokens, () => clock.now()),
    signInPlans: new SignInPlans(grants.plans),
    holds: new Holds(clock),
    log: new RequestLog(ledger, clock),
    variant,
  };
}
