import type { FaultName, FaultParams } from './faults/faults.js';
import type { HeldRequest } from './faults/holds.js';
import type { SignInPlan } from './oauth/sign-in-plans.js';
import type { Operation } from './operations.js';
import type { PixAction } from './pix/pix-charge.js';
import type { IssuedToken } from './tokens.js';
import type { ServiceRecords, Peer, PixRecord } from './memory.js';
import type { ServiceVariant } from './variant.js';

/** A copy of what the sandbox has recorded, and of the requests that it keeps waiting. */
export interface SandboxState extends ServiceRecords {
  pending: HeldRequest[];
}

/** The payments service, in memory. Call it like `fetch`; a broken connection is a rejection. */
export interface Sandbox {
  (request: Request, peer?: Peer): Promise<Response>;
  /** Issues a bearer token; `expiresIn` in seconds. */
  issueToken(options?: { expiresIn?: number | undefined }): IssuedToken;
  /** Revokes every token. */
  revokeTokens(): void;
  /** Plans a fault for the next `times` (1) requests of an operation. See `faultKinds` for names and parameters. */
  fault(operation: Operation, name: FaultName, params?: FaultParams & { times?: number }): void;
  /** Plans how the next `times` (1) sign-ins go: `signInPlans` has the names. */
  planSignIn(plan: SignInPlan, times?: number): void;
  /** Removes the faults and the plans of sign-ins that are still to come. */
  clearFaults(): void;
  /** Lets every request that is kept waiting go on; returns how many did. */
  release(): number;
  /** Returns a copy of everything recorded so far. */
  state(): SandboxState;
  /** Changes the state of a Pix charge, by default of the latest, and returns the charge; `undefined` where there is none. */
  actOnPix(action: PixAction, id?: string): PixRecord | undefined;
  /** Pays a Pix charge, also after its expiry; by default the latest. */
  settlePix(id?: string): PixRecord | undefined;
  /** The service's time, epoch ms. */
  now(): number;
  /** Sets the service's clock `aheadMs` ahead of the given one (negative: behind it): tokens and Pix codes expire by it, `Date` headers follow it. */
  setClock(aheadMs: number): void;
  /** Changes how the sandbox behaves where the service's documents leave something open. */
  configure(changes: Partial<ServiceVariant>): void;
}
