import { handleControl, CONTROL_SEGMENT } from './control.js';
import { createSandboxCore } from './core.js';
import { allowOrigin, createPreflightAnswer, isPreflight } from './cors.js';
import { applyPixAction, findPix } from './pix/pix-life.js';
import { deliverByFetch, notifyPaid } from './pix/webhook.js';
import { handleService } from './service.js';
import { createMemory } from './state/memory.js';
import { DEFAULT_VARIANT } from './variant.js';
import type { Clock } from '../domain/clock.js';
import type { FaultName, FaultParams } from './faults/faults.js';
import type { SignInPlan } from './oauth/sign-in-plans.js';
import type { Operation } from './operations.js';
import type { PixAction } from './pix/pix-life.js';
import type { Deliver } from './pix/webhook.js';
import type { SandboxCore } from './core.js';
import type { Sandbox } from './sandbox.js';
import type { Peer, PixRecord } from './state/ledger.js';
import type { SandboxMemory } from './state/memory.js';
import type { ServiceVariant } from './variant.js';

/** Settings of a sandbox: the variant of the service, and what the sandbox works with. */
export interface SandboxOptions extends Partial<ServiceVariant> {
  /** Path in front of the service's paths, with both slashes. Default `/`. */
  basePath?: string;
  /** Time; the system's by default. */
  clock?: Clock;
  /** How webhook notices are sent; by `fetch` by default. */
  deliver?: Deliver;
  /** The memory of an earlier sandbox: this one continues from it and records into it. Empty by default. */
  memory?: SandboxMemory;
}

const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  schedule: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

const NO_PEER: Peer = { connection: 0, ordinal: 0 };

/** Makes a sandbox. */
export function createSandbox({
  basePath = '/',
  clock = SYSTEM_CLOCK,
  deliver = deliverByFetch,
  memory = createMemory(),
  ...variant
}: SandboxOptions = {}): Sandbox {
  const core = createSandboxCore({ basePath, clock, memory, variant: { ...DEFAULT_VARIANT, ...variant } });
  const actOnPix = (action: PixAction, id?: string): PixRecord | undefined => {
    const { ledger, clock: serviceClock, variant: played } = core;
    const record = findPix(ledger, id);
    if (record && applyPixAction(record, action, serviceClock))
      void notifyPaid({ record, variant: played, ledger, clock: serviceClock, deliver });
    return record;
  };
  const sandbox: Sandbox = Object.assign((request: Request, peer: Peer = NO_PEER) => handle(request, peer, { core, sandbox }), {
    issueToken: ({ expiresIn = core.variant.tokenLifeSeconds }: { expiresIn?: number | undefined } = {}) => {
      const { environment } = core.variant;
      return { ...core.tokens.issue(expiresIn), ...(environment !== 'none' && { environment }) };
    },
    revokeTokens: () => core.tokens.revokeAll(),
    fault: (operation: Operation, name: FaultName, { times = 1, ...params }: FaultParams & { times?: number } = {}) =>
      core.plans.add(operation, { name, params }, times),
    planSignIn: (plan: SignInPlan, times = 1) => core.signInPlans.add(plan, times),
    clearFaults: () => {
      core.plans.clear();
      core.signInPlans.clear();
    },
    release: () => core.holds.release(),
    state: () => ({ ...structuredClone(core.ledger), pending: core.holds.pending }),
    actOnPix,
    settlePix: (id?: string) => actOnPix('settle', id),
    now: () => core.clock.now(),
    setClock: (aheadMs: number) => {
      memory.aheadMs = aheadMs;
    },
    configure: (changes: Partial<ServiceVariant>) => {
      core.variant = { ...core.variant, ...changes };
    },
  });
  return sandbox;
}

async function handle(request: Request, peer: Peer, { core, sandbox }: { core: SandboxCore; sandbox: Sandbox }): Promise<Response> {
  const { pathname } = new URL(request.url);
  const path = pathname.startsWith(core.basePath) ? pathname.slice(core.basePath.length) : pathname.slice(1);
  if (path.startsWith(CONTROL_SEGMENT)) return handleControl(request, path.slice(CONTROL_SEGMENT.length), { core, sandbox });
  if (isPreflight(request)) return createPreflightAnswer(request, core.variant);
  const { response, isOpaque } = await handleService(request, { path, peer, core });
  response.headers.set('Date', new Date(core.clock.now()).toUTCString());
  return isOpaque || core.variant.cors === 'missing' ? response : allowOrigin(response, request);
}
