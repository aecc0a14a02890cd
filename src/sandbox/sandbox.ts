import type { FaultName, FaultParams } from './faults/faults.js';
import type { HeldRequest } from './faults/holds.js';
import type { SignInPlan } from './oauth/sign-in-plans.js';
import type { Operation } from './operations.js';
import type { PixAction } from './pix/pix-charge.js';
import type { IssuedToken } from './tokens.js';
import type { ServiceRecords, Peer, PixRecord } from './memory.js';
import type { ServiceVariant } from './variant.js';

/** A copy of everything that the sandbox has recorded, and of the requests that it keeps waiting. */
export interface SandboxState extends ServiceRecords {
  /** The requests that the sandbox keeps waiting. */
  pending: HeldRequest[];
}

/** The payments service, in memory. Call it like `fetch`: it rejects if the connection breaks. */
export interface Sandbox {
  (request: Request, peer?: Peer): Promise<Response>;
  /** Issues a bearer token. `expiresIn` is its lifetime in seconds. */
  issueToken(options?: { expiresIn?: number | undefined }): IssuedToken;
  /** Revokes every token. */
  revokeTokens(): void;
  /** Plans a fault for the next `times` requests of an operation (default 1). See `faultKinds` for names and parameters. */
  fault(operation: Operation, name: FaultName, params?: FaultParams & { times?: number }): void;
  /** Plans the behaviour of the next `times` sign-ins (default 1). See `signInPlans` for the names. */
  planSignIn(plan: SignInPlan, times?: number): void;
  /** Removes all planned faults and plans of sign-ins. */
  clearFaults(): void;
  /** Releases every request that is kept waiting, and returns their number. */
  release(): number;
  /** Returns a copy of everything recorded so far. */
  state(): SandboxState;
  /** Changes the state of a Pix charge (default: the latest) and returns the charge; returns `undefined` if there is none. */
  actOnPix(action: PixAction, id?: string): PixRecord | undefined;
  /** Pays a Pix charge (default: the latest), even after its expiry. */
  settlePix(id?: string): PixRecord | undefined;
  /** Returns the service's time, epoch ms. */
  now(): number;
  /**
   * Sets the service's clock `aheadMs` ahead of the clock in the options; a negative number sets it behind. Tokens and Pix codes expire by
   * the service's clock, and `Date` headers have its time.
   */
  setClock(aheadMs: number): void;
  /** Changes the variant of the service: its behaviour in points that the service's documents leave open. */
  configure(changes: Partial<ServiceVariant>): void;
}
