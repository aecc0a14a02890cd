import { answerControl, CONTROL_SEGMENT } from './control.js';
import { allowOrigin, createPreflightAnswer, isPreflight } from './cors.js';
import { FaultPlans } from './faults/fault-plans.js';
import { Holds } from './faults/holds.js';
import { createMemory } from './state/memory.js';
import { applyPixAction, findPix } from './pix/pix-life.js';
import { RequestLog } from './state/request-log.js';
import { answerService } from './service.js';
import { ShiftedClock } from './state/shifted-clock.js';
import { TokenBook } from './state/tokens.js';
import { DEFAULT_VARIANT } from './variant.js';
import { deliverByFetch, notifyPaid } from './pix/webhook.js';
import type { Clock } from '../domain/clock.js';
import type { FaultName, FaultParams } from './faults/faults.js';
import type { HeldRequest } from './faults/holds.js';
import type { IssuedToken } from './state/tokens.js';
import type { Ledger, Peer, PixRecord } from './state/ledger.js';
import type { Operation } from './operations.js';
import type { PixAction } from './pix/pix-life.js';
import type { SandboxMemory } from './state/memory.js';
import type { ServiceVariant } from './variant.js';
import type { Deliver } from './pix/webhook.js';

/** Settings of a sandbox: how it plays the service, and what it works with. */
export interface SandboxOptions extends Partial<ServiceVariant> {
  /** Path in front of the service's paths, with both slashes. Default `/`. */
  basePath?: string;
  /** Time; the system's by default. */
  clock?: Clock;
  /** How webhook notices are sent; by `fetch` by default. */
  deliver?: Deliver;
  /** What an earlier sandbox had in mind: this one goes on from there, and keeps what happens in it. Empty by default. */
  memory?: SandboxMemory;
}

/** A copy of what the sandbox remembers, and what it keeps waiting. */
export interface SandboxState extends Ledger {
  pending: HeldRequest[];
}

/** The payments service, in memory. Call it like `fetch`; a broken connection is a rejection. */
export interface Sandbox {
  (request: Request, peer?: Peer): Promise<Response>;
  /** Hands out a bearer token; `expiresIn` in seconds. */
  issueToken(options?: { expiresIn?: number | undefined }): IssuedToken;
  /** Makes every token worthless. */
  revokeTokens(): void;
  /** Spoils the next `times` (1) requests of an operation. See `faultKinds` for names and parameters. */
  fault(operation: Operation, name: FaultName, params?: FaultParams & { times?: number }): void;
  /** Forgets the faults that still wait. */
  clearFaults(): void;
  /** Lets every request that is kept waiting go on; answers how many did. */
  release(): number;
  /** What happened so far, as a copy. */
  state(): SandboxState;
  /** Does something to a Pix charge, by default the latest; `undefined` where there is none. */
  actOnPix(action: PixAction, id?: string): PixRecord | undefined;
  /** Pays a Pix charge, also after its expiry; by default the latest. */
  settlePix(id?: string): PixRecord | undefined;
  /** The service's time, epoch ms. */
  now(): number;
  /** Sets the service's clock so far ahead of the given one, or behind it: tokens end, Pix codes expire, answers are dated by it. */
  setClock(aheadMs: number): void;
  /** Changes how the service is played. */
  configure(changes: Partial<ServiceVariant>): void;
}

/** The parts of a sandbox, as its modules share them. */
export interface SandboxCore {
  readonly basePath: string;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly tokens: TokenBook;
  readonly plans: FaultPlans;
  readonly holds: Holds;
  readonly log: RequestLog;
  variant: ServiceVariant;
}

const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  schedule: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

const NO_PEER: Peer = { connection: 0, ordinal: 0 };

/** Makes a sandbox with a memory of its own. */
export function createSandbox({
  basePath = '/',
  clock: baseClock = SYSTEM_CLOCK,
  deliver = deliverByFetch,
  memory = createMemory(),
  ...variant
}: SandboxOptions = {}): Sandbox {
  const { ledger } = memory;
  const clock = new ShiftedClock(baseClock, memory);
  const core: SandboxCore = {
    basePath,
    clock,
    ledger,
    tokens: new TokenBook(memory.tokens, () => clock.now()),
    plans: new FaultPlans(memory.plans),
    holds: new Holds(clock),
    log: new RequestLog(ledger, clock),
    variant: { ...DEFAULT_VARIANT, ...variant },
  };
  const actOnPix = (action: PixAction, id?: string): PixRecord | undefined => {
    const record = findPix(ledger, id);
    if (record && applyPixAction(record, action, clock)) void notifyPaid({ record, variant: core.variant, ledger, clock, deliver });
    return record;
  };
  const sandbox: Sandbox = Object.assign((request: Request, peer: Peer = NO_PEER) => answer(request, peer, { core, sandbox }), {
    issueToken: (options: { expiresIn?: number | undefined } = {}) => core.tokens.issue(options.expiresIn ?? core.variant.tokenLifeSeconds),
    revokeTokens: () => core.tokens.revokeAll(),
    fault: (operation: Operation, name: FaultName, { times = 1, ...params }: FaultParams & { times?: number } = {}) =>
      core.plans.add(operation, { name, params }, times),
    clearFaults: () => core.plans.clear(),
    release: () => core.holds.release(),
    state: () => ({ ...structuredClone(ledger), pending: core.holds.pending }),
    actOnPix,
    settlePix: (id?: string) => actOnPix('settle', id),
    now: () => clock.now(),
    setClock: (aheadMs: number) => {
      memory.aheadMs = aheadMs;
    },
    configure: (changes: Partial<ServiceVariant>) => {
      core.variant = { ...core.variant, ...changes };
    },
  });
  return sandbox;
}

async function answer(request: Request, peer: Peer, { core, sandbox }: { core: SandboxCore; sandbox: Sandbox }): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname.startsWith(core.basePath) ? pathname.slice(core.basePath.length) : pathname.slice(1);
  if (path.startsWith(CONTROL_SEGMENT)) return answerControl(request, path.slice(CONTROL_SEGMENT.length), { core, sandbox });
  if (isPreflight(request)) return createPreflightAnswer(request, core.variant.cors);
  const { response, isOpaque } = await answerService(request, { path, peer, core });
  response.headers.set('Date', new Date(core.clock.now()).toUTCString());
  return isOpaque || core.variant.cors === 'missing' ? response : allowOrigin(response, request);
}
