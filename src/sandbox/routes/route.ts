import { createJsonResponse, createRefusal } from '../responses.js';
import type { Clock } from '../../domain/clock.js';
import type { FaultName } from '../faults/faults.js';
import type { Problem } from '../fields.js';
import type { ServiceRecords, Peer } from '../memory.js';
import type { ServiceVariant } from '../variant.js';

/** A request to an operation. The token was checked, and the body was parsed. */
export interface RouteCall {
  body: unknown;
  /** The identifier in the path; `undefined` if there is none. */
  id: string | undefined;
  /** The idempotency key; `undefined` if there is none that the variant reads. */
  key: string | undefined;
  peer: Peer;
  /** True if the browser itself sent the request a second time. */
  resent: boolean;
  ledger: ServiceRecords;
  /** The identifier of the service's first charge. */
  firstIdentifier: number;
  variant: ServiceVariant;
  clock: Clock;
}

/** The result of a route's checks: a refusal, or an operation that can be carried out. */
export type Prepared =
  | { ok: false; refusal: Response }
  | {
      ok: true;
      /**
       * Carries the operation out, and returns the body of the good response. `fault` is the fault of this request, and `what` its
       * parameter: a Pix charge gets the code that the fault asks for.
       */
      carryOut: (fault?: FaultName, what?: string) => Record<string, unknown>;
      /** The fault of a magic card or amount in the request. */
      magicFault?: FaultName | undefined;
    };

/**
 * Refuses a request with problems in its fields: 400, or 422 if only rules are broken. The body has no `success`, because the refusal is
 * for the developer and not a decline.
 */
export function refuseShape(problems: readonly Problem[]): Prepared {
  const status = problems.some((problem) => problem.status === 400) ? 400 : 422;
  const message = `Requisição inválida: ${problems.map((problem) => problem.message).join('; ')}.`;
  return {
    ok: false,
    refusal: createJsonResponse(status, { message, errors: problems.map(({ field, message: text }) => ({ field, message: text })) }),
  };
}

/** Refuses a request of the right shape because of a business rule: `success: false` with `status`, 422 by default. */
export function refuseBusiness(message: string, status = 422): Prepared {
  return { ok: false, refusal: createRefusal(status, message) };
}
