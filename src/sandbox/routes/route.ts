import { createJsonAnswer, createRefusal } from '../answers.js';
import type { Clock } from '../../domain/clock.js';
import type { FaultName } from '../faults/faults.js';
import type { Problem } from '../fields.js';
import type { Ledger, Peer } from '../state/ledger.js';
import type { ServiceVariant } from '../variant.js';

/** A request to an operation, authorized and parsed. */
export interface RouteCall {
  method: string;
  body: unknown;
  /** The identifier in the path, where there is one. */
  id: string | undefined;
  peer: Peer;
  /** Whether the browser sent it a second time by itself. */
  resent: boolean;
  ledger: Ledger;
  variant: ServiceVariant;
  clock: Clock;
}

/** A request that was looked at: refused, or good and not yet carried out. */
export type Prepared =
  | { ok: false; refusal: Response }
  | {
      ok: true;
      /** Does what was asked and gives the body of the good answer. `fault` is the one in force, where it shapes the answer. */
      carryOut: (fault?: FaultName, what?: string) => Record<string, unknown>;
      /** What a magic card or amount makes of it. */
      magic?: FaultName | undefined;
    };

/**
 * Refuses a request for its shape: 400, or 422 where only rules are broken. The body has no `success`: it is word to the
 * developer, not a decline.
 */
export function refuseShape(problems: readonly Problem[]): Prepared {
  const status = problems.some((problem) => problem.status === 400) ? 400 : 422;
  const message = `Requisição inválida: ${problems.map((problem) => problem.message).join('; ')}.`;
  return {
    ok: false,
    refusal: createJsonAnswer(status, { message, errors: problems.map(({ field, message: text }) => ({ field, message: text })) }),
  };
}

/** Refuses a good request by rule of business: 422 with `success: false`. */
export function refuseBusiness(message: string, status = 422): Prepared {
  return { ok: false, refusal: createRefusal(status, message) };
}
