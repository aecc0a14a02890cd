import * as z from 'zod/mini';
import { CheckoutError } from '../../domain/errors.js';
import { once } from '../../domain/once.js';

/** Which service is meant: the one to try things out with, or the one that moves money. */
export type Environment = 'sandbox' | 'live';

/** Who says which service it is. */
export type EnvironmentSource = 'profile.environment' | 'the token answer' | 'frame-url';

/** One of the two words. */
export const environmentSchema = once(() => z.literal(['sandbox', 'live']));

/**
 * Says in English that a page for one environment has a service of the other, or an unknown one, and how to fix it. `undefined`
 * where both are the same, and where the page or the service does not say.
 */
export function describeMismatch(wanted: Environment | undefined, said: string | undefined, source: EnvironmentSource): string | undefined {
  if (wanted === undefined || said === undefined || wanted === said) return undefined;
  const [word, fix] = isEnvironment(said)
    ? [`"${said}"`, `Give the address, profile and tokens of the ${wanted} service, or set environment="${said}"`]
    : ['neither "sandbox" nor "live"', 'Correct its environment, or leave it out'];
  return `environment="${wanted}" does not fit the service: ${source} says ${word}. Nothing is sent. ${fix}.`;
}

/** Throws `invalid-config` where `describeMismatch` finds something, and for any other word. */
export function assertEnvironment(wanted: Environment | undefined, said: string | undefined, source: EnvironmentSource): void {
  const problem =
    wanted === undefined || isEnvironment(wanted)
      ? describeMismatch(wanted, said, source)
      : 'environment cannot be used. Give "sandbox" or "live", or leave it out.';
  if (problem) throw new CheckoutError('invalid-config', problem);
}

/** True if it is one of the two words. */
export function isEnvironment(word: string): word is Environment {
  return environmentSchema().safeParse(word).success;
}
