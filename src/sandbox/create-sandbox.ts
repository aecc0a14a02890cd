import { createMessageResponse } from './responses.js';
import { CONTROL_SEGMENT, handleControl } from './control.js';
import { createSandboxCore, type SandboxCore } from './core.js';
import { allowOrigin, createPreflightResponse, isPreflight } from './cors.js';
import { applyPixAction, findPix, type PixAction } from './pix/pix-charge.js';
import { deliverByFetch, notifyPaid, type Deliver } from './pix/webhook.js';
import { handleService } from './service.js';
import { createMemory, type Peer, type PixRecord, type SandboxMemory } from './memory.js';
import { DEFAULT_VARIANT, type ServiceVariant } from './variant.js';
import type { Clock } from '../domain/clock.js';
import type { FaultName, FaultParams } from './faults/faults.js';
import type { SignInPlan } from './oauth/sign-in-plans.js';
import type { Operation } from './operations.js';
import type { Sandbox } from './sandbox.js';

/** The settings of a sandbox: the variant of the service, its path, clock, webhook delivery and memory. */
export interface SandboxOptions extends Partial<ServiceVariant> {
  /** The path before the service's own paths, with a slash at both ends. Default `/`. */
  basePath?: string;
  /** The clock. Default: the system's. */
  clock?: Clock;
  /** The function that sends webhook notices. Default: one that uses `fetch`. */
  deliver?: Deliver;
  /** The memory of an earlier sandbox. The new sandbox continues from it and writes to it. Default: an empty memory. */
  memory?: SandboxMemory;
}

const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  schedule: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The peer of a request that does not come through a server. */
const NO_PEER: Peer = { connection: 0, ordinal: 0 };

/**
 * Creates a sandbox.
 *
 * @example
 * const service = createSandbox({ pixStatusSystem: 'bcb' });
 * service.fault('processPayment', 'decline');
 * const { token } = service.issueToken();
 * const response = await service(
 *   new Request('https://payments.example/card/processPayment', {
 *     method: 'POST',
 *     headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
 *     body: JSON.stringify({
 *       amount: 149.9,
 *       installments: 1,
 *       whoPaysFee: 'merchant',
 *       card: { number: '4111111111111111', holderName: 'ANA SOUZA', expirationDate: '12/40', securityCode: '123' },
 *     }),
 *   }),
 * );
 * console.log(await response.json()); // { success: false, message: 'Transação recusada pelo emissor do cartão.' }
 * console.log(service.state().charges.length); // 0
 */
export function createSandbox({
  basePath = '/',
  clock = SYSTEM_CLOCK,
  deliver = deliverByFetch,
  memory = createMemory(),
  ...variant
}: SandboxOptions = {}): Sandbox {
  const core = createSandboxCore(basePath, clock, memory, { ...DEFAULT_VARIANT, ...variant });
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
      core.faultPlans.add(operation, { name, params }, times),
    planSignIn: (plan: SignInPlan, times = 1) => core.signInPlans.add(plan, times),
    clearFaults: () => {
      core.faultPlans.clear();
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
  if (isPreflight(request)) return createPreflightResponse(request, core.variant);
  const { response, isOpaque } = await handleService(request, { path, peer, core });
  response.headers.set('Date', new Date(core.clock.now()).toUTCString());
  return isOpaque || core.variant.cors === 'missing' ? response : allowOrigin(response, request);
}

/** A handler with many sandboxes. The first path segment is the room, as in `/ROOM/card/processPayment`. */
export interface Rooms {
  (request: Request, peer?: Peer): Promise<Response>;
  /** Returns the sandbox of a room, and creates it on the first use. */
  open(room: string): Sandbox;
}

/** The settings of `createRooms`. */
export interface RoomsOptions extends Omit<SandboxOptions, 'basePath' | 'memory'> {
  /** Returns the memory that a room continues from and writes to; `undefined` for a new memory. By default every room begins empty. */
  memoryOf?: (room: string) => SandboxMemory | undefined;
}

/**
 * Creates a handler with rooms. Each room has its own memory and the same options.
 *
 * @example
 * const rooms = createRooms();
 * await rooms(new Request('http://localhost/ana/pix/qrCode/7'));
 * console.log(rooms.open('ana').state().requests.length); // 1
 * console.log(rooms.open('bia').state().requests.length); // 0
 */
export function createRooms({ memoryOf, ...options }: RoomsOptions = {}): Rooms {
  const rooms = new Map<string, Sandbox>();
  const create = (room: string): Sandbox => {
    const memory = memoryOf?.(room);
    return createSandbox({ ...options, basePath: `/${room}/`, ...(memory && { memory }) });
  };
  const open = (room: string): Sandbox => {
    const found = rooms.get(room) ?? create(room);
    rooms.set(room, found);
    return found;
  };
  const handle = async (request: Request, peer?: Peer): Promise<Response> => {
    const room = /^\/([\w-]{1,64})\//.exec(new URL(request.url).pathname)?.[1];
    return room === undefined
      ? createMessageResponse(404, 'The path must begin with a room: /ROOM/card/processPayment')
      : open(room)(request, peer);
  };
  return Object.assign(handle, { open });
}
