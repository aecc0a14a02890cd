import { createJsonAnswer, createRefusal } from '../answers.js';
import type { Clock } from '../../domain/clock.js';
import type { FaultName } from '../faults/faults.js';
import type { Problem } from '../fields.js';
import type { ServiceRecords, Peer } from '../memory.js';
import type { ServiceVariant } from '../variant.js';

/** A request to an operation, authorized and parsed. */
export interface RouteCall {
  body: unknown;
  /** The identifier in the path, where there is one. */
  id: string | undefined;
  /** The idempotency key, where the variant reads one. */
  key: string | undefined;
  peer: Peer;
  /** True if the browser itself sent it a second time. */
  resent: boolean;
  ledger: ServiceRecords;
  variant: ServiceVariant;
  clock: Clock;
}

/** A request that was checked: refused, or good and not yet carried out. */
export type Prepared =
  | { ok: false; refusal: Response }
  | {
      ok: true;
      /** Carries the operation out and returns the body of the good response. `fault` is the present one, which may change that body. */
      carryOut: (fault?: FaultName, what?: string) => Record<string, unknown>;
      /** The fault that a magic card or amount stands for. */
      magic?: FaultName | undefined;
    };

/**
 * Refuses a request for its shape: 400, or 422 where only rules are broken. The body has no `success`: it is for the developer, and not a
 * decline.
 */
export function refuseShape(problems: readonly Problem[]): Prepared {
  const status = problems.some((problem) => problem.status === 400) ? 400 : 422;
  const message = `Requisição inválida: ${problems.map((problem) => problem.message).join('; ')}.`;
  return {
    ok: false,
    refusal: createJsonAnswer(status, { message, errors: problems.map(({ field, message: text }) => ({ field, message: text })) }),
  };
}

/** Refuses a good request by a business rule: 422 with `success: false`. */
export function refuseBusiness(message: string, status = 422): Prepared {
  return { ok: false, refusal: createRefusal(status, message) };
}
