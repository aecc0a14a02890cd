import { describeFault } from './faults.js';
import type { Fault, FaultKind, FaultParams } from './faults.js';
import type { Operation } from '../operations.js';

/** A fault that is planned for requests of an operation. */
export interface FaultPlan extends Fault {
  operation: Operation;
  /** How many more requests it applies to. */
  times: number;
}

/** The planned faults, in the order in which they were added. */
export class FaultPlans {
  readonly #plans: FaultPlan[];

  /** `plans` is changed in place, since the sandbox's memory holds it. */
  constructor(plans: FaultPlan[]) {
    this.#plans = plans;
  }

  /** Plans a fault for the next `times` requests of an operation. */
  add(operation: Operation, fault: Fault, times: number): void {
    if (times > 0) this.#plans.push({ ...fault, operation, times });
  }

  /** Removes every fault. */
  clear(): void {
    this.#plans.length = 0;
  }

  /**
   * Returns the next fault of an operation if it applies in this phase, and counts it down. Faults of one operation apply in order: a
   * later one waits until the one before it is used up.
   */
  next(operation: Operation, ...phases: FaultKind['phase'][]): Fault | undefined {
    const plan = this.#plans.find((candidate) => candidate.operation === operation);
    if (!plan || !phases.includes(describeFault(plan.name).phase)) return undefined;
    plan.times -= 1;
    if (plan.times <= 0) this.#plans.splice(this.#plans.indexOf(plan), 1);
    return { name: plan.name, params: plan.params };
  }
}

/** Reads a fault's parameters that came over HTTP; one of a wrong type is left out. */
export function parseFaultParams(body: Record<string, unknown>): FaultParams {
  const { ms, status, bytes, message, retryAfter, to, charset, what, word } = body;
  return {
    ...(typeof ms === 'number' && { ms }),
    ...(typeof status === 'number' && { status }),
    ...(typeof bytes === 'number' && { bytes }),
    ...(typeof message === 'string' && { message }),
    ...((typeof retryAfter === 'string' || typeof retryAfter === 'number') && { retryAfter }),
    ...(typeof to === 'string' && { to }),
    ...(typeof charset === 'string' && { charset }),
    ...(typeof what === 'string' && { what }),
    ...((typeof word === 'string' || typeof word === 'number') && { word }),
    ...('body' in body && { body: body['body'] }),
  };
}
