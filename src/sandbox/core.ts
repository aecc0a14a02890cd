import { FaultPlans } from './faults/fault-plans.js';
import { Holds } from './faults/holds.js';
import { KeyBook } from './state/key-book.js';
import { RequestLog } from './state/request-log.js';
import { ShiftedClock } from './state/shifted-clock.js';
import { GrantBook } from './oauth/grant-book.js';
import { createGrants } from './oauth/grants.js';
import { SignInPlans } from './oauth/sign-in-plans.js';
import { TokenBook } from './state/tokens.js';
import type { Clock } from '../domain/clock.js';
import type { Ledger } from './state/ledger.js';
import type { SandboxMemory } from './state/memory.js';
import type { ServiceVariant } from './variant.js';

/** The parts of a sandbox, as its modules share them. */
export interface SandboxCore {
  readonly basePath: string;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly tokens: TokenBook;
  readonly keys: KeyBook;
  readonly plans: FaultPlans;
  readonly grants: GrantBook;
  readonly signInPlans: SignInPlans;
  readonly holds: Holds;
  readonly log: RequestLog;
  variant: ServiceVariant;
}

/** What the parts of a sandbox are made from. */
export interface SandboxCoreOptions {
  basePath: string;
  /** The clock that `memory.aheadMs` shifts. */
  clock: Clock;
  memory: SandboxMemory;
  variant: ServiceVariant;
}

/** Makes the parts of a sandbox, which continue from what its memory holds. */
export function createSandboxCore({ basePath, clock: baseClock, memory, variant }: SandboxCoreOptions): SandboxCore {
  const { ledger } = memory;
  const clock = new ShiftedClock(baseClock, memory);
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
