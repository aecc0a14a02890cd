import { CONTROL_SEGMENT } from '../control-segment.js';
import { createFaultAnswer } from './fault-answers.js';
import { describeFault } from './faults.js';
import type { Fault } from './faults.js';
import type { Operation } from '../operations.js';
import type { SandboxCore } from '../core.js';

/** A response, and whether pages of other origins are kept from reading it. */
export interface ServiceAnswer {
  response: Response;
  isOpaque: boolean;
}

/** The request that a fault is for. */
export interface SpoiledCall {
  request: Request;
  operation: Operation;
  core: SandboxCore;
}

/** Carries a fault out; `good` is the body of the good response. `undefined` continues as if there were no fault. Rejects with `ConnectionReset`. */
export async function applyFault(
  fault: Fault,
  { core, operation, request }: SpoiledCall,
  good: Record<string, unknown>,
): Promise<ServiceAnswer | undefined> {
  const collectUrl = new URL(`${core.basePath}${CONTROL_SEGMENT}collect`, request.url).href;
  const hold = (delayMs?: number) => core.holds.wait(operation, request.signal, delayMs);
  const response = await createFaultAnswer({ fault, good, collectUrl, hold });
  return response && { response, isOpaque: describeFault(fault.name).isOpaque === true };
}
